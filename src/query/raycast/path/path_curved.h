/* Path against cylinder, cone and ellipsoid [Ericson05] 5.3.7. */
#ifndef CAROM_QUERY_RAYCAST_PATH_PATH_CURVED_H
#define CAROM_QUERY_RAYCAST_PATH_PATH_CURVED_H

#include "query/raycast/path.h"

carom_ray_hit carom_path_cylinder_solid(const ray_path *path, const carom_cylinder *cylinder);

carom_ray_hit carom_path_cone(const ray_path *path, const carom_cone *cone);

carom_ray_hit carom_path_ellipsoid(const ray_path *path, const carom_ellipsoid *ellipsoid);

#endif
