/* Whether the path of the origin runs on the boundary of A - B, or past it by almost nothing: where
 * the least width of the silhouette beyond the path is small. */
#ifndef CAROM_CONVEX_CAST_CAST_SILHOUETTE_H
#define CAROM_CONVEX_CAST_CAST_SILHOUETTE_H

#include "convex/cast/cast.h"

/** Does the path go through the triangle of three points of A - B, its rim beside it by more than
 * CAST_BRIEF? */
bool carom_cast_goes_through(const cast *c, const simplex_vertex v[3]);

/** Does the path pass within `near` of the boundary of A - B as seen along the motion? In doubt,
 * yes; `normal` is then square to the boundary there, from A to B. */
bool carom_cast_is_near_silhouette(const cast *c, double near, vec3 *normal);

#endif
