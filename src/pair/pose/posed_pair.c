/* Table order of a pair: by kind, and of one kind by the numbers of the shapes. */
#include "pair/pose/posed_pair.h"

void carom_pair_order_slowly(posed_pair *pair) {
    if (!pair->scratch) pair->scratch = scratch_of_two(pair->given[0], pair->given[1]);
    posed_scratch *scratch = pair->scratch;
    const carom_posed_shape *a = moved_shape(scratch, pair->given[0]),
                            *b = moved_shape(scratch ? scratch + 1 : NULL, pair->given[1]);
    set_pair_order(pair, a, b, pair_is_flipped(&a->shape, &b->shape));
}

void carom_pair_of(posed_pair *out, const carom_posed_shape *a, const carom_posed_shape *b) {
    out->flip = false;
    if (pair_begins(out, a, b)) put_in_table_order(out);
}
