/* Where the sums of the point-triangle kernels serve; beyond these limits other ways are taken. */
#ifndef CAROM_QUERY_CLOSEST_TRIANGLE_LIMITS_H
#define CAROM_QUERY_CLOSEST_TRIANGLE_LIMITS_H

#include "carom/base.h"

/* Below this squared sine of an angle the triangle counts as thin. */
#define THIN_TRIANGLE 1e-5
/* Nearer than this to the face, relative to the distance from a vertex and squared, rounding shows.
 */
#define NEAR_FACE 1e-8
/* The square of the area takes the fourth power of lengths. Where that may leave the range, the
 * face can have been overlooked; if so, the distance to the edges is outside these. */
#define TINY_FOURTH 1e-100
#define HUGE_FOURTH 1e100

/* Nearer than this, relative to the distance from vertex a and squared, rounding would show. */
#define PLAIN_NEAR 1e-8
/* These sums lose digits of double that answers in float do not have, but answers in double do. */
#define PLAIN_SERVES (CAROM_REAL_EPSILON > 1e-10)

#endif
