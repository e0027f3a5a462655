/* Thresholds and error bounds of the rays against a BVH8 (src/mesh/ray), file by file. u is half an
 * ulp of 1: 2^-24 of float, 2^-53 of double. "In the frame" means in the mesh's frame, which the
 * mesh fills to about [-1, 1]; times there are lengths along the direction's largest component. */
#ifndef CAROM_MESH_RAY_TOLERANCES_H
#define CAROM_MESH_RAY_TOLERANCES_H

#include <float.h>

/* ---- bvh8_ray.h, bvh8_ray.c */

/* Of a time in the frame, relative: eight float roundings of u, 4.77e-7, rounded up. */
#define TIME_BOUND_ROUNDING 4.8e-7
/* A ray without bounds enters every slab at -1e6 and leaves it at 1e6, with inverse directions of
 * 1: far beyond the times of any mesh in its frame, which stay below 16. */
#define UNBOUNDED_SHIFT 1e6F

/* ---- ray_setup.h: boxes */

/* Error of a plane's time, for times of up to 16 in the frame, as a distance along an axis of a
 * direction whose largest component is in [1, 2): four float roundings of such a time, 2^-17, and
 * two roundings of a plane within 2. The rounding of a shift grows with the distance of the start,
 * as does its own margin. */
#define TIME_SLACK 1.52587890625e-5 /* 2^-16 */
/* A component whose inverse is above this does not move a ray within such times. */
#define LARGEST_INVERSE 1099511627776.0 /* 2^40 */
/* Of the distance of the start from the middle, in the frame: four float roundings of u. */
#define LOCAL_ROUNDING 2.4e-7
/* Covers the rounding of the error of a moved start when it is scaled into the frame. */
#define START_ERROR_SHARE 1.001

/* ---- ray_setup.h: the move of a start */

/* A first time in the frame below this one does not move the start. */
#define NEAR_TIME 4.0
/* A start is moved to at most this time, in the frame, before the point of the ray that is nearest
 * to the middle; within NEAR_START of the middle the mesh lies within less. */
#define START_LEAD 8.0
/* Error of origin + t * direction in double, relative to the largest components of both terms:
 * eight roundings of u, rounded up. */
#define START_ROUNDING 8.9e-16

/* ---- ray_setup.h: triangles */

#define FLOAT_ROUNDING 5.9604644775390625e-8 /* 2^-24: u of float, relative */
/* The bound on the error of a side in ray_packet_filter.h, RELATIVE * squares + ABSOLUTE. For each
 * of the sums in it: */
#define SIDE_RELATIVE 2.442e-4F /* above 2^-12 + 2^-21 */
#define SIDE_ABSOLUTE 4110.0    /* above 2^12 + 4, and roundings; times the error of corners^2 */
/* What the two products of a side lose below the normal range. */
#define SIDE_UNDERFLOW (16.0 * (double)FLT_MIN)
/* In the frame: the mesh lies within 2 of the middle along each axis, so no corner is farther from
 * a start than the start from the middle and this; with roundings. */
#define MESH_RADIUS 2.001
/* Error of float coordinates relative to the distance of the corner: ten roundings of u, derived in
 * ray_packet_filter.h. */
#define RAY_CORNER_ROUNDINGS 10.0

/* ---- ray_setup.h: times */

/* Twice the relative change of a time that is rounded to carom_real and back, and of t_min and
 * t_max that are rounded in the frame. */
#define RAY_TIME_ROUNDING 3.814697265625e-6F /* 2^-18 */
/* Absolute, above such a rounding below the normal range of float. */
#define TIME_UNDERFLOW 1e-30F
/* Absolute, above what a conversion to float loses below its normal range. */
#define FLOAT_UNDERFLOW 1e-36
/* The largest t_min in the frame that is kept: a float below FLT_MAX. */
#define LARGEST_T_MIN 1e38
/* What eight float roundings of u take from a time, or add to it, at most. */
#define LEAST_TIME_PART (1.0F - 4.8e-7F)
#define MOST_TIME_PART (1.0F + 4.8e-7F)

/* ---- ray_setup.h: ranges outside of which the filters decide nothing; chosen so that no product
 * of setup leaves the range of double, or the caller's times that of carom_real */

#define LARGEST_NUMBER 1e250 /* components of a direction, and bounds on times */
#define LEAST_NUMBER 1e-250
#define LARGEST_DISTANCE 1e30 /* of the start from the middle, along an axis of the frame */
#define LEAST_TIME_SCALE 1e-280
#define LARGEST_TIME_SCALE 1e280
/* A larger scale brings the caller's times close to the ends of the range of carom_real. */
#define LARGEST_SCALE (1e-10 * (double)CAROM_REAL_MAX)
/* The time by which a start was moved, and this more, above the 16 that a mesh takes, is at most
 * this part of the largest time that carom_real holds. */
#define MOVED_LEAD 100.0
#define MOVED_PART 1e-3

