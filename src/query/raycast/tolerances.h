/* Error bounds and thresholds of the raycasts. A filter decides only beyond its bound; all else
 * goes to exact arithmetic, so a larger bound costs time only. u = 2^-53 = 1.11e-16 is the relative
 * error of one rounding in double. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_QUERY_RAYCAST_TOLERANCES_H
#define CAROM_QUERY_RAYCAST_TOLERANCES_H

#include "carom/base.h"

/* CAROM_REAL_EPSILON is 1.2e-7 or 2.2e-16. */
#define REAL_IS_FLOAT ((double)CAROM_REAL_EPSILON > 1e-10)
/* True in float, to 3.4e38: squares of floats other than 0 are far from the ends of double's range.
 */
#define SQUARES_ARE_IN_RANGE ((double)CAROM_REAL_MAX < 1e100)

/* ---- several kernels */

/* Absolute: error bounds above it are far from underflow, and so are the products they belong to.
 */
#define ERROR_UNDERFLOW 1e-200

/* Absolute: above what products of three differences lose below the normal range. */
#define CUT_UNDERFLOW 1e-290

/* Of |t|: above the relative error of quotients whose parts exceed their errors by PLANE_MARGIN or
 * TRIANGLE_MARGIN, 2 / margin: 7.5e-9 in float. */
#define QUOTIENT_SLACK 1e-8

/* Squared lengths between which a vector is normalised without scaling: neither the square nor its
 * reciprocal leaves the range. */
#define NORMAL_LEAST 1e-240
#define NORMAL_MOST 1e240

/* Absolute: radii above it have squares above 1e-240, which is in range. */
#define RADIUS_LEAST 1e-120

/* ---- kernel_aabb.h */

/* Of the smaller quotient: 16 u; two quotients of 4 roundings each, 8 u, twice over. */
#define SLAB_ERROR (16.0 * 1.1102230246251565e-16)

/* ---- kernel_early.h, in the caller's precision */

#define EARLY_ROUNDOFF (CAROM_REAL_EPSILON / 2)
/* Vectors shorter than EARLY_SHORT may have products below the normal range; of vectors longer than
 * EARLY_LONG a product of three may overflow: both are undecided. */
#define EARLY_SHORT ((carom_real)(sizeof(carom_real) == 4 ? 1e-9 : 1e-70))
#define EARLY_LONG ((carom_real)(sizeof(carom_real) == 4 ? 1e12 : 1e100))
/* Above what a number may lose below the normal range, by a wide margin. */
#define EARLY_LOST ((carom_real)(sizeof(carom_real) == 4 ? 1e-30 : 1e-290))
/* Of the smaller quotient: 16 roundings, as SLAB_ERROR. */
#define EARLY_SLAB_ERROR (8 * CAROM_REAL_EPSILON)
/* As TRIANGLE_ERROR. */
#define EARLY_TRIANGLE_ERROR (72 * EARLY_ROUNDOFF)

/* ---- kernel_triangle.h, triangle_exact.c */

/* Relative rounding error of a triple product of rounded differences, of the product of the three
 * largest components: 6 terms with 8 roundings each, and the two of 1 - u - v. */
#define TRIANGLE_ERROR (72.0 * 1.1102230246251565e-16)
/* By what factor numerator and denominator must exceed their error for an accurate quotient: t is
 * then accurate to 2^-27 for float, and for double as far as a bound that is a hundred times too
 * large can tell. */
#define TRIANGLE_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 268435456.0 : 1e12)
/* While sides and directions are shorter than this, what the products of two lose below the normal
 * range is less than the error of three, if that is above ERROR_UNDERFLOW. */
#define TRIANGLE_LONG 1e100
/* A bound on a time errs by less than 2^-27 of itself; 0.1 % is well above. */
#define TRIANGLE_TIME_MARGIN 1.001
/* Sine of two sides below which the normal is computed by exact sums: above it, the cross product
 * has an error below 1e6 times 8 u, 1e-9. */
#define SLIVER_SINE 1e-6
/* Sine of direction and edge below which they count as parallel. Empirical. */
#define EDGE_PARALLEL_SINE 1e-12

