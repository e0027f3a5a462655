/* Path against tetrahedron, hull and k-DOP: clipping of the path by each plane [LiangBarsky84],
 * [Ericson05] 5.3.8. */
#ifndef CAROM_QUERY_RAYCAST_PATH_PATH_POLYTOPE_H
#define CAROM_QUERY_RAYCAST_PATH_PATH_POLYTOPE_H

#include "query/raycast/path.h"
#include "shape/hull_data.h"

carom_ray_hit carom_path_tetrahedron(const ray_path *path, const carom_tetrahedron *solid);

/** In the hull's own frame. */
carom_ray_hit carom_path_hull(const ray_path *path, const hull_data *hull);

carom_ray_hit carom_path_kdop(const ray_path *path, const carom_kdop *kdop);

#endif
