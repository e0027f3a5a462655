/* Does the path of the origin run along the boundary of A - B, or pass it at almost no distance? */
#ifndef CAROM_CONVEX_CAST_CAST_SILHOUETTE_H
#define CAROM_CONVEX_CAST_CAST_SILHOUETTE_H

#include "convex/cast/cast.h"

/** Does the path pass through the triangle of three points of A - B, farther than CAST_BRIEF of the
 * size from its edges? */
bool carom_cast_goes_through(const cast *c, const simplex_vertex v[3]);

/** Does the path pass within `near` of the boundary of the silhouette of A - B along the motion? In
 * doubt, yes; `normal` is then perpendicular to the boundary there, from A to B. */
bool carom_cast_is_near_silhouette(const cast *c, double near, vec3 *normal);

#endif
