/* Thresholds of MPR. u = 2^-53; `size` is the greatest coordinate of a point of A or B so far, in
 * mpr_float the sum of the hulls' outer radii and the distance of their middles. "Empirical" marks
 * a value that no inequality fixes. */
#ifndef CAROM_CONVEX_MPR_TOLERANCES_H
#define CAROM_CONVEX_MPR_TOLERANCES_H

/* ---- mpr.h: portal_by_spheres, squared distances */

/* Range in which squares keep their digits. */
#define PORTAL_BALLS_MIN2 1e-100
#define PORTAL_BALLS_MAX2 1e100
/* Of the squared sum of the radii: margins of 0.5 % and 0.1 % of the sum, which
 * leave room for axes that are unit only to 5e-4 squared (has_unit_axes). Empirical. */
#define PORTAL_BALLS_INNER2 0.99
#define PORTAL_BALLS_OUTER2 1.002

/* ---- mpr.c */

/* Of size times the direction's sum of magnitudes: 90 u, above the errors of the coordinates and of
 * the dot product. */
#define MPR_DOT_SLACK 1e-14
/* Of size^3: 900 u, for the errors of nine coordinates and the roundings of the determinant. */
#define MPR_TRIPLE_SLACK 1e-13
/* Sizes whose products stay in range. */
#define MPR_SIZE_MIN 1e-30
#define MPR_SIZE_MAX 1e30
/* Length below which a direction has underflowed. */
#define MPR_AXIS_MIN 1e-100
/* Relative advance of the portal below which the search ends undecided. Empirical. */
#define MPR_STALL 1e-9

/* ---- mpr_float_kernel.c */

/* As MPR_STALL, in float. Empirical. */
#define MPR_FLOAT_STALL 1e-4f
/* Of the segment between the centres: hulls that leave less of it uncovered may touch there. It
 * costs time only. Empirical. */
#define MPR_FLOAT_TOUCH 3e-4f
/* Of the inner radii: distance of middles up to which the line between them is looked at before any
 * support point. Empirical. */
#define MPR_FLOAT_NEAR 1.3f

#endif
