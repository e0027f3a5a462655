/* The solvers of closest points, and their order (docs/solvers.md): posed frames, closed forms
 * [Ericson05] 5.1, heights over a plane, ranges of lines, the convex engine (GJK [Gilbert88]).
 * General solvers take the pair in table order; an answer of theirs that carom_real cannot hold is
 * computed again on scaled copies (tame_pair.h). Solvers of posed frames leave such pairs
 * undecided. The distance is 0 exactly where overlap is true. */
#include "pair/pair_closest.h"

#include "pair/closest_table.h"
#include "pair/overlap_table.h"
#include "pair/round/round_pairs.h"
#include "pair/solver/box_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/solver/line_pairs.h"
#include "pair/solver/plane_pairs.h"
#include "pair/tame_pair.h"
#include "pair/round/round_kernel.h"

/* ---- of posed frames */

static CAROM_INLINE bool closest_of_capsule_frames(const carom_posed_shape *a,
                                                   const carom_posed_shape *b,
                                                   carom_closest_any *out) {
    if (!is_framed_round(a, b)) return false;
    *out = ROUND_KERNEL(carom_round_closest)(a, b);
    return true;
}

static CAROM_INLINE bool closest_of_box_frames(const carom_posed_shape *a,
                                               const carom_posed_shape *b, carom_closest_any *out) {
    convex_distance found;
    if (!carom_boxes_closest(a, b, &found)) return false;
    *out = closest_from_engine(&found, pair_is_flipped(&a->shape, &b->shape));
    return true;
}

static bool recalled_hulls(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_pair_cache *cache, convex_distance *out) {
    pair_memory memory;
    recall_kinds(&memory, cache, CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, hulls_are_flipped(a, b));
    if (!carom_hulls_closest(a, b, &memory.search, out)) return false;
    remember_pair(cache, &memory);
    return true;
}

static CAROM_INLINE bool find_hulls(const carom_posed_shape *a, const carom_posed_shape *b,
                                    carom_pair_cache *cache, convex_distance *out) {
    if (!is_hull_pair(a, b)) return false;
    return cache ? recalled_hulls(a, b, cache, out) : carom_hulls_closest(a, b, NULL, out);
}

static CAROM_INLINE bool closest_of_hull_frames(const carom_posed_shape *a,
                                                const carom_posed_shape *b, carom_pair_cache *cache,
                                                carom_closest_any *out) {
    convex_distance found;
    if (!find_hulls(a, b, cache, &found)) return false;
    *out = closest_from_engine(&found, hulls_are_flipped(a, b));
    return true;
}

/* ---- general */

static CAROM_INLINE bool closest_of_capsule_axes(posed_pair *pair, carom_closest_any *out) {
    *out = carom_round_closest(&pair->given[0]->shape, &pair->given[1]->shape);
    return true;
}

static CAROM_NOINLINE carom_closest_any tamed_closest(const posed_pair *pair) {
    tame_pair tame;
    if (!carom_tame_pair(&tame, shape_given(pair, 0), shape_given(pair, 1), false))
        return closest_nowhere();
    carom_closest_any found = carom_pair_closest(&tame.shape[0], &tame.shape[1]);
    found.distance = (carom_real)((double)found.distance / tame.power);
    found.lower_bound = (carom_real)((double)found.lower_bound / tame.power);
    found.point_a = carom_untamed_point(&tame, found.point_a);
    found.point_b = carom_untamed_point(&tame, found.point_b);
    found.t_a = carom_untamed_parameter(&tame, 0, found.t_a);
    found.t_b = carom_untamed_parameter(&tame, 1, found.t_b);
    return closest_in_range(&found) ? found : closest_nowhere();
}

/* Puts an answer in table order, without a bound of its own, into the order of the call: in place,
 * as it is large. */
static CAROM_INLINE bool settle_closest(const posed_pair *pair, carom_closest_any *out) {
    const carom_vec3 points[2] = {out->point_a, out->point_b};
    const carom_real t[2] = {out->t_a, out->t_b};
    out->lower_bound = out->distance;
    out->point_a = points[pair->flip];
    out->point_b = points[!pair->flip];
    out->t_a = t[pair->flip];
    out->t_b = t[!pair->flip];
    if (!closest_is_known(out)) *out = tamed_closest(pair);
    return true;
}

static CAROM_INLINE bool closest_in_closed_form(posed_pair *pair, carom_closest_any *out) {
    closest_pair *closed = carom_closest_table[pair->a->shape.kind][pair->b->shape.kind];
    if (!closed) return false;
    *out = closed(&pair->a->shape, &pair->b->shape);
    return settle_closest(pair, out);
}

static CAROM_INLINE bool closest_of_plane_heights(posed_pair *pair, carom_closest_any *out) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    *out = carom_plane_pair_closest(a, b, carom_overlap_table[a->kind][b->kind]);
    return settle_closest(pair, out);
}

static CAROM_INLINE bool closest_of_line_ranges(posed_pair *pair, carom_closest_any *out) {
    *out = carom_line_pair_closest(&pair->a->shape, &pair->b->shape);
    return settle_closest(pair, out);
}

static CAROM_APART carom_closest_any recalled_engine(const posed_pair *pair,
                                                     carom_pair_cache *cache,
                                                     overlap_pair *contact_test) {
    pair_memory memory;
    recall_pair(&memory, cache, pair);
    const carom_closest_any found = carom_engine_closest(pair, &memory.search, contact_test);
    remember_pair(cache, &memory);
    return found;
}

