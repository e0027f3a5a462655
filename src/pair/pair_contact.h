/* Contact manifolds of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_CONTACT_H
#define CAROM_PAIR_PAIR_CONTACT_H

#include "carom/contact.h"
#include "pair/pose/pair_memory.h"
#include "pair/round/round_pairs.h"
#include "pair/pose/solver_order.h"
#include "pair/round/round_contact.h"

/** The answer of one solver. @return false, and `manifold` is undefined, when it is undecided or
 * has none for this verb */
bool carom_contact_by(pair_solver solver, posed_pair *pair, carom_pair_cache *cache,
                      carom_contact_manifold *manifold);

/** The manifold of a valid pair by its whole list of solvers. */
int32_t carom_contact_in_general(const carom_posed_shape *a, const carom_posed_shape *b,
                                 carom_contact_manifold *manifold, carom_pair_cache *cache);

/* The same; spheres and capsules, the fastest, are tried before a pair is set up. */
static CAROM_INLINE int32_t contact_by_list(solver_list list, const carom_posed_shape *a,
                                            const carom_posed_shape *b,
                                            carom_contact_manifold *manifold,
                                            carom_pair_cache *cache) {
    const pair_solver first = first_solver(list);
    if ((first == SOLVER_CAPSULE_AXES || first == SOLVER_SPHERE_CENTRES) &&
        carom_round_contact(a, b, manifold))
        return manifold->count;
    return carom_contact_in_general(a, b, manifold, cache);
}

/** @return the number of points */
int32_t carom_pair_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_contact_manifold *manifold);
/** The same; `cache` may be null. */
int32_t carom_pair_contact_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                  carom_contact_manifold *manifold, carom_pair_cache *cache);

static inline void contact_none(carom_contact_manifold *manifold) {
    manifold->count = 0;
    manifold->certainty = CAROM_EXACT;
    manifold->normal = (carom_vec3){0, 0, 0};
}

static inline void swap_manifold(carom_contact_manifold *manifold) {
    manifold->normal = store3(neg3(load3(manifold->normal)));
    for (int32_t i = 0; i < manifold->count; i++) {
        carom_vec3 point_a = manifold->points[i].point_a;
        manifold->points[i].point_a = manifold->points[i].point_b;
        manifold->points[i].point_b = point_a;
    }
}

#endif