/* ---- ray_setup.h: rays that start near the mesh, in float. Times are in units of the caller's
 * direction, but for the mesh's scale. From a start within NEAR_START to planes within 2 the start,
 * its product and the shift lose one rounding u of 12 each, the inverse two, the sum one of 14 and
 * the plane's product one of 2: 4.8e-6 in all, of which TIME_SLACK is three times. The compact
 * form's shift, computed anew for a node, loses one of 14 more. Meshes and directions of these
 * sizes keep every number of setup far from the ends of the range of float. */

#define NEAR_DIRECTION 4294967296.0F /* 2^32: the largest component, and its inverse */
/* As LARGEST_INVERSE, for directions that are not scaled. */
#define NEAR_INVERSE (NEAR_DIRECTION * (float)LARGEST_INVERSE)

/* ---- ray_packet_block.h */

/* Of t_min, t_max and starts that are computed with a scale and a middle in float, relative: eight
 * roundings u, twice over. */
#define NEAR_ROUNDING 9.6e-7F
/* The largest component of the middle, in the frame, with which NEAR_ROUNDING of a start remains
 * small, and all numbers far from the ends of the range of float. Empirical. */
#define NEAR_CENTER 256.0F
/* Error of the product t * scale in double and its difference with a moved start, relative to the
 * move: nine roundings of u. */
#define MOVED_ROUNDING 1e-15
/* Above 1 + u of float: a number that is multiplied by it and converted is not below itself. */
#define ABOVE_CONVERSION 1.000001

/* ---- ray_packet_bounds.h */

/* Starts of a packet, in the frame, and its directions, each over its largest component, differ by
 * no more than this; else the beam keeps too much. Empirical. */
#define BLOCK_SPREAD 0.25F
/* Error of starts, in the frame; with a larger one boxes grow too much. Empirical. */
#define LARGEST_BOX_ERROR 0.01F
/* Components of directions over which LARGEST_INVERSE does not move a ray near the mesh. */
#define BLOCK_DIRECTION 1024.0F
/* Covers the roundings of the beam's own view, relative: above 2^10 u. */
#define VIEW_SHARE 1.0001F
/* Of a corner, for each step along the last axis: above the roundings of 2^-22 of its shear. */
#define TILT_ROUNDING 1e-6F

/* ---- ray_packet_filter.h */

/* Above the relative rounding of the height of a plane over the ray; times u and the quotient of
 * the squares by the area. */
#define SLOPE_ROUNDINGS 16.0F
/* The error of a height by that of the corners: times the slope, sqrt(squares) / area. */
#define SLOPE_SHARE 4.1F
/* Where roundings of a slope exceed this the plane is along the ray, and its height unknown. */
#define EDGE_ON 0.0625F

/* ---- ray_leaf_filter.h: derived at error_of_sides */

/* Of q, by which coordinates are off at most: 9 u (M + Z). */
#define COORDINATE_ROUNDINGS 9.0F
/* 4 q (M + q), and its own roundings. */
#define SIDE_SHARE 4.05F
/* The sum of the three sides is off by three errors of a side, and its own roundings. */
#define SUM_ERRORS 4.0F

/* ---- ray_packet_resolve.h: the same tests as decide_products, in query/raycast */

/* Of the determinant's error: below, products may have underflown. */
#define DET_ERROR_LEAST 1e-200
/* Relative to t: above its relative error 2 / TRIANGLE_MARGIN. */
#define TIME_SEPARATION 1e-8
/* The squared length of a normal that is normalised in double without scaling. */
#define NORMAL_SQUARE_LEAST 1e-240
#define NORMAL_SQUARE_LARGEST 1e240

/* ---- ray_triangle_exact.h */

/* Products of the largest components of two sides, whose cross product is then in the range of
 * double with its square. */
#define AREA_LEAST 1e-100
#define AREA_LARGEST 1e100
/* Products of three floats are in the range of double; carom_real is float where its largest number
 * is below this. */
#define FLOAT_RANGE 1e39
/* Where det, at most seven times the product of both sides and the direction, is above these, and
 * sides below SIDE_LARGEST, no product of the three underflows or overflows in double. */
#define DET_LEAST 1e-180
#define DET_LEAST_PER_DIRECTION 1e-99
#define SIDE_LARGEST 1e50
/* carom_real is float where its epsilon is above this. */
#define FLOAT_EPSILON_ABOVE 1e-10
/* Twice TIME_SEPARATION: the time is rounded once more. */
#define RANGE_SEPARATION 2e-8

/* ---- path_box.h */

/* Of coordinates, relative: a box and the radius grow by it. Above 90 roundings of u. */
#define BOX_ROUNDING 1e-14
/* Of times, relative: above the roundings of a difference, a product and an inverse. */
#define ENTRY_ROUNDING 1e-13

/* ---- mesh_ray_all.c */

/* Times of hits at one place differ by rounding over the sine of the angle between ray and
 * triangle. Hits within this part of t are compared by the corners of what they hit. Empirical. */
#define TWIN_MARGIN 0x1p-19

/* ---- ray_packet_kernel.c */

/* Trees with more bytes of nodes and corners are beyond the caches of a core. Empirical: in turn a
 * batch of rays in all directions took 0.9 times the speed on 3 MB, as they were all in the cache,
 * and 1.3 times on 7 MB. It decides no answer. */
#define CACHED_TREE_BYTES ((size_t)1 << 22)

#endif
