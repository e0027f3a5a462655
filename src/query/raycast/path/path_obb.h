/* Path against oriented box: the slab test in the box's frame, in which the path is rounded once.
 */
#ifndef CAROM_QUERY_RAYCAST_PATH_PATH_OBB_H
#define CAROM_QUERY_RAYCAST_PATH_PATH_OBB_H

#include "query/raycast/path.h"

carom_ray_hit carom_path_obb(const ray_path *path, const carom_obb *box);

#endif
