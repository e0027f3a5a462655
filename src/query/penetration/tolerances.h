/* Thresholds of the penetration queries. */
#ifndef CAROM_QUERY_PENETRATION_TOLERANCES_H
#define CAROM_QUERY_PENETRATION_TOLERANCES_H

#include <float.h>

/* ---- penetration_box.c */

/* Of the depth: an edge pair must be better than a face by this part, some 45 times DBL_EPSILON. */
#define EDGE_ADVANTAGE 1e-14

/* Cosine of an edge and the normal up to which the edge counts as perpendicular, so that it belongs
 * to the support feature. Empirical. */
#define PERPENDICULAR_COSINE 1e-6

/* Squared length of an axis, the product of unit axes: below it the axis has no direction, above
 * DIRECTION_MOST it is scaled first. */
#define NO_DIRECTION 1e-24
#define DIRECTION_MOST 1e240

/* ---- penetration_sphere.c */

/* Of the coordinates: a centre nearer than this to the triangle is on it, for the direction to it
 * is rounding error. */
#define ON_TRIANGLE (4.0 * DBL_EPSILON)

/* Length of the cross product of two unit edges, a sine, below which the triangle is a segment. */
#define TRIANGLE_LEAST_SINE 1e-12

/* penetration_box.c: so many axes are measured one by one in less time than all at once. */
#define AXES_ONE_BY_ONE 3

#endif
