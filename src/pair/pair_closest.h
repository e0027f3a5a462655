/* Closest points of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_CLOSEST_H
#define CAROM_PAIR_PAIR_CLOSEST_H

#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/pose/posed_pair.h"
#include "pair/round/round_pairs.h"

carom_closest_any carom_pair_closest(const carom_posed_shape *a, const carom_posed_shape *b);
/** The same of a valid pair, without the kernels of posed kinds. Flipped back; `cache` may be null.
 */
carom_closest_any carom_closest_of_pair(const posed_pair *pair, convex_cache *cache);

static CAROM_INLINE carom_closest_any closest_in_order(const carom_posed_shape *a,
                                                       const carom_posed_shape *b) {
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    return pair.valid ? carom_closest_of_pair(&pair, NULL) : closest_nowhere();
}

typedef carom_closest_any closest_of_posed(const carom_posed_shape *a, const carom_posed_shape *b);

/* By the kernel for the posed kinds, or by `others`, which is inlined. */
static CAROM_INLINE carom_closest_any closest_by_kernel(const carom_posed_shape *a,
                                                        const carom_posed_shape *b,
                                                        closest_of_posed *others) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_closest)(a, b);
    if (is_round_pair(a, b)) return carom_round_closest(&a->shape, &b->shape);
    carom_closest_any of_boxes;
    convex_distance found;
    if (carom_boxes_closest(a, b, &of_boxes)) return of_boxes;
    if (is_hull_pair(a, b) && carom_hulls_closest(a, b, NULL, &found))
        return closest_from_engine(&found, hulls_are_flipped(a, b));
    return others(a, b);
}

#endif
