/* Thresholds of pairs of shapes, for all folders below pair/. Each is a part of a length that its
 * comment names, so that no decision depends on a unit of length. "Empirical" marks a value that no
 * inequality fixes; u = 2^-53, and u of carom_real is half of CAROM_REAL_EPSILON. */
#ifndef CAROM_PAIR_POSE_TOLERANCES_H
#define CAROM_PAIR_POSE_TOLERANCES_H

/* ---- near contact, where a solver in double leaves the decision to the exact test of contact
 *
 * Each is a part of the largest coordinate of the pair, and was chosen well above the rounding of
 * what it is compared with: 1e-16 of the coordinates in double, 6e-8 for shapes whose coordinates
 * were rounded to float. All are empirical; they differ as the numbers that they judge do:
 *
 *   name               compared with
 *   NEAR_CONTACT       a distance of the convex engine, of boxes or of hulls
 *   SHALLOW_DEPTH      a depth of the convex engine or of hulls
 *   SHALLOW_CYLINDERS  a depth of two cylinders by their frames, of the size of both
 *   SHALLOW_CONTACT    the deepest point of a manifold without a margin
 *   SWEEP_NEAR_START   the path of a sweep to the first contact: a start in contact is possible
 *   ROUND_SWEEP_START  the gap of two capsules at the start of a sweep
 *   CLEAR_MISS         the clearance of a cast that missed: above it no start in contact */
#define NEAR_CONTACT (CAROM_REAL_EPSILON > 1e-10 ? 1e-7 : 1e-12)
#define SHALLOW_DEPTH 1e-7
#define SHALLOW_CYLINDERS 1e-6
#define SHALLOW_CONTACT (CAROM_REAL_EPSILON > 1e-10 ? 1e-6 : 1e-7)
#define SWEEP_NEAR_START 1e-6
#define ROUND_SWEEP_START 1e-9
#define CLEAR_MISS 1e-9

/* ---- answers: pair.h, solver/engine.c */

/* A length: least distance of shapes that do not touch but are nearer than rounding, for which
 * DBL_EPSILON of the coordinates is answered otherwise. Float holds it. */
#define APART_LEAST 0x1p-120
/* Of the sizes: how early sweeps of curved shapes may end, and of the distance: the gap of the
 * bounds at which GJK ends on curved shapes. Neither is finer than carom_real can hold. */
#define SWEEP_TOLERANCE (CAROM_REAL_EPSILON > 1e-10 ? 3e-8 : 1e-13)
#define CLOSEST_TOLERANCE (CAROM_REAL_EPSILON > 1e-10 ? 1e-8 : 0.0)
/* Cosine of normal and motion up to which a contact slides: 128 u of carom_real. */
#define SWEEP_STEADY (64.0 * (double)CAROM_REAL_EPSILON)
/* A length: from this distance on points may be beyond the range of carom_real. */
#define CLOSEST_FAR ((double)CAROM_REAL_MAX * 0x1p-4)
/* Of a limit: above the rounding of a distance to carom_real and of the engine's bounds, so that
 * no pair is given up that is answered as within it. */
#define CLOSEST_LIMIT_ROUNDING (8.0 * (double)CAROM_REAL_EPSILON)

/* ---- pose/convex_view.c, pose/shape_check.c */

/* Squared lengths whose roots and reciprocals are right to rounding. */
#define VIEW_SQUARE_MIN 1e-240
#define VIEW_SQUARE_MAX 1e240
/* A hull is rigid where its axes differ by less than this from orthonormal ones, and its centre is
 * no farther from its origin than this many radii. Empirical: above what the rounding of
 * quaternions to float does. */
#define RIGID_DISTORTION 2e-6
#define RIGID_CENTER_MAX 1e6
/* Of valid axes: |length^2 - 1| and cosine between two. Empirical: far above the rounding of
 * whatever made the axes. */
#define SHAPE_AXES_TOLERANCE 1e-3

/* ---- solver/box_pairs.c */

/* Of the distance up to which boxes are near, NEAR_CONTACT of their size: so that it is 45 u of the
 * size in either precision, by which the overlap along the axis and that at the point may differ.
 * Empirical. */
#define STANDING_DISTANCE (5e-15 / NEAR_CONTACT)

