/* The search of gjk.h for two hulls of few corners. */
#ifndef CAROM_CONVEX_FEW_SEARCH_H
#define CAROM_CONVEX_FEW_SEARCH_H

#include "batch/simd_set.h"
#include "convex/gjk.h"

static inline bool few_serves(const convex_shape *s) {
    return s->kind == CONVEX_HULL && s->hull->vertex_count <= HULL_LANES;
}

/** `g` was begun, with unit 1, of two that few_serves; `cache` may be null.
 * @return true with the end GJK_NEAREST or GJK_INSIDE; for any other the search is to be started
 * again */
bool carom_few_search_native(gjk *g, const convex_cache *cache);
bool carom_few_search_avx2(gjk *g, const convex_cache *cache);

static inline bool few_search(gjk *g, const convex_cache *cache) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_few_search, avx2)(g, cache)
                          : carom_few_search_native(g, cache);
}

#endif
