/* No algorithm of its own: the generic calls. A pair with a compound goes to its children, one
 * with a mesh or height field to the surfaces, any other to the solvers of its list
 * (pair/pose/solver_order.h, docs/solvers.md). One solver is tested for here, that of two posed
 * capsules: they take 10 to 16 ns, and an indirect call would be a fifth of it. Calls with poses
 * place both shapes in the common frame first. An invalid shape answers "no": no contact, an
 * infinite distance, a miss. */
#include "carom/dispatch.h"

#include "carom/cached.h"
#include "carom/toi.h"
#include "pair/pair_classify.h"
#include "pair/pair_closest.h"
#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/pair_raycast.h"
#include "pair/pair_sweep.h"
#include "pair/pair_toi.h"
#include "pair/round/round_pairs.h"
#include "dispatch/compound/compound_parts.h"
#include "pair/round/round_kernel.h"

bool carom_shape_supports(carom_verb verb, carom_shape_kind a, carom_shape_kind b) {
    if ((unsigned)a >= CAROM_SHAPE_KINDS || (unsigned)b >= CAROM_SHAPE_KINDS) return false;
    if (verb == CAROM_VERB_RAYCAST) return casts_rays(a);
    return (unsigned)verb <= CAROM_VERB_TOI;
}

/* ---- overlap */

static CAROM_INLINE bool overlap_of_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                          carom_pair_cache *cache) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_overlap)(a, b);
    if (CAROM_UNLIKELY(!is_valid_pair(a, b))) return false;
    const solver_list list = solvers_of_kinds(a, b);
    return CAROM_LIKELY(list) ? overlap_by_list(list, a, b, cache) : part_overlap(a, b);
}

bool carom_overlap_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    return overlap_of_posed(a, b, NULL);
}

bool carom_overlap_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_pair_cache *cache) {
    return overlap_of_posed(a, b, cache);
}

bool carom_overlap(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                   carom_pose pose_b) {
    carom_posed_shape placed[2];
    return carom_solids_frame(placed, a, pose_a, b, pose_b) &&
           carom_overlap_posed(&placed[0], &placed[1]);
}

/* ---- classify */

carom_relation carom_classify_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    return part_classify(a, b);
}

carom_relation carom_classify(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                              carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_shapes_place(placed, a, pose_a, b, pose_b);
    return sound ? carom_classify_posed(&placed[0], &placed[1]) : CAROM_DISJOINT;
}

/* ---- closest */

static CAROM_INLINE carom_closest_any closest_of_posed(const carom_posed_shape *a,
                                                       const carom_posed_shape *b,
                                                       carom_pair_cache *cache) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_closest)(a, b);
    if (CAROM_UNLIKELY(!is_valid_pair(a, b))) return closest_nowhere();
    const solver_list list = solvers_of_kinds(a, b);
    return CAROM_LIKELY(list) ? carom_closest_by_list(list, a, b, cache)
                              : part_closest(a, b, (carom_real)INFINITY);
}

carom_closest_any carom_closest_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    return closest_of_posed(a, b, NULL);
}

carom_closest_any carom_closest_posed_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_pair_cache *cache) {
    return closest_of_posed(a, b, cache);
}

carom_closest_any carom_closest(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_shapes_frame(placed, a, pose_a, b, pose_b);
    return sound ? carom_closest_posed(&placed[0], &placed[1]) : closest_nowhere();
}

/* ---- raycast */

carom_ray_hit carom_raycast_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    return part_raycast(a, b);
}

carom_ray_hit carom_raycast(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                            carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_shapes_place(placed, a, pose_a, b, pose_b);
    return sound ? carom_raycast_posed(&placed[0], &placed[1]) : (carom_ray_hit){.hit = false};
}

/* ---- penetration */

carom_penetration carom_penetrate_posed(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_penetration)(a, b);
    if (CAROM_UNLIKELY(!is_valid_pair(a, b))) return (carom_penetration){.overlap = false};
    const solver_list list = solvers_of_kinds(a, b);
    return CAROM_LIKELY(list) ? carom_penetrate_by_list(list, a, b) : part_penetrate(a, b);
}

carom_penetration carom_penetrate(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                  carom_pose pose_b) {
    carom_posed_shape placed[2];
    bool sound = carom_solids_frame(placed, a, pose_a, b, pose_b);
    return sound ? carom_penetrate_posed(&placed[0], &placed[1])
                 : (carom_penetration){.overlap = false};
}

/* ---- sweep */

carom_sweep_hit carom_sweep_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                  const carom_sweep_options *options) {
    static const carom_sweep_options everything;
    if (!options) options = &everything;
    if (is_framed_round(a, b)) return carom_sweep_of_capsules(a, b, options);
    if (CAROM_UNLIKELY(!is_valid_pair(a, b))) return (carom_sweep_hit){.hit = false};
    const solver_list list = solvers_of_kinds(a, b);
    return CAROM_LIKELY(list) ? carom_sweep_by_list(list, a, b, options)
                              : part_sweep(a, b, options);
}

carom_sweep_hit carom_sweep(const carom_moving_shape *a, const carom_moving_shape *b) {
    carom_posed_shape placed[2];
    if (!carom_shapes_frame(placed, a->shape, a->pose, b->shape, b->pose))
        return (carom_sweep_hit){.hit = false};
    placed[0].motion = a->motion;
    placed[1].motion = b->motion;
    return carom_sweep_posed(&placed[0], &placed[1], NULL);
}

/* ---- turning motion */

carom_toi_hit carom_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                        carom_real tolerance) {
    return part_toi(a, b, tolerance);
}
