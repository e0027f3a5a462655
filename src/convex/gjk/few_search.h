/* The distance of two hulls of few corners: those that are scanned. */
#ifndef CAROM_CONVEX_GJK_FEW_SEARCH_H
#define CAROM_CONVEX_GJK_FEW_SEARCH_H

#include "batch/simd_set.h"
#include "convex/support/convex.h"
#include "shape/hull_climb.h"

/* A rigid hull of few corners: what stands in a convex_shape from `center` on, and in the frame of
 * a posed shape: its position, its axes and its middle from there. */
typedef struct few_body {
    const hull_data *hull;
    const double *frame;
} few_body;

static inline bool few_serves_hull(const hull_data *h) {
    return h->vertex_count <= HULL_SCANNED;
}

static inline bool few_serves(const convex_shape *s) {
    return s->kind == CONVEX_HULL && s->rigid && s->radius == 0.0 && few_serves_hull(s->hull);
}

static inline few_body few_body_of(const convex_shape *s) {
    return (few_body){s->hull, &s->center.x};
}

/** `cache` may be null. @return false, and nothing is changed, for pairs that are nearly in contact
 * or not plain */
bool carom_few_distance_native(const few_body pair[2], convex_cache *cache, convex_distance *out);
bool carom_few_distance_avx2(const few_body pair[2], convex_cache *cache, convex_distance *out);

static inline bool few_distance(const few_body pair[2], convex_cache *cache, convex_distance *out) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_few_distance, avx2)(pair, cache, out)
                          : carom_few_distance_native(pair, cache, out);
}

#endif
