/* The contents of a carom_pair_cache: the last search of the convex engine for the pair, and the
 * last choice of the box manifold, as a warm start. A cache changes the time of an answer and
 * nothing else, whatever bytes it holds: every solver verifies what it recalls. */
#ifndef CAROM_PAIR_POSE_PAIR_MEMORY_H
#define CAROM_PAIR_POSE_PAIR_MEMORY_H

#include <string.h>

#include "carom/cached.h"
#include "convex/box/box_view.h"
#include "convex/support/convex.h"
#include "pair/pose/posed_pair.h"

typedef struct pair_memory {
    convex_cache search; /* of `kind`, in table order */
    uint8_t kind[2];     /* kinds + 1; 0: nothing is held */
    uint8_t flip;        /* the pair was given against table order */
    box_memory boxes;
} pair_memory;

_Static_assert(sizeof(pair_memory) <= sizeof(carom_pair_cache), "the cache is too small");

/** Exchanges the shapes of a search. */
void carom_exchange_search(convex_cache *search);

/** Copies the cache of a pair of these kinds. A search of other kinds is dropped; that of a pair
 * whose order has changed since is exchanged. */
static CAROM_INLINE void recall_kinds(pair_memory *out, const carom_pair_cache *cache,
                                      carom_shape_kind a, carom_shape_kind b, bool flip) {
    const uint8_t kind[2] = {(uint8_t)(a + 1), (uint8_t)(b + 1)};
    memcpy(out, cache, sizeof *out);
    if (out->kind[0] != kind[0] || out->kind[1] != kind[1])
        out->search = (convex_cache){.count = 0};
    if (CAROM_UNLIKELY(out->flip != flip)) carom_exchange_search(&out->search);
    memcpy(out->kind, kind, sizeof kind);
    out->flip = flip;
}

/** The same of a pair in table order. */
static CAROM_INLINE void recall_pair(pair_memory *out, const carom_pair_cache *cache,
                                     const posed_pair *pair) {
    recall_kinds(out, cache, pair->a->shape.kind, pair->b->shape.kind, pair->flip);
}

static CAROM_INLINE void remember_pair(carom_pair_cache *cache, const pair_memory *memory) {
    memcpy(cache, memory, sizeof *memory);
}

#endif
