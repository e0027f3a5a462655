/* Penetration of a pair: by the kernels for capsules, hulls and cylinders that were posed
 * beforehand, by the closed form in the table, or by what serves the class of the pair. An answer
 * that is no number is found again on copies of ordinary size. */
#include "pair/pair_penetration.h"

#include "pair/solver/engine.h"
#include "pair/solver/plane_pairs.h"
#include "pair/overlap_table.h"
#include "pair/solver/line_pairs.h"
#include "pair/tame_pair.h"
#include "pair/volume_tables.h"

static carom_penetration depth_in_table_order(const posed_pair *pair) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    penetration_pair *closed = carom_penetration_table[a->kind][b->kind];
    if (closed) return closed(a, b);
    overlap_pair *contact_test = carom_overlap_table[a->kind][b->kind];
    switch (class_of_pair(a->kind, b->kind)) {
    case PAIR_BOUNDED: return carom_engine_penetration(pair->a, pair->b, contact_test);
    case PAIR_PLANE: return carom_plane_pair_penetration(a, b, contact_test);
    default: return carom_line_pair_penetration(a, b);
    }
}

static CAROM_NOINLINE carom_penetration tamed_depth(const posed_pair *pair) {
    tame_pair tame;
    const carom_posed_shape *a = pair->flip ? pair->b : pair->a,
                            *b = pair->flip ? pair->a : pair->b;
    if (!carom_tame_pair(&tame, a, b)) return (carom_penetration){.overlap = false};
    carom_penetration found = carom_pair_penetrate(&tame.shape[0], &tame.shape[1]);
    found.depth = (carom_real)((double)found.depth / tame.power);
    found.point_a = carom_untamed_point(&tame, found.point_a);
    found.point_b = carom_untamed_point(&tame, found.point_b);
    return found;
}

carom_penetration carom_penetrate_of_pair(const posed_pair *pair) {
    const carom_penetration found = penetration_swapped(depth_in_table_order(pair), pair->flip);
    return are_numbers(found.point_a, found.point_b) ? found : tamed_depth(pair);
}

carom_penetration carom_pair_penetrate(const carom_posed_shape *a, const carom_posed_shape *b) {
    return penetrate_by_kernel(a, b, penetrate_in_order);
}
