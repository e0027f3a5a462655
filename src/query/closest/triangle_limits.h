/* Where the sums of the point-triangle kernels are accurate; beyond these limits the fallbacks are
 * used. Further thresholds of the folder are in tolerances.h. */
#ifndef CAROM_QUERY_CLOSEST_TRIANGLE_LIMITS_H
#define CAROM_QUERY_CLOSEST_TRIANGLE_LIMITS_H

#include "carom/base.h"

/* Squared sine of the angle at vertex a below which a triangle is thin: the region tests lose
 * digits as its inverse. */
#define THIN_TRIANGLE 1e-5
/* Squared distance to the face, relative to the squared distance from vertex a, below which the
 * rounding of the face point shows: eight digits of double are left. */
#define NEAR_FACE 1e-8
/* The squared area needs the fourth power of lengths. Where that may leave the range, the face can
 * have been missed; then the squared distance to the edges is outside these. */
#define TINY_FOURTH 1e-100
#define HUGE_FOURTH 1e100

/* As NEAR_FACE, for kernel_regular_triangle.h. */
#define REGULAR_NEAR 1e-8
/* These sums lose digits of double that results in double need, but results in float do not. */
#define REGULAR_APPLIES (CAROM_REAL_EPSILON > 1e-10)

#endif
