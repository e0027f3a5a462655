/* The coarse portal, which is in coarse_portal_kernel.h, by the best set of instructions. */
#include "convex/coarse_portal.h"

#include "batch/simd_set.h"

portal_end carom_coarse_portal(const coarse_body *a, const coarse_body *b, vec3 apart,
                               convex_cache *cache) {
    return SIMD_OF(carom_simd_best(), carom_coarse_portal)(a, b, apart, cache);
}
