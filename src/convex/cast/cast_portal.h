/* MPR, portal refinement [Snethen08], along the path of the origin through A - B. */
#ifndef CAROM_CONVEX_CAST_CAST_PORTAL_H
#define CAROM_CONVEX_CAST_CAST_PORTAL_H

#include "convex/cast/cast.h"

/** Barycentric coordinates of the point in which the path passes a portal with the vertices `w` of
 * A - B. `d`: the motion of the origin. @return the vector from the position of the origin at time
 * t to that point */
vec3 carom_cast_weigh(const vec3 w[3], vec3 d, double t, double weight[3]);

/** Casts from t = 0. CAST_PORTAL_ENDED: `end` is set. CAST_PORTAL_LEFT: GJK goes on from the
 * simplex and time reached. CAST_PORTAL_FAILED: GJK starts anew. */
portal_cast carom_cast_by_portal(cast *c, cast_end *end);

#endif
