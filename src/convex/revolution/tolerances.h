/* Thresholds of the solvers of cylinders, cones and ellipsoids. u = 2^-53; `size` is the sum of the
 * shapes' sizes and of the distance of their centres, of a point and a solid the largest coordinate
 * plus the solid's size. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_CONVEX_REVOLUTION_TOLERANCES_H
#define CAROM_CONVEX_REVOLUTION_TOLERANCES_H

/* ---- cylinder_depth.c, cylinder_overlap.c */

/* Sizes whose fourth powers, and products of several, stay in range. */
#define CYLINDER_SIZE_MIN 1e-35
#define CYLINDER_SIZE_MAX 1e35
/* Sine of the axes up to which they are parallel. 9 u. */
#define CYLINDERS_PARALLEL 1e-15
/* Sine of the axes up to which the sides are left to another solver: a normal across both axes
 * loses digits. Empirical. */
#define SIDES_LEVEL 0.05
/* Of size: 16 u, the error of a depth. */
#define CYLINDER_ROUNDING (8.0 * DBL_EPSILON)
/* Tangent of the last turn of Newton's method: its square is below rounding. It is multiplied by
 * the aspect ratio of the ellipse, at least ELLIPSE_ASPECT_MIN, since at the tips of a thin ellipse
 * the turn counts more. */
#define ELLIPSE_TURN 1e-7
#define ELLIPSE_ASPECT_MIN 1e-3
/* Longest turn of a step. Empirical. */
#define ELLIPSE_TURN_MAX 0.5

/* Of size: 900 u, above the rounding of a support value or of a point. */
#define OVERLAP_SLACK 1e-13
/* Squared sine of the axes up to which they are parallel: any of their points are nearest.
 * Empirical. */
#define AXES_PARALLEL_SINE2 1e-12
/* Of the squared distance of the centres at which inscribed balls meet, circumscribed ones do not:
 * above the rounding of the squares. Empirical. */
#define INNER_BALLS_MEET 0.99
#define OUTER_BALLS_APART 1.001

/* ---- point_revolution.c */

/* Of the distance of the root from the singularity: 8 u, the last step of Newton's method. */
#define ELLIPSOID_ROOT (4.0 * DBL_EPSILON)
/* Of the smallest squared radius: roots this near to the singularity belong to points near the
 * middle plane of the thinnest axis, where the normal loses its digits. Empirical. */
#define ELLIPSOID_SINGULARITY 1e-4
/* Of size: 8 u; at a smaller distance from the axis the direction from it is rounding. */
#define AXIS_NEAR (4.0 * DBL_EPSILON)
/* Sizes whose products stay in range. */
#define SOLID_SIZE_MIN 1e-60
#define SOLID_SIZE_MAX 1e60
/* Of size: nearer to the surface, the direction from it has lost digits. Empirical. */
#define FOOT_NEAR 1e-6
/* Of size: smaller gaps are left to the solvers that decide contact. Empirical. */
#define GAP_UNDECIDED 1e-9
/* Times GAP_UNDECIDED and size: least sum of the radii beside which rounding is small. Empirical.
 */
#define BALL_RADIUS_MIN 4.0
/* Of size: 16 u, the error of a distance. */
#define FOOT_ROUNDING (8.0 * DBL_EPSILON)

/* ---- polytope_revolution.c */

/* Squared lengths of directions whose reciprocal root is in range. */
#define DIRECTION_SQUARE_MIN 1e-240
#define DIRECTION_SQUARE_MAX 1e240
/* Sine of an edge and the axis up to which the edge is parallel to it. Empirical. */
#define EDGE_TILT_MIN 1e-12

/* ---- revolution.h, revolution.c, revolution_newton.c, revolution_bounds.c, revolution_distance.c
 */

/* Of size: 16 u, the error of a support value. */
#define REVOLUTION_ROUNDING (8.0 * DBL_EPSILON)
/* Sine to an axis up to which a direction is replaced by the axis. Empirical. */
#define REVOLUTION_AXIS_END 1e-9
/* 9 u, up to which cosines to the axes and at profile breaks are equal. */
#define REVOLUTION_PARALLEL 1e-15
/* Of the depth: gap between the bounds at which branch and bound ends. Empirical. */
#define REVOLUTION_TOLERANCE 1e-8
/* Of a cell's range: a split is no nearer to its ends; and of that, how near the best direction may
 * be to the ends for the split to pass through it. Empirical. */
#define CELL_SPLIT_INSIDE 0.1
#define CELL_SPLIT_NEAR_END 0.01
/* 1: error of the coordinates of a unit vector on the border of a cell. Empirical. */
#define REVOLUTION_OFF_SPHERE 1e-12
/* Of size: largest distance of the deepest points from their solids at a stationary support value.
 * Empirical. */
#define REVOLUTION_STATIONARY 1e-10
/* 9 u, error of a squared length that needs no correction. */
#define REVOLUTION_UNIT 1e-15
/* Squared length, after its part along an axis is removed, of a unit vector that was perpendicular
 * to it but for rounding: sine 0.5. Empirical. */
#define REVOLUTION_PERPENDICULAR 0.25
/* Tangent of the last turn of Newton's method: its square is below rounding. */
#define REVOLUTION_LAST_TURN 1e-7
/* Tangent of the longest turn. Empirical. */
#define REVOLUTION_TURN_MAX 0.5
/* Tangent of a step off an axis end or a profile break. Empirical. */
#define REVOLUTION_LEAVING_TURN 0.03
/* Squared sine up to which two lines are parallel. Empirical. */
#define REVOLUTION_LINES_PARALLEL 1e-20
/* Difference of cosines up to which a start is moved onto a profile break. Empirical. */
#define REVOLUTION_BREAK_NEAR 0.6
/* Of the sum of the radii: distance of centres at which balls overlap despite rounding. */
#define REVOLUTION_BALLS_OVERLAP (1.0 - 1e-9)
/* Of the distance: gap of the bounds at which the distance is proved. Empirical. */
#define REVOLUTION_BOUNDS_MEET 1e-12

#endif