static CAROM_INLINE bool closest_of_convex_engine(posed_pair *pair, carom_pair_cache *cache,
                                                  carom_closest_any *out) {
    overlap_pair *contact_test = carom_overlap_table[pair->a->shape.kind][pair->b->shape.kind];
    *out = cache ? recalled_engine(pair, cache, contact_test)
                 : carom_engine_closest(pair, NULL, contact_test);
    if (!closest_is_known(out)) *out = tamed_closest(pair);
    return true;
}

static CAROM_INLINE bool framed_closest_by(pair_solver solver, const carom_posed_shape *a,
                                           const carom_posed_shape *b, carom_pair_cache *cache,
                                           carom_closest_any *out) {
    switch (solver) {
    case SOLVER_CAPSULE_FRAMES: return closest_of_capsule_frames(a, b, out);
    case SOLVER_BOX_FRAMES: return closest_of_box_frames(a, b, out);
    case SOLVER_HULL_FRAMES: return closest_of_hull_frames(a, b, cache, out);
    default: return false;
    }
}

static CAROM_INLINE bool general_closest_by(pair_solver solver, posed_pair *pair,
                                            carom_pair_cache *cache, carom_closest_any *out) {
    switch (solver) {
    case SOLVER_CAPSULE_AXES: return closest_of_capsule_axes(pair, out);
    case SOLVER_CLOSED_FORM: return closest_in_closed_form(pair, out);
    case SOLVER_PLANE_HEIGHTS: return closest_of_plane_heights(pair, out);
    case SOLVER_LINE_RANGES: return closest_of_line_ranges(pair, out);
    case SOLVER_CONVEX_ENGINE: return closest_of_convex_engine(pair, cache, out);
    default: return false;
    }
}

bool carom_closest_by(pair_solver solver, posed_pair *pair, carom_pair_cache *cache,
                      carom_closest_any *out) {
    return framed_closest_by(solver, pair->given[0], pair->given[1], cache, out) ||
           general_closest_by(solver, pair, cache, out);
}

/* Solvers of posed frames and general ones are separate functions: an answer whose address escapes
 * is copied once more, and the copy waits for its stores. */
static CAROM_APART carom_closest_any closest_limited(const carom_posed_shape *a,
                                                     const carom_posed_shape *b, double limit,
                                                     carom_pair_cache *cache) {
    posed_pair pair;
    carom_closest_any found;
    pair_begins(&pair, a, b);
    put_in_table_order(&pair);
    pair.limit = limit;
    solver_list list = general_solvers(solvers_of_pair(&pair));
    while (list && !general_closest_by(first_solver(list), &pair, cache, &found))
        list >>= 4;
    if (CAROM_UNLIKELY(!list)) found = closest_nowhere();
    pair_ends(&pair);
    return found;
}

static CAROM_INLINE carom_closest_any closest_in_general(const carom_posed_shape *a,
                                                         const carom_posed_shape *b,
                                                         carom_pair_cache *cache) {
    return closest_limited(a, b, 0.0, cache);
}

static CAROM_APART carom_closest_any closest_of_boxes(const carom_posed_shape *a,
                                                      const carom_posed_shape *b,
                                                      carom_pair_cache *cache) {
    convex_distance found;
    if (carom_boxes_closest(a, b, &found))
        return closest_from_engine(&found, pair_is_flipped(&a->shape, &b->shape));
    return closest_in_general(a, b, cache);
}

static CAROM_APART carom_closest_any closest_of_hulls(const carom_posed_shape *a,
                                                      const carom_posed_shape *b,
                                                      carom_pair_cache *cache) {
    convex_distance found;
    if (find_hulls(a, b, cache, &found))
        return closest_from_engine(&found, hulls_are_flipped(a, b));
    return closest_in_general(a, b, cache);
}

carom_closest_any carom_closest_by_list(solver_list list, const carom_posed_shape *a,
                                        const carom_posed_shape *b, carom_pair_cache *cache) {
    const pair_solver first = first_solver(list);
    if (first == SOLVER_CAPSULE_AXES) return carom_round_closest(&a->shape, &b->shape);
    if (first == SOLVER_HULL_FRAMES) return closest_of_hulls(a, b, cache);
    if (first == SOLVER_BOX_FRAMES) return closest_of_boxes(a, b, cache);
    if (is_framed_round(a, b)) return ROUND_KERNEL(carom_round_closest)(a, b);
    return closest_in_general(a, b, cache);
}

carom_closest_any carom_pair_closest_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                            carom_pair_cache *cache) {
    if (!is_valid_pair(a, b)) return closest_nowhere();
    return carom_closest_by_list(solvers_of_kinds(a, b), a, b, cache);
}

carom_closest_any carom_pair_closest_within(const carom_posed_shape *a, const carom_posed_shape *b,
                                            carom_real limit, carom_pair_cache *cache) {
    if (!is_valid_pair(a, b)) return closest_nowhere();
    const solver_list list = solvers_of_kinds(a, b);
    const double stop = (double)limit * (1.0 + CLOSEST_LIMIT_ROUNDING);
    if (general_solvers(list) != list || !(stop < CLOSEST_FAR))
        return carom_closest_by_list(list, a, b, cache);
    return closest_limited(a, b, stop, cache);
}

carom_closest_any carom_pair_closest(const carom_posed_shape *a, const carom_posed_shape *b) {
    return carom_pair_closest_cached(a, b, NULL);
}
