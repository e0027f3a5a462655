/* Tolerances of the queries on pairs of meshes, by file. A factor 1 + X or 1 - X widens a bound by
 * the relative rounding X of its evaluation. */
#ifndef CAROM_MESH_PAIR_TOLERANCES_H
#define CAROM_MESH_PAIR_TOLERANCES_H

/* ---- shared */

/* Relative: bounds that are rounded to float or formed from float; sixteen units of 2^-24. */
#define PAIR_FLOAT_ROUNDING 1e-6
/* Boxes are grown by this many times the error of a posed vertex. Empirical, above the vertex, the
 * inverse map and the box's own rounding. */
#define PAIR_BOX_NOISES 4.0

/* ---- pair_frame: affine maps of poses and boxes */

/* Relative to the reach of the posed coordinates: a few roundings of carom_real in the transform of
 * a point, and of double in the maps. Empirical. */
#define PAIR_POSE_ROUNDING (4.0 * CAROM_REAL_EPSILON + 1e-13)
/* A pose is near a rotation when its squared stretch m^2 lies between these and the vector part of
 * its quaternion is shorter than the square root of the third; a unit quaternion has 1 and at most
 * 1. Empirical; nothing is pruned beyond them. */
#define PAIR_STRETCH2_LEAST 0.6
#define PAIR_STRETCH2_MOST 1.6
#define PAIR_QUAT_VECTOR2_MOST 1.5
/* Relative: rounding of the stretch. Empirical. */
#define PAIR_SHRINK_ROUNDING 1e-9
/* Relative: rounding of a distance of two boxes, formed by some tens of operations in double. */
#define PAIR_BOX_DISTANCE_ROUNDING 1e-12
/* Squared lengths from here on may have overflowed or lost their root's accuracy. */
#define PAIR_SQUARE_MOST 1e300

/* ---- pair_walk: float maps between the trees */

/* Relative to a map's largest row sum: above the error of a box that is mapped in float; 2^-19. */
#define PAIR_LANE_ERROR 1.9073486328125e-6
/* Maps and scales from here on may overflow float in a product with a coordinate. */
#define PAIR_LANE_MAP_MOST 1e30
#define PAIR_LANE_SCALE_LEAST 1e-30
/* Error of boxes, in units of the tree's frame, from which on squared gaps along lines may overflow
 * float. */
#define PAIR_LINE_TEST_ERROR_MOST 1e4F

/* ---- pair_kernel, pair_boxes, pair_lanes: float lanes */

/* Factor on a limit, or on its square, that covers the rounding of the product: eight units of
 * 2^-23 and more. */
#define PAIR_LIMIT_FLOAT_ROUNDING 1.000001F
/* The same for the tests along lines, which compare products of three factors. */
#define PAIR_LINE_LIMIT_ROUNDING 1.000002F
/* Factor on a squared distance of boxes: above the rounding of its sum and squares. */
#define PAIR_BOX_KEY_ROUNDING 0.999996F
/* Added to the squared distance of centers before the division gap * (gap / length^2): no division
 * by zero, and no square of a square, which might overflow. */
#define PAIR_CENTER_DISTANCE2_LEAST 1e-30F
/* Squared distance of the leaves' centers below which the line between them is not used. */
#define PAIR_LINE_LENGTH2_LEAST 1e-20F
/* Of (L + e)^2 (e + L 2^-23): error of a triple product, derived in pair_lanes.h. */
#define PAIR_TRIPLE_ERROR 64.0F
/* 2^-23. */
#define PAIR_LANE_ULP 1.1920929e-7F
/* Of the largest coordinate: error of a vertex that is mapped in double and rounded to float;
 * 2^-22. */
#define PAIR_CORNER_ULP 2.3841858e-7F
/* 2^-100: above every product that has underflowed in a triple product. */
#define PAIR_PRODUCT_LEAST 7.888609e-31F
/* Errors of a vertex by which a gap of two triangles along a unit direction is lowered. Empirical,
 * above the two vertices and the rounding of the scalar products. */
#define PAIR_DISTANCE_CORNER_ERRORS 8.0F

/* ---- pair_closest, pair_gaps: the distance in double */

/* Relative: rounding of the limit as it is carried into the tree's frame. */
#define PAIR_LIMIT_ROUNDING 1e-9
/* Relative: rounding of a squared gap of two boxes. */
#define PAIR_GAP_SQUARE_ROUNDING 1e-12
/* Relative to the coordinates: error of the distance that carom_closest_triangle_triangle
 * returns. */
#define PAIR_TRIANGLE_DISTANCE_ERROR 1e-13
/* Of edge^2 (off + edge): rounding of heights over a plane; at least 24 roundings of each, as
 * derived at gap_across_plane. */
#define PAIR_PLANE_GAP_ERROR (32.0 * DBL_EPSILON)
/* Squared normals outside of this range may have lost accuracy by underflow or overflow. */
#define PAIR_PLANE_NORMAL2_LEAST 1e-240
#define PAIR_PLANE_NORMAL2_MOST 1e240

/* ---- pair_plane */

/* Height over the longest edge: triangles thinner than this may owe it to the rounding of poses in
 * float. Any value is valid. */
#define PAIR_SLIVER 1e-5

/* ---- point_in_mesh: crossing parity */

/* Of the volume: what the sum over an open mesh may differ from it by for the mesh to count as a
 * solid with small holes. A missing side takes 1/3 away on one axis. */
#define PAIR_HOLE_SHARE 0.3
/* The posed bounding box is grown by this many times the error of a posed vertex. */
#define PAIR_POSED_BOX_NOISES 2.0
/* A segment ends beyond the box's side: its length is the distance to the side times this
 * factor, plus this share of the box's half extent. Any values above 1 and 0 are valid. */
#define PAIR_SEGMENT_OVERSHOOT 1.0625
#define PAIR_SEGMENT_SIZE_SHARE 0.001

/* ---- segment_walk: slab test */

/* Relative to the segment's coordinates: rounding of its ends as they are carried into the mesh's
 * frame, some hundreds of units of 2^-53. Empirical. */
#define PAIR_SEGMENT_ROUNDING 1e-13
/* Of the segment's parameter: rounding of the quotients. */
#define PAIR_SEGMENT_TIME_ROUNDING 1e-12

/* ---- winding_boundary, solid_angle: winding numbers */

/* In turns: error bound up to which a run is replaced by its chord. Only |number| > 1/2 is decided,
 * and a sum within its own error of 1/2 is evaluated again by all edges. Empirical. */
#define PAIR_CHORD_ERROR_MOST (1.0 / 128.0)
/* Factor on squared radii and areas, above their rounding. */
#define PAIR_CHORD_ROUNDING 1.001
/* In turns: rounding of a sum of angles. Empirical. */
#define PAIR_ANGLE_SUM_ROUNDING 1e-9
/* The product of complex numbers is rescaled outside of this range, before it can leave double's.
 */
#define PAIR_ANGLE_PRODUCT_LEAST 1e-100
#define PAIR_ANGLE_PRODUCT_MOST 1e100

#endif
