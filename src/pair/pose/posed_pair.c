/* Pairs are looked up and solved in table order: by kind, and of one kind by their numbers. */
#include "pair/pose/posed_pair.h"

void carom_pair_of(posed_pair *out, const carom_posed_shape *a, const carom_posed_shape *b) {
    out->a = moved_shape(&out->room[0], a);
    out->b = moved_shape(&out->room[1], b);
    out->valid = out->a && out->b;
    out->flip = false;
    if (!out->valid) return;
    const carom_posed_shape *given[2] = {out->a, out->b};
    out->flip = pair_is_flipped(&given[0]->shape, &given[1]->shape);
    out->a = given[out->flip];
    out->b = given[!out->flip];
}
