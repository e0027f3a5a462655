/* The contents of a carom_pair_cache: the last search of the convex engine for the pair, and the
 * last choice of the box manifold, as a warm start. A cache changes the time of an answer and
 * nothing else, whatever bytes it holds: every solver verifies what it recalls. */
#ifndef CAROM_PAIR_POSE_PAIR_MEMORY_H
#define CAROM_PAIR_POSE_PAIR_MEMORY_H

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

/** Copies the cache of a pair of these kinds. A search of other kinds is dropped; that of a pair
 * whose order has changed since is exchanged. */
void carom_recall_kinds(pair_memory *out, const carom_pair_cache *cache, carom_shape_kind a,
                        carom_shape_kind b, bool flip);
/** The same of a pair in table order. */
void carom_recall_pair(pair_memory *out, const carom_pair_cache *cache, const posed_pair *pair);
void carom_remember_pair(carom_pair_cache *cache, const pair_memory *memory);

#endif
