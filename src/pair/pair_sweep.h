/* Sweeps of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_SWEEP_H
#define CAROM_PAIR_PAIR_SWEEP_H

#include "pair/pose/solver_order.h"

/** The answer of one solver. @return false, and `hit` is undefined, when it is undecided or has
 * none for this verb */
sweep_answer carom_sweep_by(pair_solver solver, posed_pair *pair,
                            const carom_sweep_options *options, carom_sweep_hit *hit);

/** The sweep of two capsules that are POSED_ROUND. */
carom_sweep_hit carom_sweep_of_capsules(const carom_posed_shape *a, const carom_posed_shape *b,
                                        const carom_sweep_options *options);
/** The sweep of a valid pair by its list of solvers. */
carom_sweep_hit carom_sweep_by_list(solver_list list, const carom_posed_shape *a,
                                    const carom_posed_shape *b, const carom_sweep_options *options);

carom_sweep_hit carom_pair_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                                 const carom_sweep_options *options);

/* ---- shared by all sweeps */

/* When shapes slide, rounding may leave a normal against the motion: then it is made perpendicular
 * to the motion. */
static inline carom_vec3 corrected_sweep_normal(carom_vec3 normal, vec3 motion) {
    vec3 n = load3(normal);
    if (CAROM_LIKELY(dot3(n, motion) >= 0.0)) return normal;
    vec3 v = carom_normalize_or(motion, vec(0, 0, 0));
    double along = dot3(n, v);
    if (!(along >= -SWEEP_STEADY)) return normal;
    return store3(carom_normalize_or(mad3(n, v, -along), n));
}

/* The motion of A relative to B. */
static inline vec3 relative_motion(const carom_posed_shape *a, const carom_posed_shape *b) {
    return sub3(load3(a->motion), load3(b->motion));
}

/* Puts a hit of a relative motion into the order of the call, its point where the second shape is
 * at the contact. */
static inline void sweep_in_given_order(carom_sweep_hit *hit, const vec3 motion[2], bool flip) {
    hit->point = store3(mad3(load3(hit->point), motion[!flip], (double)hit->fraction));
    if (flip) hit->normal = store3(neg3(load3(hit->normal)));
}

#endif
