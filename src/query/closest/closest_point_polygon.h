/* A convex polygon is a fan of triangles around its first vertex, in either orientation; the
 * nearest point of the fan is the nearest point of the polygon, also where repeated or collinear
 * vertices make some triangles segments or points. */
#ifndef CAROM_QUERY_CLOSEST_CLOSEST_POINT_POLYGON_H
#define CAROM_QUERY_CLOSEST_CLOSEST_POINT_POLYGON_H

#include "query/closest/closest_polygon.h"

/** carom_closest_point_polygon, also of a polygon with a negative count; not 0. */
carom_closest_points carom_closest_point_outline(carom_vec3 point, const carom_polygon *polygon);

#endif