/* Half-extents and extents of which float holds products of six. */
#define STANDING_SIZE_MIN 1e-5
#define STANDING_SIZE_MAX 1e5

/* ---- solver/line_pairs.c */

/* Of the size of both lines: closest points of coplanar lines no farther apart than this are one
 * point. Empirical; the exact sign of a determinant decides whether the lines are coplanar. */
#define LINES_MEET 1e-12
/* Of the size: gap at which Newton's method for the time of nearness has converged; 90 u. */
#define LINES_NEAR 1e-14

/* ---- solver/hull_pairs.c */

/* Coordinates of no extreme size. Empirical. */
#define HULLS_SMALL 1e-9
#define HULLS_LARGE 1e15
/* Of the squared sum of the radii, and of the squared lengths: what a sweep that passes the outer
 * balls must keep free beyond rounding. Empirical. */
#define HULLS_PASS_RADIUS2 1.002
#define HULLS_PASS_ROUNDING 1e-12
/* Squared lengths whose products are in range. */
#define HULLS_SQUARE_MIN 1e-100
#define HULLS_SQUARE_MAX 1e100

/* Of the size: 4500 u, by which the depth of a point that two faces share may differ from the least
 * depth. Empirical. */
#define STANDING_ROUNDING 5e-13

/* ---- solver/grazing.c */

/* Squared lengths that double-double normalization takes. */
#define GRAZING_SQUARE_MIN 1e-60
#define GRAZING_SQUARE_MAX 1e60
/* Of the stretch of a ray that is viewed: by so much it is made longer at either end, where the ray
 * does not end, so that an end is the ray's to the last digit. Empirical: above rounding. */
#define GRAZING_STRETCH 1e-6

/* ---- solver/toi_unbounded.c */

/* Sine over the whole motion: a turn that tilts a plane or line by less does not tilt it.
 * Empirical. */
#define UNBOUNDED_TILT 1e-12
/* Of the size of the pair: the stretch of two lines that turn which is followed. Empirical. */
#define UNBOUNDED_STRETCH 16.0

/* ---- round/round_frame.c, round/round_axes.h, round/round_axes.c */

/* Of the squared length of an axis: axes nearer than the root of it have a direction between them
 * that is rounding. */
#define ROUND_NEAR 1e-8
/* A length: the distance of thinner capsules may round to 0 in carom_real. */
#define ROUND_THIN (CAROM_REAL_EPSILON > 1e-10 ? 1e-25 : 1e-60)
/* Radii whose fourth powers, and squared lengths of axes whose squares, are in range. */
#define ROUND_RADIUS_MAX 1e75
#define ROUND_AXIS2_MIN 1e-120
#define ROUND_AXIS2_MAX 1e120
/* Of the squared radius sum: 8 u; farther from it, comparing squares decides as comparing roots
 * does. */
#define ROUND_SQUARES_DOUBT (4 * DBL_EPSILON)
/* Squared distance of axes, in double: those farther apart are left to the method by their ends. */
#define AXES_D2_MAX 1e240
/* Radius sums and squared sizes that the method by the axes' ends takes; the rest is left to
 * other solvers. */
#define ROUND_REACH_MIN 1e-150
#define AXES_REACH_MIN 1e-100
#define AXES_SIZE2_MIN 1e-200
#define AXES_SIZE2_MAX 1e150
/* Of the size: axes nearer than this cross, without a direction between them; nearer than the
 * second, the direction has lost digits that the axes still have. Empirical. */
#define AXES_CROSSING 1e-12
#define AXES_NEARBY 1e-5
/* Squared sines of axes: up to the first they are parallel, above the second they pass each other.
 * Empirical. */
#define AXES_CROSS_PARALLEL 1e-20
#define AXES_CROSS_PASSING 1e-6
/* Sine of the axes, or of an axis and the plane across the normal, below which capsules lie along
 * each other: 3 degrees. The squared sine between the axes is then less than the second: across the
 * normal a square, along it the square of a sum. Empirical. */
#define ROUND_ALONG_SINE 0.05
#define ROUND_ALONG_SINE2 (5.01 * ROUND_ALONG_SINE * ROUND_ALONG_SINE)

/* ---- round/round_contact.c, round/rounded_core.h */

