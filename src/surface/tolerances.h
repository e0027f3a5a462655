/* Tolerances of the queries of shapes against surfaces, by file. "Of the coordinates" means
 * relative to the largest magnitude that enters the computation; a factor 1 + X or 1 - X covers
 * the relative rounding X. */
#ifndef CAROM_SURFACE_TOLERANCES_H
#define CAROM_SURFACE_TOLERANCES_H

/* ---- surface_directional_depth */

/* Relative to the sizes: depths and steps up to this are rounding. Empirical, above the posing in
 * carom_real and the solver's tolerance in double. */
#define ALONG_ROUNDING (16.0 * (double)CAROM_REAL_EPSILON + 1e-12)
/* In units of the rounding: how far a shape moves beyond a contact, so as to overlap the surface.
 */
#define SURFACE_OVERSHOOT 2.0

/* ---- surface_classify */

/* Of the sum of the terms' magnitudes: rounding of a height over a plane, some tens of units of
 * 2^-53. */
#define HEIGHT_ROUNDING 1e-14

/* ---- surface_contact, surface_touch, triangle_clip */

/* Cosine, of 5 degrees, above which the normals of two contacts belong to one manifold. */
#define SAME_FACING 0.9962
/* Sine up to which a normal counts as unchanged by the correction at internal edges: rounding. */
#define CORRECTED_LEAN 1e-3
/* Of size and margin: rounding of the gap across a triangle's plane. */
#define OFF_PLANE_ROUNDING 1e-12
/* Of the shape's size, and of the coordinates: errors of an estimated depth. Axes from a quaternion
 * in float are orthonormal to 2e-6. */
#define ESTIMATE_ROUNDING 1e-5
#define ESTIMATE_FAR_ROUNDING 1e-12
/* Sizes between which squares of lengths stay in the range of double, and depths in that of float.
 */
#define ESTIMATE_SIZE_LEAST 1e-30
#define ESTIMATE_SIZE_MOST 1e30
/* A little below REFERENCE_COSINE. */
#define NOWHERE_OVER_COSINE 0.9799
/* Components of unit normals of faces in one plane: their rounding. */
#define SAME_FACE 1e-9
/* Of the shape's size, and of the normal: by how much the depth along the normal of a plane, and
 * along one that equals it but for CORRECTED_LEAN, differ at most. */
#define PLANE_LEAN 0.02
/* A little more than the sine at SAME_FACING. */
#define SAME_FACING_SINE 0.0873
/* Least cosine of a plane that bounds a depth along a direction. */
#define PLANE_COSINE 0.01
/* Below and above REFERENCE_COSINE by more than the rounding of a unit normal. */
#define WEAK_COSINE (REFERENCE_COSINE - 1e-9)
#define ACROSS_COSINE (REFERENCE_COSINE + 1e-9)
/* Errors of the cosine between normals that are rounded to float, and, in steps of a component (see
 * TOUCH_NORMAL_STEPS), of one that is estimated. */
#define FACING_DOUBT 1e-5
#define TOUCH_NORMAL_DOUBT 0.01
/* Of the coordinates: rounding of a depth, by which the pool's margin grows. */
#define POOL_MARGIN_ROUNDING (2.0 * DBL_EPSILON)
/* Of the coordinates: the sides of a triangle are moved outwards by this, so that a point on the
 * side of two triangles is over at least one of them. */
#define CLIP_GROW 1e-13

/* Of the coordinates: a point is beyond a side by more than CLIP_GROW and all rounding. */
#define BESIDE_ROUNDING 1e-9

/* Least cosine of a face that covers triangles, greatest deviation of its corners from its plane
 * and distance of what it covers from its sides, both of its size: above SAME_POINT. Empirical. */
#define COVER_COSINE 0.5
#define COVER_IN_PLANE 1e-9
#define COVER_MARGIN 1e-5

/* ---- surface_within */

/* Relative: above the rounding of a distance in carom_real and of a sum with a radius, several
 * times CAROM_REAL_EPSILON. */
#define WITHIN_BALL_ROUNDING (16.0 * (double)CAROM_REAL_EPSILON)
/* Of the distance, and of the coordinates: by how much the test of overlap with a distance and the
 * distance of closest points may differ. Empirical, three decimals above the errors of closest
 * points (dispatch.h) and those of carom_real. */
