/* Two hulls in poses that do not distort. */
#ifndef CAROM_DISPATCH_HULL_PAIRS_H
#define CAROM_DISPATCH_HULL_PAIRS_H

#include "convex/coarse_cast.h"
#include "convex/portal.h"
#include "dispatch/dispatch.h"

static inline bool is_hull_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return a->state & b->state & POSED_RIGID;
}

/** Most hull pairs are soon told apart or together. `cache` may be null; what it holds, and then
 * holds, is in the order of the arguments. Asks in turn what takes longer. */
portal_end carom_hulls_by_balls(const carom_posed_shape *a, const carom_posed_shape *b);
portal_end carom_hulls_by_portal(const carom_posed_shape *a, const carom_posed_shape *b,
                                 convex_cache *cache);

/** The depth of a pair in contact beyond doubt, as carom_engine_penetration finds it. @return false
 * for others */
bool carom_hulls_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_penetration *out);

/** What may be said of a sweep, A moving and B standing; `out` also holds the portal. */
coarse_cast_end carom_hulls_cast(const carom_posed_shape *a, vec3 motion,
                                 const carom_posed_shape *b, coarse_cast *out);

#endif
