/* Closest points of a pair: by the kernels for capsules, boxes and hulls that were posed
 * beforehand, by the closed form in the table, or by what serves the class of the pair. An answer
 * that is no number is found again on copies of ordinary size. */
#include "pair/pair_closest.h"

#include "pair/closest_table.h"
#include "pair/solver/plane_pairs.h"
#include "pair/overlap_table.h"
#include "pair/solver/line_pairs.h"
#include "pair/tame_pair.h"

static carom_closest_any closest_without_closed_form(const posed_pair *pair) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    carom_closest_any found = closest_nowhere();
    pair_class who = class_of_pair(a->kind, b->kind);
    if (who == PAIR_PLANE)
        found = carom_plane_pair_closest(a, b, carom_overlap_table[a->kind][b->kind]);
    if (who == PAIR_LINES) found = carom_line_pair_closest(a, b);
    found.lower_bound = found.distance;
    return found;
}

static carom_closest_any closest_in_table_order(const posed_pair *pair, convex_cache *cache) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    closest_pair *closed = carom_closest_table[a->kind][b->kind];
    if (!closed && class_of_pair(a->kind, b->kind) == PAIR_BOUNDED)
        return carom_engine_closest(pair, cache, carom_overlap_table[a->kind][b->kind]);
    if (!closed) return closest_swapped(closest_without_closed_form(pair), pair->flip);
    carom_closest_any found = closed(a, b);
    found.lower_bound = found.distance;
    return closest_swapped(found, pair->flip);
}

static CAROM_NOINLINE carom_closest_any tamed_closest(const posed_pair *pair) {
    tame_pair tame;
    const carom_posed_shape *a = pair->flip ? pair->b : pair->a,
                            *b = pair->flip ? pair->a : pair->b;
    if (!carom_tame_pair(&tame, a, b)) return closest_nowhere();
    carom_closest_any found = carom_pair_closest(&tame.shape[0], &tame.shape[1]);
    found.distance = (carom_real)((double)found.distance / tame.power);
    found.lower_bound = (carom_real)((double)found.lower_bound / tame.power);
    found.point_a = carom_untamed_point(&tame, found.point_a);
    found.point_b = carom_untamed_point(&tame, found.point_b);
    found.t_a = carom_untamed_parameter(&tame, 0, found.t_a);
    found.t_b = carom_untamed_parameter(&tame, 1, found.t_b);
    return closest_in_range(&found) ? found : closest_nowhere();
}

carom_closest_any carom_closest_of_pair(const posed_pair *pair, convex_cache *cache) {
    const carom_closest_any found = closest_in_table_order(pair, cache);
    const bool known = closest_in_range(&found) && are_numbers(found.point_a, found.point_b);
    return known ? found : tamed_closest(pair);
}

carom_closest_any carom_pair_closest(const carom_posed_shape *a, const carom_posed_shape *b) {
    return closest_by_kernel(a, b, closest_in_order);
}