#define WITHIN_ROUNDING (16.0 * (double)CAROM_REAL_EPSILON)
#define WITHIN_SIZE_ROUNDING 1e-9
/* Coordinates between these need no scaling: see carom_tame_pair. */
#define WITHIN_SIZE_LEAST 1e-30
#define WITHIN_SIZE_MOST 1e30

/* ---- surface_depth */

/* Relative: above the rounding of a bound on the depth in float. */
#define DEPTH_KEY_ROUNDING 1e-6

/* ---- surface_motion */

/* Of the coordinates: rounding of a segment's difference, which its end inherits. */
#define SEGMENT_END_ROUNDING 1e-14
/* Relative: rounding of a box that is grown by the target distance. */
#define TARGET_ROUNDING 1e-12

/* ---- surface_bound */

/* Of the coordinates: above the rounding of several operations in double; ninety units of 2^-53. */
#define REACH_SLACK 1e-14
/* The same, for a bounding box, a height over a plane and a distance from a line. */
#define SURFACE_BOX_SLACK (4.0 * REACH_SLACK)
#define PLANE_GAP_SLACK (4.0 * REACH_SLACK)
#define LINE_GAP_SLACK (8.0 * REACH_SLACK)
/* Squared sine of the angle of a line and an axis, below which their cross product is left out; the
 * squares of the three sum to 2, so that at least two are above. */
#define LEAST_CROSS_SQUARE 0.25
/* Relative: rounding of a gap. */
#define GAP_ROUNDING 1e-12
/* Squared gaps outside of this range may have lost accuracy by underflow or overflow. */
#define GAP_SQUARE_LEAST 1e-280
#define GAP_SQUARE_MOST 1e280
/* Of the coordinates and the motion: growth of a box in a slab test. */
#define SURFACE_SWEEP_SLACK 1e-13
/* Of the motion: rounding of the times of a slab test. */
#define SURFACE_TIME_ROUNDING 1e-12
/* Relative and of the motion: rounding of a speed towards a plane or from a line. */
#define SURFACE_SPEED_ROUNDING 1e-12
#define SPEED_SLACK 1e-14

/* ---- surface_toi */

/* Of the coordinates of a box: more than the tolerances of its parts, which follow their sizes, can
 * differ by. Empirical. */
#define TOI_BOX_SLACK 1e-6
/* Of shape, surface and motion: rounding of a box that is carried into the surface's frame. */
#define TURN_BOX_SLACK 1e-12
/* Of the motion, absolute: triangles that are reached within this time after the best are still
 * tested, so that ties are decided by index. Empirical. */
#define TURN_TIME_TIE 1e-9
/* Of the magnitudes of shape, surface and vertex: rounding of heights over a plane in double, some
 * 450 times DBL_EPSILON. Empirical. */
#define TURN_PLANE_SLACK 1e-13
/* Of the radius about the pivot: how far a shape turns for the time of impact of boxes to pay.
 * Empirical. */
#define FAR_TURNING 0.5

/* ---- surface_box */

/* Of the coordinates: rounding of a shape that is transformed into the surface's frame. Empirical,
 * above the roundings of a transform. */
#define POSED_BOX_ROUNDING (16.0 * (double)CAROM_REAL_EPSILON)

/* ---- obb_bound */

/* Deviation of squared lengths from 1 and of scalar products from 0 up to which axes count as
 * orthonormal. */
#define ORTHONORMAL_ERROR 1e-5
/* Part of a gap and of the sizes by which the deviation of the axes may raise a bound. */
#define OBB_SLACK (4.0 * ORTHONORMAL_ERROR)
/* Squares of sizes between these stay in the range of double. */
#define OBB_SIZE_LEAST 1e-100
#define OBB_SIZE_MOST 1e100
/* Of the coordinates: rounding of a gap along the direction of nearest points. */
#define NEAREST_AXIS_ROUNDING 1e-13
/* Of the coordinates: rounding of a gap in double. */
#define OBB_GAP_ROUNDING 1e-13

/* Steps of a component between normals of touches that count as different: 1/1000 is far above
 * rounding, and far below the angle between groups. */
#define TOUCH_NORMAL_STEPS 1000.0

#endif
