/* Pairs are looked up and solved in table order: by kind, and of one kind by their numbers. */
#include "pair/pose/posed_pair.h"

static inline void set_order(posed_pair *pair, const carom_posed_shape *a,
                             const carom_posed_shape *b, bool flip) {
    const carom_posed_shape *const moved[2] = {a, b};
    pair->flip = flip;
    pair->a = moved[flip];
    pair->b = moved[!flip];
    pair->ordered = true;
}

static CAROM_APART void order_alike(posed_pair *pair) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    set_order(pair, a, b, carom_shape_order(&a->shape, &b->shape) > 0);
}

static CAROM_NOINLINE void order_pending(posed_pair *pair) {
    const carom_posed_shape *a = moved_shape(&pair->room[0], pair->given[0]),
                            *b = moved_shape(&pair->room[1], pair->given[1]);
    set_order(pair, a, b, pair_is_flipped(&a->shape, &b->shape));
}

/* The common cases call nothing. */
void carom_pair_order(posed_pair *pair) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    if (CAROM_UNLIKELY((a->state | b->state) & POSED_PENDING))
        order_pending(pair);
    else if (pair_order_is_plain(&a->shape, &b->shape))
        set_order(pair, a, b, pair_is_flipped_plainly(&a->shape, &b->shape));
    else
        order_alike(pair);
}

void carom_pair_of(posed_pair *out, const carom_posed_shape *a, const carom_posed_shape *b) {
    out->flip = false;
    if (pair_begins(out, a, b)) carom_pair_order(out);
}
