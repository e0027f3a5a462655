/* Path against sphere with an exact discriminant, where the filter of kernel_sphere.h is undecided.
 */
#ifndef CAROM_QUERY_RAYCAST_SPHERE_EXACT_H
#define CAROM_QUERY_RAYCAST_SPHERE_EXACT_H

#include "query/raycast/kernel_solid.h"
#include "query/raycast/path.h"

/** The decision with an exact discriminant, for any input. */
bool carom_path_sphere_exact(const ray_path *path, vec3 center, double radius, solid_hit *hit);

#endif
