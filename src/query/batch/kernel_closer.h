/* Two passes over rays: a first one in the caller's precision that finds most misses, and a second
 * one in double for the rest. The remaining items of a block are gathered from where they are, so
 * that no lane is wasted on items that are decided; when most of a block remains, gathering costs
 * more than it saves, and the pass runs in place. */
#ifndef CAROM_QUERY_BATCH_KERNEL_CLOSER_H
#define CAROM_QUERY_BATCH_KERNEL_CLOSER_H

#include <math.h>

#include "query/batch/kernel_lanes.h"

/** The items in the lanes: those from `first` on, or of these the ones that `item` names. */
typedef struct closer_place {
    size_t first;
    const uint8_t *item; /* or null */
} closer_place;

typedef struct closer_answer {
    lane_answer lanes;
    doubles t; /* infinite where there is no hit */
} closer_answer;

/** Bits of the lanes that are certain to miss. */
typedef uint32_t lane_misses(const batch_block *block, size_t i);
typedef closer_answer lane_closer(const batch_block *block, const closer_place *at);

static CAROM_INLINE doubles closer_double(const batch_side *side, int field,
                                          const closer_place *at) {
    const carom_real *from = side->field[field] + at->first * side->step;
    return at->item ? doubles_gather_real(from, at->item) : doubles_load_real(from);
}
static CAROM_INLINE lanes3 closer_doubles3(const batch_side *side, int field,
                                           const closer_place *at) {
    return (lanes3){closer_double(side, field, at), closer_double(side, field + 1, at),
                    closer_double(side, field + 2, at)};
}

static CAROM_INLINE void look_in_place(batch_block *block, lane_closer *closer) {
    for (size_t i = 0; i < block->count; i += DOUBLES) {
        const closer_place at = {block->first + i, NULL};
        closer_answer out = closer(block, &at);
        block->yes |= (uint64_t)out.lanes.yes << i;
        block->decided |= (uint64_t)out.lanes.decided << i;
        if (block->values) doubles_store_real(batch_values(block) + i, out.t);
    }
}

/* Scatters the answers of `items`; of an item that is there twice, both are equal. */
static CAROM_INLINE void put_scattered(batch_block *block, const uint8_t items[DOUBLES],
                                       const closer_answer *answer) {
    carom_real t[DOUBLES];
    doubles_store_real(t, answer->t);
    for (size_t k = 0; k < DOUBLES; k++) {
        block->yes |= (uint64_t)(answer->lanes.yes >> k & 1u) << items[k];
        block->decided |= (uint64_t)(answer->lanes.decided >> k & 1u) << items[k];
        if (block->values) batch_values(block)[items[k]] = t[k];
    }
}

/* The last lanes are padded with the last item. */
static CAROM_INLINE void look_scattered(batch_block *block, uint64_t left, lane_closer *closer) {
    uint8_t items[BATCH_ITEMS];
    size_t count = 0;
    for (; left != 0; left &= left - 1)
        items[count++] = (uint8_t)__builtin_ctzll(left);
    for (; count % DOUBLES != 0; count++)
        items[count] = items[count - 1];
    for (size_t k = 0; k < count; k += DOUBLES) {
        const closer_place at = {block->first, items + k};
        closer_answer answer = closer(block, &at);
        put_scattered(block, items + k, &answer);
    }
}

static CAROM_INLINE void run_closer(batch_block *block, lane_misses *misses, lane_closer *closer) {
    uint64_t missed = 0;
    for (size_t i = 0; i < block->count; i += REALS) {
        fetch_lanes(block, block->first + i);
        missed |= (uint64_t)misses(block, block->first + i) << i;
        if (block->values) reals_store(batch_values(block) + i, reals_all((carom_real)INFINITY));
    }
    uint64_t left = ~missed & batch_mask(block->count);
    block->yes = 0;
    block->decided = missed;
    if (4 * (size_t)__builtin_popcountll(left) > 3 * block->count)
        look_in_place(block, closer);
    else
        look_scattered(block, left, closer);
}

#endif
