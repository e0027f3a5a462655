/* Path against plane and half-space [Ericson05] 5.3.1: where offset - dot(normal, origin) - t *
 * dot(normal, direction) is zero, or not negative. */
#ifndef CAROM_QUERY_RAYCAST_PATH_PATH_PLANE_H
#define CAROM_QUERY_RAYCAST_PATH_PATH_PLANE_H

#include "query/raycast/path.h"

carom_ray_hit carom_path_plane(const ray_path *path, const carom_plane *plane);

carom_ray_hit carom_path_halfspace(const ray_path *path, const carom_halfspace *halfspace);

#endif
