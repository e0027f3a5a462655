/* No algorithm of its own: the generic calls for contact manifolds, and the depth along a
 * direction. A pair with a compound goes to its children, one with a mesh or height field to the
 * surfaces, any other to the solvers of its list (docs/solvers.md). Two posed capsules are tested
 * for first, as in dispatch.c: an indirect call would be a fifth of their time. */
#include "carom/cached.h"

#include "pair/pair_contact.h"
#include "pair/round/round_pairs.h"
#include "dispatch/compound/compound_parts.h"
#include "pair/round/round_contact.h"
#include "pair/round/round_kernel.h"

/* A manifold that was never set may hold any margin. One that is none must not hide contacts. */
static CAROM_INLINE void settle_margin(carom_contact_manifold *manifold) {
    if (CAROM_UNLIKELY(!is_margin(manifold->margin))) manifold->margin = 0;
}

/* Invalid pairs, whose kinds may be unset, and those with a surface or compound. */
static CAROM_NOINLINE int32_t contact_without_solver(const carom_posed_shape *a,
                                                     const carom_posed_shape *b,
                                                     carom_contact_manifold *manifold) {
    if (!is_valid_pair(a, b)) return carom_pair_contact(a, b, manifold);
    part_contact(a, b, manifold, 1);
    return manifold->count;
}

static CAROM_INLINE int32_t contact_of_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_contact_manifold *manifold,
                                             carom_pair_cache *cache) {
    settle_margin(manifold);
    if (is_framed_round(a, b) && ROUND_KERNEL(carom_round_contact)(a, b, manifold))
        return manifold->count;
    const solver_list list = is_valid_pair(a, b) ? solvers_of_kinds(a, b) : SOLVER_NONE;
    return CAROM_LIKELY(list) ? contact_by_list(list, a, b, manifold, cache)
                              : contact_without_solver(a, b, manifold);
}

int32_t carom_contact_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                            carom_contact_manifold *manifold) {
    return contact_of_posed(a, b, manifold, NULL);
}

int32_t carom_contact_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                   carom_contact_manifold *manifold, carom_pair_cache *cache) {
    return contact_of_posed(a, b, manifold, cache);
}

int32_t carom_contact_several(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifolds, int32_t capacity) {
    if (capacity < 1) return 0;
    settle_margin(manifolds);
    return part_contact(a, b, manifolds, capacity);
}

int32_t carom_contact(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                      carom_pose pose_b, carom_contact_manifold *manifold) {
    carom_posed_shape placed[2];
    carom_shapes_frame(placed, a, pose_a, b, pose_b);
    return carom_contact_posed(&placed[0], &placed[1], manifold);
}

carom_real carom_penetrate_along(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                 carom_pose pose_b, carom_vec3 direction) {
    carom_posed_shape placed[2];
    vec3 d = load3(direction);
    if (!finite3(d) || max_abs3(d) == 0.0 || !carom_shapes_place(placed, a, pose_a, b, pose_b))
        return 0;
    d = add3(carom_normalize_or(d, vec(0, 0, 1)), vec(0, 0, 0)); /* no -0 */
    return (carom_real)part_along(&placed[0], &placed[1], d);
}
