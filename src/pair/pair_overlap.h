/* Contact of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_OVERLAP_H
#define CAROM_PAIR_PAIR_OVERLAP_H

#include "pair/pose/pair_memory.h"
#include "pair/round/round_pairs.h"
#include "pair/pose/solver_order.h"
#include "pair/round/round_kernel.h"
#include "pair/solver/box_pairs.h"

/** The answer of one solver. @return false, and `touch` is undefined, when it is undecided or has
 * none for this verb */
bool carom_overlap_by(pair_solver solver, posed_pair *pair, carom_pair_cache *cache, bool *touch);

/* Contact of a valid pair by its list, from the named solver of posed frames on. */
bool carom_overlap_of_hulls(const carom_posed_shape *a, const carom_posed_shape *b,
                            carom_pair_cache *cache);
bool carom_overlap_of_cylinders(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_pair_cache *cache);
bool carom_overlap_in_general(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_pair_cache *cache);

/** Contact of a valid pair of a capsule and a box by its list. */
bool carom_overlap_of_capsule_box(const carom_posed_shape *a, const carom_posed_shape *b,
                                  carom_pair_cache *cache);

/* Contact of a valid pair by its list. The first solver is selected here, inline, as each uses
 * registers of its own. */
static CAROM_INLINE bool overlap_by_list(solver_list list, const carom_posed_shape *a,
                                         const carom_posed_shape *b, carom_pair_cache *cache) {
    switch (first_solver(list)) {
    case SOLVER_CAPSULE_FRAMES:
        if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_overlap)(a, b);
        break;
    case SOLVER_CAPSULE_AXES: return carom_round_overlap(&a->shape, &b->shape);
    case SOLVER_CAPSULE_BOX_FRAMES: return carom_overlap_of_capsule_box(a, b, cache);
    case SOLVER_BOX_FRAMES: return carom_overlap_of_boxes(a, b, cache != NULL);
    case SOLVER_CYLINDER_FRAMES: return carom_overlap_of_cylinders(a, b, cache);
    case SOLVER_HULL_FRAMES: return carom_overlap_of_hulls(a, b, cache);
    default: break;
    }
    return carom_overlap_in_general(a, b, cache);
}

bool carom_pair_overlap(const carom_posed_shape *a, const carom_posed_shape *b);
/** The same; `cache` may be null. */
bool carom_pair_overlap_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_pair_cache *cache);
/** The same of a valid pair by its general solvers alone. */
bool carom_overlap_of_pair(posed_pair *pair);

#endif
