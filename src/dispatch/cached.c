/* Queries with a cache. What the engine remembers of a pair is in table order, and two shapes of
 * one kind may change places in that order as they move: the memory is then turned round. A memory
 * of other kinds is dropped; that of other shapes of the same kinds is only a worse start, as the
 * engine checks what it recalls. */
#include "carom/cached.h"

#include "dispatch/engine.h"

#include <string.h>

typedef struct pair_memory {
    convex_cache search;
    uint8_t kind[2], flip; /* kinds + 1 */
} pair_memory;

_Static_assert(sizeof(pair_memory) <= sizeof(carom_pair_cache), "the cache is too small");

static void turn_round(convex_cache *search) {
    convex_cache old = *search;
    search->axis = neg3(old.axis);
    for (int i = 0; i < 2; i++)
        search->hint[i] = old.hint[1 - i];
    for (int i = 0; i < 4; i++) {
        search->a[i] = old.b[i];
        search->b[i] = old.a[i];
    }
}

static void recall_pair(pair_memory *out, const carom_pair_cache *cache, const posed_pair *pair) {
    const uint8_t kind[2] = {(uint8_t)(pair->a->kind + 1), (uint8_t)(pair->b->kind + 1)};
    memcpy(out, cache, sizeof *out);
    if (memcmp(out->kind, kind, sizeof kind) != 0) out->search = (convex_cache){.count = 0};
    if (out->flip != pair->flip) turn_round(&out->search);
    memcpy(out->kind, kind, sizeof kind);
    out->flip = pair->flip;
}

static void remember_pair(carom_pair_cache *cache, const pair_memory *memory) {
    memcpy(cache, memory, sizeof *memory);
}

bool carom_overlap_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                          carom_pair_cache *cache) {
    posed_pair pair;
    pair_memory memory;
    carom_pose_pair(&pair, a->shape, a->pose, b->shape, b->pose);
    overlap_pair *test = pair.valid ? carom_overlap_entry(pair.a->kind, pair.b->kind) : NULL;
    if (!test) return false;
    if (test != carom_engine_overlap || !cache) return test(pair.a, pair.b);
    recall_pair(&memory, cache, &pair);
    bool overlap = carom_engine_overlap_cached(pair.a, pair.b, &memory.search);
    remember_pair(cache, &memory);
    return overlap;
}

carom_closest_any carom_closest_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                                       carom_pair_cache *cache) {
    posed_pair pair;
    pair_memory memory;
    carom_pose_pair(&pair, a->shape, a->pose, b->shape, b->pose);
    closest_pair *test = pair.valid ? carom_closest_entry(pair.a->kind, pair.b->kind) : NULL;
    if (!test) return (carom_closest_any){.distance = (carom_real)INFINITY};
    carom_closest_any found;
    if (test == carom_engine_closest && cache) {
        recall_pair(&memory, cache, &pair);
        found = carom_engine_closest_cached(pair.a, pair.b, &memory.search);
        remember_pair(cache, &memory);
    } else {
        found = test(pair.a, pair.b);
    }
    return pair.flip ? closest_swapped(found) : found;
}

int32_t carom_contact_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                             carom_contact_manifold *manifold, carom_pair_cache *cache) {
    posed_pair pair;
    pair_memory memory;
    carom_pose_pair(&pair, a->shape, a->pose, b->shape, b->pose);
    if (!pair.valid || !cache) return carom_contact_of_pair(&pair, manifold, NULL);
    recall_pair(&memory, cache, &pair);
    int32_t count = carom_contact_of_pair(&pair, manifold, &memory.search);
    remember_pair(cache, &memory);
    return count;
}
