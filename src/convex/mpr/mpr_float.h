/* MPR in float for two rigid convex hulls whose vertices are scanned. */
#ifndef CAROM_CONVEX_MPR_MPR_FLOAT_H
#define CAROM_CONVEX_MPR_MPR_FLOAT_H

#include "simd/simd_set.h"
#include "convex/support/hull_float.h"
#include "convex/mpr/mpr.h"

/** Overlap of two hulls: certain, or PORTAL_UNDECIDED. A cache that is not null is tried first, and
 * receives the proof that is found.
 * @param apart from B's middle to A's */
portal_end carom_mpr_float_native(const hull_float_body *a, const hull_float_body *b,
                                  const vec3 *apart, convex_cache *cache);
portal_end carom_mpr_float_scalar(const hull_float_body *a, const hull_float_body *b,
                                  const vec3 *apart, convex_cache *cache);
portal_end carom_mpr_float_avx2(const hull_float_body *a, const hull_float_body *b,
                                const vec3 *apart, convex_cache *cache);

/** The same by the best instruction set. */
static inline portal_end mpr_float_overlap(const hull_float_body *a, const hull_float_body *b,
                                           const vec3 *apart, convex_cache *cache) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_mpr_float, avx2)(a, b, apart, cache)
                          : carom_mpr_float_native(a, b, apart, cache);
}

#endif
