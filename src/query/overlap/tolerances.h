/* Error bounds and ranges of the overlap filters. A filter decides only beyond its bound; all else
 * goes to exact arithmetic, so a larger bound costs time only. u = 2^-53 is the relative error of
 * one rounding in double. */
#ifndef CAROM_QUERY_OVERLAP_TOLERANCES_H
#define CAROM_QUERY_OVERLAP_TOLERANCES_H

#include "carom/base.h"
#include <float.h>

#define OVERLAP_ROUNDING 1.1102230246251565e-16 /* u = 2^-53 */

/* ---- underflow, absolute: above what products lose below the normal range */

#define DETERMINANT_UNDERFLOW 1e-290 /* of products of three differences */
#define SAT_UNDERFLOW 1e-280         /* of sums of many such products */
#define SQUARE_UNDERFLOW 1e-200      /* of squared lengths */
#define ROOT_UNDERFLOW 1e-150        /* of a root of a squared length */
#define SEGMENT_LEAST 1e-300         /* of a component of a segment */

/* Sizes so small that products lose digits to underflow are not decided by lanes. */
#define SMALLEST_BAND (64 / CAROM_REAL_MAX)

/* ---- range, absolute: sizes within which products neither overflow nor lose digits */

#define CUBE_MOST 1e90      /* products of three sizes, with small factors, stay below DBL_MAX */
#define CUBE_LEAST 1e-90    /* and above the normal range, with their relative errors */
#define SQUARE_MOST 1e150   /* products of two sizes stay below DBL_MAX */
#define SQUARE_LEAST 1e-120 /* and above the normal range, with their relative errors */

/* overlap_segment.c: the volume of two segments stays in range; a bound below DETERMINANT_MOST
 * belongs to a determinant that did not overflow. */
#define SKEW_MOST 1e100
#define DETERMINANT_MOST 1e280

/* ---- determinants in double: overlap_triangle.c, overlap_segment.c, overlap_polyhedron.c */

/* A 3x3 determinant of rounded differences, relative to the product of their sizes: 6 products with
 * at most 9 roundings on any path, 54u. */
#define DETERMINANT_ERROR 6e-15

/* overlap_triangle.c, in the caller's precision, of the product of the sizes: roundings stay below
 * 12 halves of an epsilon. */
#define VOLUME_BAND (16 * CAROM_REAL_EPSILON)

/* ---- overlap_aabb_triangle.c, overlap_segment.c */

/* Of size * edge: the roundings of centre, differences and products together stay below 32u. */
#define GAP_ERROR 4e-15

/* In the caller's precision: roundings on an edge's axes stay below 16 halves of an epsilon of the
 * sizes' square, on the normal below 24 of their cube; twice that, as gaps are doubled. */
#define EDGE_BAND (32 * CAROM_REAL_EPSILON)
#define FACE_BAND (32 * CAROM_REAL_EPSILON)

/* overlap_polyhedron.c: times the error bound of a projected vertex. A gap is the difference of two
 * such values; the third bound is for its rounding. */
#define SOLID_GAP_BOUNDS 3.0

/* ---- oriented boxes: of the boxes' size (half-extents and distance); empirical. They cover the
 * rounding of the axes to carom_real, half an epsilon of each component, and the arithmetic. */

/* batch/kernel_overlap.h: twice BOX_AXES_CERTAIN. What is certain there is certain for the single
 * function, too, which matters for boxes whose axes are not orthonormal, where filters may err. */
#define OBB_LANES_BAND (256 * FLT_EPSILON)
#define OBB_LOCAL_BAND (32.0 * (double)CAROM_REAL_EPSILON) /* a shape in the frame of a box */
#define SPHERE_OBB_BAND (16.0 * (double)CAROM_REAL_EPSILON)

/* Absolute: sizes whose cubes, with the small factors of the band, do not underflow. */
#define OBB_TRIANGLE_LEAST 1e-80
/* Times OBB_LOCAL_BAND: the band of the gap along the normal, relative to the product of the edges'
 * sizes, and along an edge's axis, relative to the edge's size. Empirical. */
#define OBB_PLANE_PARTS 8.0
#define OBB_EDGE_PARTS 4.0

/* Absolute: sizes outside of which the sphere and the box are scaled to about 1. */
#define SPHERE_OBB_MOST 1e100
#define SPHERE_OBB_LEAST 1e-100

/* ---- sat_exact.c, sat_filter.c */

/* Of the sum of the terms' magnitudes on one axis: 32u, above the roundings on any path. */
#define SAT_AXIS_ERROR (32.0 * OVERLAP_ROUNDING)

/* Of edge * edge * distance: at most 12 roundings on each of 18 products, 216u. */
#define BOXES_ERROR 2.9e-14
#define BOXES_LEAST 1e-280 /* absolute: underflow */
/* box_standing.h, of the sum of the half-extents and of the components of the distance, in float:
 * the same 216u for edges that are unit but for rounding. */
#define BOXES_STANDING_ERROR 3e-14

/* Of |left| + |right|: the two products and the differences in them have 6 roundings, 6u. */
#define COORDINATE_ERROR 1e-15

/* ---- volume_signs.c, of the sum of the terms' magnitudes */

#define SPHERES_ERROR (16.0 * OVERLAP_ROUNDING)
#define PLANE_SPHERE_ERROR (12.0 * OVERLAP_ROUNDING)
#define PLANE_OBB_ERROR (16.0 * OVERLAP_ROUNDING)

/* ---- overlap_point.c, of the squares of distance and radius: 18u */

#define POINT_SPHERE_ERROR 2e-15

/* ---- overlap_plane_volumes.c, overlap_sphere.c */

/* Of the squares of distance and radius, and of the squared distance from a vertex, whose rounding
 * enters through the closest point. Empirical, above the accuracy of point_segment and
 * point_triangle. */
#define SEGMENT_SPHERE_BAND 1e-11
#define SEGMENT_SPHERE_FAR 1e-16
#define SPHERE_TRIANGLE_BAND 1e-9
#define SPHERE_TRIANGLE_FAR 1e-12

#endif
