/* The intersection of coplanar and of degenerate triangles by exact signs: the fallback behind the
 * filter of intersect_triangle.c. */
#ifndef CAROM_QUERY_INTERSECT_SHARED_EXACT_H
#define CAROM_QUERY_INTERSECT_SHARED_EXACT_H

#include "carom/intersect.h"
#include "math/vec.h"

/** The intersection when the two are coplanar or one has no area. Coordinates must be finite. */
carom_triangle_intersection carom_shared_degenerate(const vec3 a[3], const vec3 b[3]);

/** The point where the edge from -> to crosses the plane of the triangle `v`, accurate to a few
 * ulps at any angle. The edge must cross the plane. */
vec3 carom_edge_crossing_exact(vec3 from, vec3 to, const vec3 v[3]);

/** Order by x, then y, then z. */
static inline bool point_precedes(vec3 p, vec3 q) {
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
}

/** from + t * (to - from), also where the difference overflows. */
static inline vec3 point_between(vec3 from, vec3 to, double t) {
    vec3 p = mad3(from, sub3(to, from), t);
    return finite3(p) ? p : mad3(scale3(from, 1.0 - t), to, t);
}

#endif