/* Of an axis: a stretch of contact that is shorter is a point. Of the radius sum: depths
 * that differ by less are equal. Empirical. */
#define ROUND_STRETCH_MIN 1e-6
/* Of coordinates and radii: 128 u of carom_real, rounding of a distance that sums and differences
 * of rounded coordinates make. */
#define ROUNDED_DOUBT (64.0 * (double)CAROM_REAL_EPSILON)

/* ---- round/capsule_filter.h; its opening comment derives them */

#define CAPSULE_DOUBT (64 * FLT_EPSILON)
/* Products of two numbers are off by a smaller factor. */
#define CAPSULE_PRODUCTS (1 + 64 * FLT_EPSILON)
#define CAPSULE_UNDERFLOW (64 * FLT_MIN)

/* ---- round/capsule_box.h */

/* Of the lengths: 8192 u, 256 times what the comment of capsule_box.c derives, so that it is more
 * than what the solvers after it leave open. Empirical. */
#define CAPSULE_BOX_DOUBT 0x1p-40
/* Of the radius: above the rounding to carom_real of the distance with which the closed form
 * compares it, so that contact is what distance 0 says. */
#define CAPSULE_BOX_RADIUS (2.0 * (double)CAROM_REAL_EPSILON)
/* A squared length and a length: shorter gaps have lost digits; longer than what is lost. */
#define CAPSULE_BOX_SQUARE_MIN 1e-280
#define CAPSULE_BOX_LEAST 1e-130
/* Steps of Newton's method. Empirical: with two, more than nine of ten pairs are decided. */
#define CAPSULE_BOX_STEPS 2

/* ---- round/round_sweep_kernel.h */

/* Of the time: contact so near to the end of the motion is undecided. Empirical. */
#define ROUND_SWEEP_END 1e-12
/* Squared cosine of motion and normal below which a contact slides: rounding might turn the normal,
 * and the time has lost digits. Empirical. */
#define ROUND_SWEEP_SLIDE 1e-3
/* Of the size: gap at which Newton's method ends; the step that follows leaves the square of it. */
#define ROUND_SWEEP_STOP (CAROM_REAL_EPSILON > 1e-10 ? 1e-9 : 1e-14)
/* A length: the square of a longer motion may be out of range. */
#define ROUND_MOTION_MAX 1e120

/* ---- solver/function_cast.c */

/* Of coordinates: how much farther than its ball a path to a support function's set is followed,
 * many roundings of either. */
#define FUNCTION_CAST_MARGIN 1e-6

/* ---- contains/ */

/* Roundings, in DBL_EPSILON of the numbers that enter: of a height over a plane, of a squared
 * distance from an axis, of the quadratics of curved solids. */
#define PLANE_ROUNDINGS 16.0
#define AXIS_ROUNDINGS 32.0
#define CURVED_ROUNDINGS 64.0
/* Of coordinates: errors of a point's local coordinates in an oriented box, of its height over a
 * face of a hull, and over the plane of an ellipsoid without thickness. The first two fall back on
 * exact signs. */
#define OBB_HOLDS_ERROR (32.0 * (double)CAROM_REAL_EPSILON)
#define HULL_HOLDS_ERROR (64.0 * DBL_EPSILON)
#define ELLIPSOID_PLANE_ERROR (16.0 * DBL_EPSILON)
/* Of the coordinates of a set that is given by its support function: points that are no farther
 * from it are in it. Rounding of what the function returns, times the roundings of the pose. */
#define FUNCTION_HOLDS_ERROR (16.0 * (double)CAROM_REAL_EPSILON)
/* Of 1: error of the sum of squares in an ellipsoid's equation. */
#define ELLIPSOID_HOLDS_ERROR (32.0 * DBL_EPSILON)
/* Radii of the solid: images that are larger or farther are outside, and smaller ones overflow
 * nothing. */
#define IMAGE_SIZE_MAX 2.0
/* Radii: slack of the first test of levels. Squared radii: beside samples below it no cut exceeds
 * the limit. Empirical. */
#define CUT_LEVEL_SLACK 1e-3
#define CUT_SAMPLE_MIN 0.5
/* Of the diagonal: sum of the other entries at which Jacobi's rotations end. */
#define JACOBI_END 1e-20

#endif
