/* The exact slab test, where the filter of kernel_aabb.h is undecided. */
#ifndef CAROM_QUERY_RAYCAST_AABB_EXACT_H
#define CAROM_QUERY_RAYCAST_AABB_EXACT_H

#include "query/raycast/kernel_solid.h"
#include "query/raycast/path.h"

/** The exact decision, and accurate ends, for any input. */
bool carom_path_aabb_exact(const ray_path *path, vec3 low, vec3 high, solid_hit *hit);

#endif
