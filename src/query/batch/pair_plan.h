/* Which element of A forms a pair with which of B, by the rules of carom/batch.h. */
#ifndef CAROM_QUERY_BATCH_PAIR_PLAN_H
#define CAROM_QUERY_BATCH_PAIR_PLAN_H

#include "carom/batch.h"
#include "core/internal.h"

typedef struct pair_plan {
    const uint32_t *index_a, *index_b; /* or null: i itself */
    bool one_a, one_b;                 /* element 0 is paired with all */
    size_t count;
} pair_plan;

static inline pair_plan pair_plan_of(size_t a, size_t b, const carom_batch_pairs *pairs) {
    if (pairs) return (pair_plan){pairs->a, pairs->b, false, false, pairs->count};
    bool one_a = a == 1 && b != 1, one_b = b == 1 && a != 1;
    return (pair_plan){NULL, NULL, one_a, one_b, one_a ? b : one_b || a < b ? a : b};
}

/** The index of pair i's element in its set; it may be outside. */
static inline size_t pair_place(const uint32_t *index, bool one, size_t i) {
    return one ? 0 : index ? index[i] : i;
}

#endif
