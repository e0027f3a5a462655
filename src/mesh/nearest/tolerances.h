/* Thresholds and error bounds of the nearest triangles (src/mesh/nearest), file by file. u is half
 * an ulp of 1: 2^-24 of float, 2^-53 of double. "In the frame" means in the mesh's frame, which the
 * mesh fills to about [-1, 1]. */
#ifndef CAROM_MESH_NEAREST_TOLERANCES_H
#define CAROM_MESH_NEAREST_TOLERANCES_H

/* ---- nearest_search.c */

/* Largest scale of the frame, and the inverse of the smallest, with which differences of
 * coordinates stay in the range of float. */
#define NEAR_SCALE_MOST 0x1p100
/* Largest coordinate of the point, in the frame, with which squares stay in the range of float and
 * triangles are bounded; and with which boxes are. */
#define NEAR_FAR 0x1p20
#define NEAR_FARTHEST 0x1p50
/* Error of a triangle's bound, relative to the distance of corners: three roundings u of the
 * point's offsets from corners, three of a product of two such vectors; rounded up. */
#define NEAR_ERROR (8.0 * 0x1p-24)
/* Above the coordinates of all corners, in the frame. */
#define NEAR_CORNER 4.0
/* The nearest point in float is off by the rounding of a corner's offset (3 of the 8 that
 * near_query.error counts, of its ulps), of two edges, their products and sums, and of the weights,
 * which may leave the triangle by 4 ulps of the edges. */
#define NEAR_POINT_ERRORS 3.0
/* Of squared distances: for triangles that may tie with the nearest when both are rounded to
 * carom_real, and for the roundings of limits and of the squares of boxes. */
#define NEAR_TIES (1.0 + 0x1p-17)
/* A coordinate is lowered by 2 u, relative, and by an absolute part for numbers below the normal
 * range, before its conversion to float, which loses u. */
#define NEAR_CONVERSION 0x1p-23
#define NEAR_CONVERSION_LEAST 1e-40
/* The parameter x in (s + e)^2 <= s^2 (1 + x) + e^2 (1 + 1 / x): about the relative error of the
 * distance, which far away, where errors are about those of the point, falls with its square.
 * Empirical: any x > 0 is correct. */
#define NEAR_GROWTH_FAR 0x1p-10
#define NEAR_GROWTH_LEAST 0x1p-19
/* Of e^2 (1 + 1 / x): above its roundings, and those of squares below the normal range. */
#define NEAR_SLACK_ROUNDING 0x1p-17
#define NEAR_SLACK_LEAST 0x1p-98

/* ---- near_kernel.c, nearest_order.h, near_bounds.h */

/* Of limits, relative: above the roundings of a square and a conversion to float. */
#define NEAR_UP (1.0 + 0x1p-20)
/* A squared distance above those of all triangles; unused places of a node are infinitely far. */
#define NEAR_EVERYTHING 0x1p120
/* Added to squared distances, so that sums stay normal: denormal numbers are slow, and may be
 * flushed to 0. */
#define NEAR_NOTHING 0x1p-100F
/* A key is at most this much larger than its square: seven bits of 24 hold the place. */
#define NEAR_KEY_UP (1.0F + 0x1p-15F)
/* Of the extent of a box, added to its squared distance in the descent: it decides only among boxes
 * that hold the point or nearly so. Empirical: any weight is correct. */
#define NEAR_SIZE_COUNTS 0x1p-20F
/* Above what the product of two squares loses below the normal range of float. */
#define BOUND_UNDERFLOW 1e-35F

/* ---- k_nearest.c */

/* Of the distance of the last point's farthest triangle: a longer step to the next point gives a
 * limit too large to be worth its distances. Empirical. */
#define STEP_SHARE 0.5

/* ---- near_touch.c */

/* Of the radius, relative: above the roundings of the distance to a box in double. */
#define TOUCH_ROUNDING 1e-12
/* Least squared radius: below, squares of gaps underflow. */
#define TOUCH_LEAST 1e-280

/* ---- mesh_grid.c */

/* Of all coordinates: the error of a distance of the triangle kernel in double (SIDE_TIE and
 * SIDE_ROUNDING below), which is less than half of it, and of bounds in double. */
#define SAMPLE_KERNEL 1e-13
/* Epsilons of carom_real, of all coordinates: half a one each for the sample's three coordinates,
 * its distance, and the bounds; rounded up. */
#define SAMPLE_EPSILONS 4.0
/* Of a neighbour's distance and a cell: above the rounding of both. */
#define SAMPLE_HINT (1.0 + 0x1p-20)

/* ---- signed_distance.c */

/* Error of a squared distance d^2 of the triangle kernel in double, SIDE_TIE d^2 + SIDE_ROUNDING d
 * reach, where reach is the largest extent of the triangle as it appears from the point. */
#define SIDE_TIE 1e-13
#define SIDE_ROUNDING 1e-14
/* Between these squared distances the products of the kernel stay in the range of double. */
#define SIDE_LEAST 1e-90
#define SIDE_MOST 1e90
/* The search for the nearest visits triangles that may tie with it when rounded to float; relative
 * to squared distances, and less than NEAR_TIES grants. */
#define SIDE_KEPT 0x1p-19
/* The direction from the true nearest point is off by an angle of at most this times
 * sqrt(slack / d^2). */
#define SIDE_NOISE 8.0

/* ---- mesh_hausdorff.c */

/* Of all coordinates, in units of carom_real: points of pieces are rounded by a half in each of
 * three coordinates, their middles and distances by a few more. */
#define HAUSDORFF_ROUNDINGS 4.0

/* ---- mesh_topology.c */

/* A volume is known to have a sign when it exceeds this part of the sum of the sizes of its
 * tetrahedra: 2^23 u. Empirical. */
#define VOLUME_ROUNDING 1e-9

#endif
