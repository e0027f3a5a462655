/* Overlap of segments and triangles decided by exact signs alone: the fallback behind the filters.
 * Any degeneracy is allowed; a coordinate that is not finite touches nothing. */
#ifndef CAROM_QUERY_OVERLAP_PLANAR_EXACT_H
#define CAROM_QUERY_OVERLAP_PLANAR_EXACT_H

#include "math/vec.h"

bool carom_segments_touch_exact(const vec3 a[2], const vec3 b[2]);

bool carom_segment_touches_triangle_exact(const vec3 s[2], const vec3 v[3]);

bool carom_triangles_touch_exact(const vec3 a[3], const vec3 b[3]);

#endif
