/* The portal of a coarse pair of hulls. */
#ifndef CAROM_CONVEX_COARSE_PORTAL_H
#define CAROM_CONVEX_COARSE_PORTAL_H

#include "convex/coarse.h"
#include "convex/portal.h"

/** From what the cache holds, if it is not null, or from the start; `apart`: A's middle from B's.
 * Stores what it finds. */
portal_end carom_coarse_portal(const coarse_body *a, const coarse_body *b, vec3 apart,
                               convex_cache *cache);

portal_end carom_coarse_portal_native(const coarse_body *a, const coarse_body *b, vec3 apart,
                                      convex_cache *cache);
portal_end carom_coarse_portal_scalar(const coarse_body *a, const coarse_body *b, vec3 apart,
                                      convex_cache *cache);
portal_end carom_coarse_portal_avx2(const coarse_body *a, const coarse_body *b, vec3 apart,
                                    convex_cache *cache);

#endif