/* ---- kernel_sphere.h */

/* Of |m|^2 |d|^2 + r^2 |d|^2: 24 u, the error of the discriminant. */
#define SPHERE_ERROR (24.0 * 1.1102230246251565e-16)
/* By what factor the discriminant must exceed its error, and which part of its largest value, to be
 * used: t is then accurate to 2^-25 for float. In double the bound on the error is too large by as
 * much as the origin is far; the root has its digits when it is not small. */
#define SPHERE_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 16777216.0 : 1e5)
#define SPHERE_GRAZE 1e-3 /* in double */
/* The same for |m|^2 - r^2, from which the nearer root is computed. */
#define SPHERE_NEAR_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 16777216.0 : 1e12)
/* Of |t|: the discriminant has a relative error of at most 1 / SPHERE_MARGIN, the roots of less
 * than 1.5 / SPHERE_MARGIN. */
#define SPHERE_TIME_ERROR (4.0 / SPHERE_MARGIN)

/* ---- kernel_span.h */

/* Of the squared radius: a discriminant nearer to zero grazes. Empirical. */
#define SPAN_GRAZE 1e-9
/* Of the same: below it the root has lost digits that the answer needs; so have the times of a
 * point that moves along an edge, or along a face, but for this part of its squared speed. */
#define SPAN_CLEAR ((double)CAROM_REAL_EPSILON > 1e-10 ? SPAN_GRAZE : 1e-3)
/* The square of the rounding of a length, over SPAN_GRAZE: the two together exceed twice their
 * geometric mean, which is the rounding of a difference of squared lengths. */
#define SPAN_FAR 1e-20
/* Squares: a time nearer than 1e-9 of the range, or 1e-10 of the lengths over the speed, is within
 * rounding. */
#define SPAN_TIME 1e-18
#define SPAN_TIME_SIZE 1e-20

/* ---- path_plane.c */

/* Of the sum of the products' magnitudes: 8 u; 4 roundings on any path, twice over. */
#define PLANE_ERROR (8.0 * 1.1102230246251565e-16)
/* As TRIANGLE_MARGIN. */
#define PLANE_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 268435456.0 : 1e12)

/* ---- path_polytope.c */

/* Of the sum of the products' magnitudes: 32 u. Empirical. */
#define CUT_ERROR (32.0 * 1.1102230246251565e-16)
/* By what factor height and slope must exceed their errors, so that t = -height / slope has a
 * relative error below 2.1 / CUT_MARGIN. */
#define CUT_MARGIN 1e8
/* Of |t|: crossings nearer to each other are compared exactly; two errors of t are less. */
#define CUT_SLACK (5.0 / CUT_MARGIN)

/* ---- path_capsule.c, path_curved.c */

/* Of the distance from the axis' start: 90 u; a shorter radial vector is rounding error. */
#define AXIS_ROUNDING 1e-14
/* A radius of 0 is replaced by this part of the largest, far below its rounding, and by
 * RADIUS_UNDERFLOW at least, whose square is above underflow. */
#define RADIUS_LEAST_PART 1e-18
#define RADIUS_UNDERFLOW 1e-150
/* Of the axis: the position of the path along it is uncertain by this in the filter. Empirical. */
#define END_GRAZE 1e-9
/* Of the heights: 900 u; a hit point nearer to an end's plane is on the end. Empirical. */
#define END_ROUNDING 1e-13

/* ---- line_quadratic.c */

/* Relative error of a sum of products in double-double arithmetic, some 2^12 times the unit of
 * 2^-104. */
#define QUADRATIC_ERROR 0x1p-92
#define QUADRATIC_UNDERFLOW 1e-250 /* absolute */
/* Of the times: roots farther apart than this, 9000 u, are compared as rounded. */
#define ROOT_SLACK 1e-12
/* Sine of line and face, or squared sine of line and axis, below which an exact sum decides whether
 * they are parallel: 2^14 times the unit of 2^-104. */
#define PARALLEL_ERROR 0x1p-90

/* ---- line_solid.c */

/* Of the times, and of the lengths from which they were computed: 9000 u, above their rounding. */
#define END_SLACK 1e-12

#endif
