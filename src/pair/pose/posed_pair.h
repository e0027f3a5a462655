/* A pair of posed shapes, the argument of solvers. Tables and general solvers take it in table
 * order (by kind, and of one kind by the numbers of the shapes), so that exchanged shapes get the
 * same answer exchanged. Solvers of posed frames need no order, which is therefore computed on
 * demand. */
#ifndef CAROM_PAIR_POSE_POSED_PAIR_H
#define CAROM_PAIR_POSE_POSED_PAIR_H

#include "pair/pose/pair.h"

typedef struct posed_pair {
    const carom_posed_shape *given[2]; /* in the order of the call; may be pending */
    const carom_posed_shape *a, *b;    /* in table order and not pending, once `ordered` */
    bool flip;                         /* b was given first */
    bool valid, ordered;
    double limit;           /* closest points: a distance beyond which none is wanted; 0: any */
    posed_scratch *scratch; /* null, or a block for those that were pending: pair_ends gives it */
} posed_pair;

/** The pair in table order at once, unless a shape is invalid; pair_ends ends it. */
void carom_pair_of(posed_pair *out, const carom_posed_shape *a, const carom_posed_shape *b);

static CAROM_INLINE bool is_valid_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return (a->state & b->state & POSED_VALID) != 0;
}

/** Sets the pair, not yet ordered; pair_ends ends it. @return false when a shape is invalid */
static CAROM_INLINE bool pair_begins(posed_pair *out, const carom_posed_shape *a,
                                     const carom_posed_shape *b) {
    out->given[0] = a;
    out->given[1] = b;
    out->ordered = false;
    out->limit = 0.0;
    out->scratch = NULL;
    return out->valid = is_valid_pair(a, b);
}

static CAROM_INLINE void set_pair_order(posed_pair *pair, const carom_posed_shape *a,
                                        const carom_posed_shape *b, bool flip) {
    pair->flip = flip;
    pair->a = flip ? b : a;
    pair->b = flip ? a : b;
    pair->ordered = true;
}

/* The same for pairs of pending shapes, and of shapes whose first numbers are equal. */
void carom_pair_order_slowly(posed_pair *pair);

/** Puts a valid pair into table order. */
static CAROM_INLINE void put_in_table_order(posed_pair *pair) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    if (CAROM_LIKELY(!((a->state | b->state) & POSED_PENDING) &&
                     is_pair_ordered_by_number(&a->shape, &b->shape)))
        set_pair_order(pair, a, b, pair_is_flipped_by_number(&a->shape, &b->shape));
    else
        carom_pair_order_slowly(pair);
}

static CAROM_INLINE void pair_ends(const posed_pair *pair) {
    give_scratch(pair->scratch);
}

/** The shapes of an ordered pair, not pending, in the order of the call. */
static inline const carom_posed_shape *shape_given(const posed_pair *pair, int i) {
    const carom_posed_shape *const in_order[2] = {pair->a, pair->b};
    return in_order[i ^ pair->flip];
}

#endif
