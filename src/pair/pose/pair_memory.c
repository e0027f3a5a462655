/* The cached search of a pair is in table order. Two shapes of one kind may exchange their places
 * in that order as they move, and the cached search is then exchanged too. A search of other kinds
 * is dropped; that of other shapes of the same kinds is only a worse start, as the engine verifies
 * what it recalls. */
#include "pair/pose/pair_memory.h"

#include <string.h>

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

void carom_recall_kinds(pair_memory *out, const carom_pair_cache *cache, carom_shape_kind a,
                        carom_shape_kind b, bool flip) {
    const uint8_t kind[2] = {(uint8_t)(a + 1), (uint8_t)(b + 1)};
    memcpy(out, cache, sizeof *out);
    if (memcmp(out->kind, kind, sizeof kind) != 0) out->search = (convex_cache){.count = 0};
    if (out->flip != flip) turn_round(&out->search);
    memcpy(out->kind, kind, sizeof kind);
    out->flip = flip;
}

void carom_recall_pair(pair_memory *out, const carom_pair_cache *cache, const posed_pair *pair) {
    carom_recall_kinds(out, cache, pair->a->shape.kind, pair->b->shape.kind, pair->flip);
}

void carom_remember_pair(carom_pair_cache *cache, const pair_memory *memory) {
    memcpy(cache, memory, sizeof *memory);
}
