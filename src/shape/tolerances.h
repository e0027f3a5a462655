/* Thresholds of the corners of k-DOPs. The size is the largest distance of a bounding plane from
 * the origin; u = 2^-53 = DBL_EPSILON / 2. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_SHAPE_TOLERANCES_H
#define CAROM_SHAPE_TOLERANCES_H

#include <float.h>

/* ---- kdop.c */

/* Of the size: a corner farther from the origin shows that the k-DOP is unbounded to rounding.
 * Empirical. */
#define KDOP_UNBOUNDED 1e5
/* Of the size: corners nearer to each other, 90 u, may be the same. Empirical. */
#define KDOP_SAME_CORNER 1e-14
/* Sine of the angle below which planes count as parallel: 90 u. Empirical. */
#define KDOP_PARALLEL 1e-14
/* Normals whose length is between this and its inverse, and bounds below KDOP_BOUND_MAX, the tenth
 * power of its inverse, are used without normalization: products of them stay in range. */
#define KDOP_LENGTH_MIN 0x1p-40
#define KDOP_BOUND_MAX 0x1p400
/* Of the size: 8 u, rounding of a plane's position on a line. Empirical. */
#define KDOP_ROUNDING (4.0 * DBL_EPSILON)
/* Of the absolute terms of a corner: 16 u, its roundings counted on the longest path, and room. */
#define KDOP_CORNER_ROUNDING (8.0 * DBL_EPSILON)

#endif
