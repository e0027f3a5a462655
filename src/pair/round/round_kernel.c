/* Pairs of posed capsules, from the axes that they keep: closest points of two segments [Ericson05]
 * 5.1.9 in lanes, without branches, compiled for each instruction set with the same bits. Axes that
 * are nearly parallel, near each other or of extreme size are left to round_pairs.c. 1.9 to 4.7
 * times its speed (docs/solvers.md). */
#include "pair/round/round_axes.h"
#include "pair/round/round_pairs.h"
#include "pair/round/round_contact.h"

/* As by SIMD_NAME of simd/simd.h, of which nothing else is needed here. */
#define ROUND_JOIN_NAMES(name, set) name##_##set
#define ROUND_JOIN(name, set) ROUND_JOIN_NAMES(name, set)
#define ROUND_NAME(name) ROUND_JOIN(name, SIMD_SET)

static CAROM_INLINE bool solve_posed(round_pair *out, const carom_posed_shape *a,
                                     const carom_posed_shape *b) {
    out->a = frame_of_round(a), out->b = frame_of_round(b);
    return CAROM_LIKELY(solve_regular_axes(out));
}

bool ROUND_NAME(carom_round_overlap)(const carom_posed_shape *a, const carom_posed_shape *b) {
    round_pair pair;
    if (!solve_posed(&pair, a, b)) return carom_round_overlap(&a->shape, &b->shape);
    return rounds_touch_squared(&pair);
}

carom_closest_any ROUND_NAME(carom_round_closest)(const carom_posed_shape *a,
                                                  const carom_posed_shape *b) {
    round_pair pair;
    if (!solve_posed(&pair, a, b)) return carom_round_closest(&a->shape, &b->shape);
    round_gap gap;
    gap_of_axes(&gap, &pair);
    if (CAROM_UNLIKELY(!gap_in_range(&gap))) return closest_nowhere();
    return closest_of_gap(&gap);
}

carom_penetration ROUND_NAME(carom_round_penetration)(const carom_posed_shape *a,
                                                      const carom_posed_shape *b) {
    round_pair pair;
    if (!solve_posed(&pair, a, b)) return carom_round_penetration(&a->shape, &b->shape);
    if (!rounds_touch(&pair)) return (carom_penetration){.overlap = false};
    carom_penetration out;
    triple normal;
    regular_normal(&normal, &pair);
    depth_of_axes(&out, &pair, &normal);
    return out;
}

bool ROUND_NAME(carom_round_contact)(const carom_posed_shape *a, const carom_posed_shape *b,
                                     carom_contact_manifold *out) {
    round_pair pair;
    if (!is_margin(out->margin) || !solve_posed(&pair, a, b)) return carom_round_contact(a, b, out);
    no_contact(out);
    if (!(sqrt(pair.d2) <= pair.reach + (double)out->margin)) return true;
    if (CAROM_UNLIKELY(pair.sine2 < ROUND_ALONG_SINE2)) return carom_round_contact(a, b, out);
    triple normal;
    regular_normal(&normal, &pair);
    store_triple(&out->normal, &normal);
    contact_at_point(out, &pair, &normal);
    return true;
}

#include "pair/round/round_sweep_kernel.h"
#include "pair/round/round_contact.h"
#include "pair/round/round_kernel.h"
