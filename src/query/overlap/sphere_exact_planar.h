/* Sphere against segment and triangle by the exact signs of polynomials [Shewchuk97]: the fallback
 * behind the filters. */
#ifndef CAROM_QUERY_OVERLAP_SPHERE_EXACT_PLANAR_H
#define CAROM_QUERY_OVERLAP_SPHERE_EXACT_PLANAR_H

#include "query/overlap/volume_signs.h"

/** True when the sphere and the segment a b share a point, exact. */
bool carom_sphere_meets_segment(vec3 center, double radius, vec3 a, vec3 b);

/** True when the sphere and the triangle share a point, exact; any triangle, also without area. */
bool carom_sphere_meets_triangle(vec3 center, double radius, const vec3 v[3]);

#endif
