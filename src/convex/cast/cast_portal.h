/* The portal of a cast: a triangle of support points that the path of the origin goes through,
 * moved out until it lies on the surface. */
#ifndef CAROM_CONVEX_CAST_CAST_PORTAL_H
#define CAROM_CONVEX_CAST_CAST_PORTAL_H

#include "convex/cast/cast.h"

/** Where the path goes through a portal: parts of its corners, of A - B, which add up to 1. `d`:
 * the direction of the origin. @return from the point of the portal there to where the origin is
 * at time t */
vec3 carom_cast_weigh(const vec3 w[3], vec3 d, double t, double weight[3]);

/** From a fresh start. CAST_PORTAL_LEFT: the search for the nearest point goes on from there. */
portal_cast carom_cast_by_portal(cast *c, cast_end *end);

#endif
