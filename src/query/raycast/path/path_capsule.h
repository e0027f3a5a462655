/* Path against capsule and infinite cylinder [Ericson05] 5.3.7. */
#ifndef CAROM_QUERY_RAYCAST_PATH_PATH_CAPSULE_H
#define CAROM_QUERY_RAYCAST_PATH_PATH_CAPSULE_H

#include "query/raycast/path.h"

carom_ray_hit carom_path_capsule(const ray_path *path, const carom_capsule *capsule);

/** An infinite cylinder. */
carom_ray_hit carom_path_cylinder(const ray_path *path, const carom_line *axis, double radius);

#endif
