/* SIMD GJK for two convex hulls whose vertices are scanned (at most HULL_SCANNED). */
#ifndef CAROM_CONVEX_GJK_GJK_SMALL_HULL_H
#define CAROM_CONVEX_GJK_GJK_SMALL_HULL_H

#include "simd/simd_set.h"
#include "convex/support/convex.h"
#include "shape/hull_climb.h"

/* A rigid hull of at most HULL_SCANNED vertices, and the frame of a convex_shape or of a posed
 * shape. */
typedef struct small_hull_body {
    const hull_data *hull;
    const carom_hull_frame *frame;
} small_hull_body;

static inline bool is_small_hull(const hull_data *h) {
    return h->vertex_count <= HULL_SCANNED;
}

static inline bool small_hull_applies(const convex_shape *s) {
    return s->kind == CONVEX_HULL && s->rigid && s->radius == 0.0 && is_small_hull(s->hull);
}

/** Refers to the shape. */
static inline small_hull_body small_hull_body_of(const convex_shape *s) {
    return (small_hull_body){s->hull, &s->frame.hull};
}

/** The distance of a pair of hulls, as of carom_convex_distance. `cache` may be null.
 * @return false when undecided: near contact, of extreme size, or when the bounds do not meet */
bool carom_small_hull_distance_native(const small_hull_body pair[2], convex_cache *cache,
                                      convex_distance *out);
bool carom_small_hull_distance_avx2(const small_hull_body pair[2], convex_cache *cache,
                                    convex_distance *out);

static inline bool small_hull_distance(const small_hull_body pair[2], convex_cache *cache,
                                       convex_distance *out) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_small_hull_distance, avx2)(pair, cache, out)
                          : carom_small_hull_distance_native(pair, cache, out);
}

#endif
