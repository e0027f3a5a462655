/* Thresholds and error bounds of the intersections of planes and triangles. u = 2^-53 is the
 * relative error of one rounding in double. */
#ifndef CAROM_QUERY_INTERSECT_TOLERANCES_H
#define CAROM_QUERY_INTERSECT_TOLERANCES_H

#define INTERSECT_ROUNDING 1.1102230246251565e-16 /* u = 2^-53 */

/* Wanted accuracy of a point in double: of the largest coordinate for planes, of the edge for
 * triangles. 2^-30 is below a rounding of float by 2^6; in double it is 64 roundings. */
#define POINT_ERROR_FLOAT 9.3e-10
#define POINT_ERROR_DOUBLE (64.0 * INTERSECT_ROUNDING)

/* ---- intersect_plane.c */

/* Absolute: products of three numbers in this range, and their rounding errors, stay in the range
 * of double: (10^80)^3 < 10^308, and (10^-80)^3 u^2 > 10^-308. */
#define PRODUCT_LEAST 1e-80
#define PRODUCT_MOST 1e80

/* Error of a determinant in double, of the sum of its terms' magnitudes: 10u covers the roundings
 * of two products, their difference and the sum. */
#define CRAMER_ERROR (10.0 * INTERSECT_ROUNDING)

/* Error of carried_determinant, of the same sum: 2^-98, above the roundings of its rounding errors,
 * which are of second order in u. */
#define CARRIED_ERROR 3.2e-30

/* ---- intersect_triangle.c */

/* Error of a height over a plane, of edge^2 * reach: at most 9 roundings on each of 6 products,
 * 54u. */
#define HEIGHT_ERROR 6e-15

/* Error of a height, of the sum of its products' magnitudes, for the two heights of an edge. */
#define HEIGHT_PAIR_ERROR (10.0 * INTERSECT_ROUNDING)

/* Absolute: above what products lose below the normal range of double. */
#define HEIGHT_UNDERFLOW 1e-290

/* Absolute: below it the sums do not overflow. */
#define HEIGHT_MOST 1e280

#endif
