/* Path against convex polygon: the fan of triangles around the first vertex. */
#ifndef CAROM_QUERY_RAYCAST_PATH_PATH_POLYGON_H
#define CAROM_QUERY_RAYCAST_PATH_PATH_POLYGON_H

#include "query/raycast/path.h"

/** Also of a transformed polygon, with a negative count. */
carom_ray_hit carom_path_polygon(const ray_path *path, const carom_polygon *polygon);

#endif
