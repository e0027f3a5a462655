/* Whether a point is exactly on a planar shape, by signs alone, for any degeneracy. */
#ifndef CAROM_QUERY_CLOSEST_EXACT_CONTACT_H
#define CAROM_QUERY_CLOSEST_EXACT_CONTACT_H

#include "math/vec.h"

bool carom_point_on_segment_exact(vec3 p, vec3 a, vec3 b);

bool carom_point_on_triangle_exact(vec3 p, const vec3 v[3]);

bool carom_point_on_line_exact(vec3 p, vec3 origin, vec3 direction);

#endif
