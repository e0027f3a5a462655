/* Do two shapes touch that are no meshes and no height fields? */
#ifndef CAROM_PAIR_PAIR_OVERLAP_H
#define CAROM_PAIR_PAIR_OVERLAP_H

#include "convex/support/convex.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/hull_pairs.h"
#include "pair/pose/posed_pair.h"
#include "pair/round/round_pairs.h"

bool carom_pair_overlap(const carom_posed_shape *a, const carom_posed_shape *b);
/** The same of a valid pair, without the kernels of posed kinds. `cache` may be null. */
bool carom_overlap_of_pair(const posed_pair *pair, convex_cache *cache);

static CAROM_INLINE bool overlap_in_order(const carom_posed_shape *a, const carom_posed_shape *b) {
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    return pair.valid && carom_overlap_of_pair(&pair, NULL);
}

typedef bool overlap_of_posed(const carom_posed_shape *a, const carom_posed_shape *b);

/* By the kernel for the posed kinds, or by `others`, which is inlined. */
static CAROM_INLINE bool overlap_by_kernel(const carom_posed_shape *a, const carom_posed_shape *b,
                                           overlap_of_posed *others) {
    if (is_hull_pair(a, b)) {
        const hulls_seen seen = see_hulls(a, b);
        portal_end end = hulls_by_balls(&seen);
        if (end == PORTAL_OPEN) end = hulls_by_portal(&seen, NULL);
        if (CAROM_LIKELY(end != PORTAL_OPEN)) return end == PORTAL_CONTACT;
    }
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_overlap)(a, b);
    if (is_round_pair(a, b)) return carom_round_overlap(&a->shape, &b->shape);
    if (is_framed_cylinder_pair(a, b)) {
        vec3 axis = {0, 0, 0};
        portal_end end = carom_cylinder_overlap(cylinder_of(a), cylinder_of(b), &axis);
        if (CAROM_LIKELY(end != PORTAL_OPEN)) return end == PORTAL_CONTACT;
    }
    return others(a, b);
}

#endif
