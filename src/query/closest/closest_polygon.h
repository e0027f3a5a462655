/* The nearest point of a polygon that may be a transformed one. */
#ifndef CAROM_QUERY_CLOSEST_CLOSEST_POLYGON_H
#define CAROM_QUERY_CLOSEST_CLOSEST_POLYGON_H

#include "carom/closest.h"

/** carom_closest_point_polygon, also of a polygon with a negative count; not 0. */
carom_closest_points carom_closest_point_outline(carom_vec3 point, const carom_polygon *polygon);

#endif
