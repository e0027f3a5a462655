/* The portal of a coarse pair of hulls. */
#ifndef CAROM_CONVEX_MPR_COARSE_PORTAL_H
#define CAROM_CONVEX_MPR_COARSE_PORTAL_H

#include "batch/simd_set.h"
#include "convex/support/coarse.h"
#include "convex/mpr/portal.h"

/** From what the cache holds, if it is not null, or from the start; `apart`: A's middle from B's.
 * Stores what it finds. */
portal_end carom_coarse_portal_native(const coarse_body *a, const coarse_body *b, const vec3 *apart,
                                      convex_cache *cache);
portal_end carom_coarse_portal_scalar(const coarse_body *a, const coarse_body *b, const vec3 *apart,
                                      convex_cache *cache);
portal_end carom_coarse_portal_avx2(const coarse_body *a, const coarse_body *b, const vec3 *apart,
                                    convex_cache *cache);

/** The same by the best set of instructions. */
static inline portal_end ask_coarse_portal(const coarse_body *a, const coarse_body *b,
                                           const vec3 *apart, convex_cache *cache) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_coarse_portal, avx2)(a, b, apart, cache)
                          : carom_coarse_portal_native(a, b, apart, cache);
}

#endif
