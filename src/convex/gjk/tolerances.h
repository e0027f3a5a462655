/* Thresholds of the GJK solvers. u = 2^-53. `slack` is gjk_slack, the error bound of a coordinate
 * of a difference; |v| is the distance of the simplex from the origin, v its nearest point, w a
 * support point. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_CONVEX_GJK_TOLERANCES_H
#define CAROM_CONVEX_GJK_TOLERANCES_H

/* ---- gjk.h, gjk.c */

/* Of the largest coordinate: 9 u, the error bound of a coordinate of A - B, which rotation, shift
 * and difference round about as often. */
#define GJK_COORDINATE_ERROR 1e-15
/* Sizes between which squares and fourth powers keep their digits. */
#define GJK_SIZE_MIN 1e-60
#define GJK_SIZE_MAX 1e60
/* Times slack: |v| below which the origin counts as touched. Polytopes have exact arithmetic to
 * decide in doubt, curved shapes have not. Empirical. */
#define GJK_TOUCHING_POLYHEDRAL 64.0
#define GJK_TOUCHING_CURVED 4.0
/* Of |v|^2: |v|^2 - v.w <= c |v|^2 gives distance >= v.w / |v| >= (1 - c) |v|. 90 u and 9000 u. */
#define GJK_CONVERGED_POLYHEDRAL 1e-14
#define GJK_CONVERGED_CURVED 1e-12
/* Relative gap of the bounds below which the best certificate of a curved pair is kept. Empirical.
 */
#define GJK_KEEP_GAP 1e-9
/* Of a product of two squares: 90 u, above the rounding of both sides of the comparison. */
#define GJK_SQUARE_ERROR 1e-14
/* Times slack: margin of the lower bound over `stop`. Empirical. */
#define GJK_STOP_MARGIN 8.0
/* Of |v|^2: increase that a new simplex may show and still be accepted. Empirical. */
#define GJK_INCREASE 1e-13
/* Times slack: |v| of a stalled search without a separating axis that counts as contact. Empirical.
 */
#define GJK_STALLED_TOUCHING 1e3
/* Relative gap of the bounds below which a Newton step is tried, and part of it that must be left
 * after a step for the next one to follow at once. Empirical. */
#define GJK_NEWTON_GAP 0.05
#define GJK_NEWTON_GAIN 0.1
/* Square of 4. A cap of height h of a ball of radius `size` has a chord of squared length
 * 2 h size from its pole; a support point with more than 4 h size is the far end of an edge. */
#define GJK_NEWTON_ACROSS2 16.0
/* Powers of two that carom_gjk_unit scales by. */
#define GJK_UNIT_DOWN 0x1p-32
#define GJK_UNIT_UP 0x1p32

/* ---- exact.c */

/* Of vertex times direction in maximum norms: 90 u, above twice the rounding of a vertex and of its
 * dot product; vertices within it of the greatest product are compared exactly. */
#define EXACT_SUPPORT_BAND 1e-14
/* A limb of a dyadic number. */
#define EXACT_LIMB_DOWN 0x1p-32
#define EXACT_LIMB_UP 0x1p32

/* ---- gjk_interior_proof.c */

/* Times slack and the sum of products of two of the three vertices' maximum norms: an error of
 * slack in every coordinate changes the determinant by 3 sqrt(3) of that (Hadamard); the rest is
 * for the determinant's own roundings. */
#define INTERIOR_DETERMINANT 16.0
/* Times slack: distance of the origin from the plane or edge that must be exceeded on each side.
 * Empirical. */
#define INTERIOR_MARGIN 1e3

/* ---- newton.c */

/* Squared length of a unit direction's part across the axis: below, the support point is not a
 * smooth function of the direction. Empirical. */
#define NEWTON_AXIAL 1e-12
/* Squared length of the step, a tangent of an angle: 1/2. Empirical. */
#define NEWTON_STEP_MAX2 0.25
/* Component of a unit direction: the tangent is at least 0.6 long before it is normalized. */
#define NEWTON_TANGENT_X 0.6

/* ---- simplex.c, simplex_lanes.h */

/* Squared sine of two edges of a triangle below which the normal has lost its digits: the sine is
 * 1e-13, 900 u. */
#define SIMPLEX_THIN 1e-26
/* Squared sine of two edges of a triangle below which the other pair of edges may give a normal
 * with more digits: the sine is 1e-3. Empirical. */
#define SIMPLEX_SHORT_EDGES 1e-6
/* Relative difference of squared distances below which certificates are compared instead.
 * Empirical. */
#define SIMPLEX_TIE 1e-9
/* Times the coordinates' errors, as INTERIOR_DETERMINANT: error of a height over a face. */
#define SIMPLEX_HEIGHT_ERROR 16.0
/* Of the largest coordinates: rounding of the edges, 3.6 u. */
#define SIMPLEX_EDGE_ERROR 4e-16

/* ---- touch_proof.c */

/* Of the sum of the weights: 90 u. Empirical. */
#define TOUCH_WEIGHT_ERROR 1e-14
/* Times the relative error of the vertices. Empirical. */
#define TOUCH_VERTEX_ERROR 16.0

/* ---- gjk_small_hull_kernel.c, as in gjk.c where a name repeats */

/* Sizes whose tenth powers stay in range. */
#define SMALL_HULL_SIZE_MIN 1e-30
#define SMALL_HULL_SIZE_MAX 1e30
/* Of the size: error bound of a coordinate, `slack` in this file. */
#define SMALL_HULL_COORDINATE_ERROR 1e-15
#define SMALL_HULL_CONVERGED 1e-14
#define SMALL_HULL_TOUCHING 64.0
/* Of |v|, and times slack: gap of the bounds up to which the answer counts as proved, as in
 * is_doubtful of distance.c. */
#define SMALL_HULL_GAP 1e-13
#define SMALL_HULL_GAP_SLACK 4.0
/* Of the distance between the hulls' origins: 4 ulps, as in convex_choice_rounding. */
#define SMALL_HULL_CHOICE (4.0 * DBL_EPSILON)
/* Times slack: how far the difference of the nearest points may be from v, and, in contact, from
 * 0. Empirical. */
#define SMALL_HULL_OFFSET 16.0
#define SMALL_HULL_COMMON 2.0

#endif
