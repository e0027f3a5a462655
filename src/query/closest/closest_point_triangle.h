/* The closest point of a triangle, for thin triangles and for points near contact, where
 * kernel_point_triangle.h is not accurate. */
#ifndef CAROM_QUERY_CLOSEST_CLOSEST_POINT_TRIANGLE_H
#define CAROM_QUERY_CLOSEST_CLOSEST_POINT_TRIANGLE_H

#include "carom/closest.h"
#include "math/vec.h"

typedef struct on_triangle {
    vec3 point;
    vec3 away; /* from the closest point to the query point */
    double bary[3];
    carom_feature feature;
    double d2;
} on_triangle;

/** Any triangle at all: slivers, segments, points. */
on_triangle carom_point_thin_triangle(vec3 p, vec3 a, vec3 b, vec3 c);

/** `out` with the last digits corrected: a distance of exactly 0 when p is exactly on the triangle.
 */
on_triangle carom_point_near_triangle(const on_triangle *out, vec3 p, const vec3 v[3]);

#endif
