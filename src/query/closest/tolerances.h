/* Thresholds of the closest-point queries; those of the point-triangle kernels that depend on the
 * triangle's shape are in triangle_limits.h. Beyond a threshold a fallback answers, so most of them
 * affect time only. */
#ifndef CAROM_QUERY_CLOSEST_TOLERANCES_H
#define CAROM_QUERY_CLOSEST_TOLERANCES_H

#include "carom/base.h"
#include <float.h>

/* ---- range, absolute */

/* Squares outside (TINY_SQUARE, HUGE_SQUARE) may have lost digits. */
#define TINY_SQUARE 1e-270
#define HUGE_SQUARE 1e270

/* Fourth powers of lengths within this range have all their digits. */
#define QUARTIC_LEAST 1e-240
#define QUARTIC_MOST 1e240

/* ---- contact: below these, exact signs decide whether the shapes touch */

/* Of the size of the shapes, and of its square: 1e-12 is some 4500 times DBL_EPSILON, above the
 * rounding of the closest points. */
#define CONTACT_BAND 1e-12
#define CONTACT_BAND_SQUARE 1e-24

/* closest_point.c, of the size of a box and its distance: the rounding of the axes. Empirical. */
#define NEAR_OBB (64.0 * (double)CAROM_REAL_EPSILON)

/* closest_point.c, of the lengths from which a distance is a difference: an ulp of 1, given as the
 * distance of a point that exact signs place outside. */
#define LEAST_GAP DBL_EPSILON

/* ---- closest_point.c, planes */

/* Of the largest term: below it the value of the plane's equation is computed by an exact sum;
 * plane_value errs by a few DBL_EPSILON^2 and the last rounding. */
#define PLANE_CANCELLATION 1e-14

/* Absolute: points farther out are scaled by PLANE_SHIFT, an exact power of two. */
#define PLANE_POINT_MOST 1e300
#define PLANE_SHIFT 0x1p-64

/* ---- triangles and segments */

/* Largest ratio of the squares of two edges of a triangle for the region tests. */
#define EDGE_RATIO 1e8

/* Squared sine of the angle between two segments below which they count as nearly parallel: the
 * parameters lose digits as its inverse. */
#define NEARLY_PARALLEL 1e-6

/* Squared distance of two segments, relative to the sum of their squared lengths, below which its
 * rounding shows. */
#define NEAR_SEGMENTS 1e-8

/* closest_segment.c: the crossing of a segment and a plane is computed in double when the sine of
 * their angle, and the squared sine of an angle of the triangle, are larger. It counts as inside
 * the triangle up to this squared distance, of the squared size. Empirical. */
#define CROSSING_SINE 1e-3
#define CROSSING_TRIANGLE 1e-6
#define CROSSING_OFF_SQUARE 1e-20

/* closest_segment.c: an edge of a box is farther from a segment than the nearest points so far
 * where the square of a lower bound is above FARTHER times theirs and LEAST of the squared
 * coordinates: distances d are off by less than 1e-14 of the size, and 2 d 1e-14 < d^2 1e-6 +
 * 1e-22. */
#define SEGMENT_BOX_FARTHER (1.0 + 1e-6)
#define SEGMENT_BOX_SQUARE_LEAST 1e-20

/* closest_segment.c: squared distances are off by less than 1e-14 of them, which is less than they
 * grow by (GROWTH - 1) within STEP of the parameter: a nearest pair but for that has its points
 * within STEP of the segment's sides and 1e-6 of the distance. Newton's steps end where the
 * derivative is SLOPE of its range, or after STEPS; what they leave only costs edges. */
#define SEGMENT_BOX_GROWTH (1.0 + 1e-12)
#define SEGMENT_BOX_STEP 1e-3
#define SEGMENT_BOX_SLOPE 1e-6
#define SEGMENT_BOX_STEPS 6

/* closest_triangle.c, of the components' sum of the direction: two dot products of coordinates
 * below 2 have less than 8 DBL_EPSILON of rounding together; and absolute, for underflow. */
#define SEPARATION_ERROR (8.0 * DBL_EPSILON)
#define SEPARATION_UNDERFLOW 1e-300

#endif
