/* When two moving shapes first touch that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_SWEEP_H
#define CAROM_PAIR_PAIR_SWEEP_H

#include "pair/solver/box_pairs.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/round/round_pairs.h"

carom_sweep_hit carom_pair_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                                 const carom_sweep_options *options);
/** The same, without the kernels of posed kinds. */
carom_sweep_hit carom_sweep_in_order(const carom_posed_shape *a, const carom_posed_shape *b,
                                     const carom_sweep_options *options);

/* ---- what all sweeps share */

/* When shapes slide, rounding may leave a normal against the way; then it is made square to it. */
static inline carom_vec3 normal_on_the_way(carom_vec3 normal, vec3 way) {
    vec3 n = load3(normal);
    if (CAROM_LIKELY(dot3(n, way) >= 0.0)) return normal;
    vec3 v = carom_normalize_or(way, vec(0, 0, 0));
    double along = dot3(n, v);
    if (!(along >= -SWEEP_STEADY)) return normal;
    return store3(carom_normalize_or(mad3(n, v, -along), n));
}

/* How A moves while B stands. */
static inline vec3 relative_motion(const carom_posed_shape *a, const carom_posed_shape *b) {
    return sub3(load3(a->motion), load3(b->motion));
}

/* A hit while the second stood, in the order that was asked for: the point where it is by then. */
static inline void sweep_in_given_order(carom_sweep_hit *hit, const vec3 motion[2], bool flip) {
    hit->point = store3(mad3(load3(hit->point), motion[!flip], (double)hit->fraction));
    if (flip) hit->normal = store3(neg3(load3(hit->normal)));
}

/* ---- the kernels */

/* What a kernel leaves undecided is the general method's. */
static CAROM_INLINE carom_sweep_hit boxes_sweep(const carom_posed_shape *a,
                                                const carom_posed_shape *b,
                                                const carom_sweep_options *options) {
    carom_sweep_hit hit;
    if (options->target_distance != 0 || !BOX_KERNEL(carom_boxes_sweep)(a, b, &hit))
        return carom_sweep_in_order(a, b, options);
    if (hit.hit) hit.normal = normal_on_the_way(hit.normal, relative_motion(a, b));
    return hit;
}

/* By the kernel for the posed kinds, or by `others`, which is inlined. */
static CAROM_INLINE carom_sweep_hit sweep_by_kernel(const carom_posed_shape *a,
                                                    const carom_posed_shape *b,
                                                    const carom_sweep_options *options,
                                                    sweep_of_posed *others) {
    carom_sweep_hit hit;
    if (is_framed_round(a, b))
        return ROUND_KERNEL(carom_round_sweep)(a, b, options, carom_sweep_in_order);
    if (is_framed_box_pair(a, b)) return boxes_sweep(a, b, options);
    if (is_framed_cylinder_pair(a, b) && carom_cylinders_sweep(a, b, options, &hit)) return hit;
    return others(a, b, options);
}

#endif
