/* Thresholds of Quickhull. */
#ifndef CAROM_FIT_QUICKHULL_TOLERANCES_H
#define CAROM_FIT_QUICKHULL_TOLERANCES_H

/* ---- quickhull.c */

/* 2^200: products of six differences and their rounding errors stay far from both ends of the range
 * below this and above its inverse. */
#define RANGE_LIMIT 1.6069380442589903e60
/* Of the largest magnitude, 2^-200, as in convex/support/rescale.h: products of three coordinates
 * that are larger, and their rounding errors down to 2^-756, are above SAFE_PRODUCT. */
#define VANISHING_PART 0x1p-200

/* ---- quickhull_choose.c */

/* Of a distance, and of the longest side of the points' box: distances to points of edges
 * and triangles are rounded by less than 32 half epsilons of themselves and of the box. */
#define CHOICE_RELATIVE (1.0 + 1e-12)
#define CHOICE_ABSOLUTE 1e-14

/* ---- quickhull_finish.c */

/* Largest coordinate: products of three differences neither overflow nor underflow between these.
 */
#define NORMAL_SIZE_MAX 0x1p200
#define NORMAL_SIZE_MIN 0x1p-200
/* Parts of the inner and outer radius that are kept: beyond the roundings of planes and lengths.
 * Empirical. */
#define INNER_KEPT 0.999
#define OUTER_KEPT (1.0 + 1e-12)
/* Outer radii for which the float copy keeps its digits. */
#define FLOAT_SIZE_MIN 1e-32
#define FLOAT_SIZE_MAX 1e32

/* ---- quickhull_grow.c */

/* Of the permanent |n| . extent: 8 roundings on the longest path of a determinant, as in
 * math/predicates.c. */
#define QUICKHULL_FILTER (10.0 * 1.1102230246251565e-16)

/* ---- quickhull_sign.c */

/* Below this the rounding error of a product may fall below the subnormals and be given as 0. */
#define SAFE_PRODUCT 1e-250
/* Of the sum of the absolute tails: about 20 roundings occur among these. */
#define TAIL_ROUNDINGS (32.0 * 1.1102230246251565e-16)

#endif
