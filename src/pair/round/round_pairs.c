/* Pairs of spheres and capsules: every answer follows from the closest points of two segments, the
 * axes [Ericson05] 5.1.9. Contact is decided once, from their distance in double, so that all verbs
 * agree. Pairs without a radius, which the exact test of segments decides, and pairs of extreme
 * size are answered by the closest points of their cores, moved to the surfaces, and by the depth
 * of the convex engine. */
#include "pair/round/round_pairs.h"

#include "pair/solver/engine.h"
#include "pair/round/round_axes.h"
#include "pair/round/capsule_filter.h"
#include "pair/round/rounded_core.h"

/* ---- overlap and distance */

/* In table order, the second is a capsule. */
static carom_closest_any closest_of_axes(const carom_shape *a, const carom_shape *b) {
    const carom_segment axis = {b->as.capsule.a, b->as.capsule.b};
    if (a->kind == CAROM_SHAPE_SPHERE)
        return closest_from_params(carom_closest_point_segment(a->as.sphere.center, &axis));
    const carom_segment other = {a->as.capsule.a, a->as.capsule.b};
    return closest_from_params(carom_closest_segment_segment(&other, &axis));
}

static CAROM_NOINLINE carom_closest_any closest_by_cores(const carom_shape *a,
                                                         const carom_shape *b) {
    const bool flip = pair_is_flipped(a, b);
    const carom_shape *first = flip ? b : a, *second = flip ? a : b;
    carom_closest_any found =
        closest_off_cores(closest_of_axes(first, second), first, second, NULL);
    found.lower_bound = found.distance;
    return closest_swapped(found, flip);
}

static CAROM_NOINLINE bool overlap_in_doubt(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    round_frame frame[2];
    if (CAROM_UNLIKELY(!carom_round_axes(&pair, frame, a, b)))
        return closest_by_cores(a, b).distance == 0;
    return rounds_touch(&pair);
}

bool carom_round_overlap(const carom_shape *a, const carom_shape *b) {
    if (CAROM_LIKELY((a->kind == CAROM_SHAPE_CAPSULE) & (b->kind == CAROM_SHAPE_CAPSULE))) {
        bool meet;
        if (CAROM_LIKELY(capsules_overlap_filter(&a->as.capsule, &b->as.capsule, &meet)))
            return meet;
    }
    return overlap_in_doubt(a, b);
}

static CAROM_NOINLINE carom_closest_any closest_of_cores(const carom_shape *a,
                                                         const carom_shape *b) {
    const carom_closest_any found = closest_by_cores(a, b);
    return closest_is_known(&found) ? found : closest_nowhere();
}

carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    round_frame frame[2];
    if (!carom_round_axes(&pair, frame, a, b)) return closest_of_cores(a, b);
    round_gap gap;
    gap_of_axes(&gap, &pair);
    if (CAROM_UNLIKELY(gap.distance == 0 && !rounds_touch(&pair)))
        gap.distance = (carom_real)max2(apart_by_rounding(load3(gap.point_a)),
                                        apart_by_rounding(load3(gap.point_b)));
    if (CAROM_UNLIKELY(!gap_in_range(&gap) || !are_numbers(gap.point_a, gap.point_b)))
        return closest_nowhere();
    return closest_of_gap(&gap);
}

/* ---- depth */

static CAROM_NOINLINE carom_penetration depth_by_engine(const carom_shape *a,
                                                        const carom_shape *b) {
    const bool flip = pair_is_flipped(a, b);
    carom_posed_shape p = {.shape = flip ? *b : *a, .state = POSED_VALID},
                      q = {.shape = flip ? *a : *b, .state = POSED_VALID};
    return penetration_swapped(carom_engine_penetration(&p, &q, carom_round_overlap), flip);
}

carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    round_frame frame[2];
    if (!carom_round_axes(&pair, frame, a, b)) return depth_by_engine(a, b);
    if (!rounds_touch(&pair)) return (carom_penetration){.overlap = false};
    carom_penetration out;
    triple normal;
    carom_round_normal(&normal, &pair, pair_is_flipped(a, b));
    depth_of_axes(&out, &pair, &normal);
    return out;
}
