/* How deep two shapes are in each other that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_PENETRATION_H
#define CAROM_PAIR_PAIR_PENETRATION_H

#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/hull_pairs.h"
#include "pair/pose/posed_pair.h"
#include "pair/round/round_pairs.h"

carom_penetration carom_pair_penetrate(const carom_posed_shape *a, const carom_posed_shape *b);
/** The same of a valid pair, without the kernels of posed kinds. Flipped back. */
carom_penetration carom_penetrate_of_pair(const posed_pair *pair);

static CAROM_INLINE carom_penetration penetrate_in_order(const carom_posed_shape *a,
                                                         const carom_posed_shape *b) {
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    return pair.valid ? carom_penetrate_of_pair(&pair) : (carom_penetration){.overlap = false};
}

typedef carom_penetration penetration_of_posed(const carom_posed_shape *a,
                                               const carom_posed_shape *b);

/* By the kernel for the posed kinds, or by `others`, which is inlined. */
static CAROM_INLINE carom_penetration penetrate_by_kernel(const carom_posed_shape *a,
                                                          const carom_posed_shape *b,
                                                          penetration_of_posed *others) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_penetration)(a, b);
    if (is_round_pair(a, b)) return carom_round_penetration(&a->shape, &b->shape);
    carom_penetration found;
    facet_answer facet;
    if (is_hull_pair(a, b) && carom_hulls_penetrate(a, b, &facet))
        return penetration_from_facet(&facet, hulls_are_flipped(a, b));
    if (is_framed_cylinder_pair(a, b) && carom_cylinders_penetrate(a, b, &found)) return found;
    return others(a, b);
}

#endif
