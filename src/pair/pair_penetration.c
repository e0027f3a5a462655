/* The solvers of penetration. General solvers take the pair in table order, and an answer of theirs
 * that is no number is found again on copies of ordinary size; those of posed frames answer only
 * for contact that is deeper than rounding. */
#include "pair/pair_penetration.h"

#include "pair/overlap_table.h"
#include "pair/round/round_pairs.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/solver/line_pairs.h"
#include "pair/solver/plane_pairs.h"
#include "pair/tame_pair.h"
#include "pair/volume_tables.h"

/* ---- of posed frames */

static CAROM_INLINE bool depth_of_capsule_frames(posed_pair *pair, carom_penetration *out) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    if (!is_framed_round(a, b)) return false;
    *out = ROUND_KERNEL(carom_round_penetration)(a, b);
    return true;
}

static CAROM_INLINE bool depth_of_hull_frames(posed_pair *pair, carom_penetration *out) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    facet_answer facet;
    if (!is_hull_pair(a, b) || !carom_hulls_penetrate(a, b, &facet)) return false;
    *out = penetration_from_facet(&facet, hulls_are_flipped(a, b));
    return true;
}

static CAROM_INLINE bool depth_of_cylinder_frames(posed_pair *pair, carom_penetration *out) {
    const carom_posed_shape *a = pair->given[0], *b = pair->given[1];
    return is_framed_cylinder_pair(a, b) && carom_cylinders_penetrate(a, b, out);
}

/* ---- general */

static CAROM_INLINE bool depth_of_capsule_axes(posed_pair *pair, carom_penetration *out) {
    *out = carom_round_penetration(&pair->given[0]->shape, &pair->given[1]->shape);
    return true;
}

static CAROM_NOINLINE carom_penetration tamed_depth(const posed_pair *pair) {
    tame_pair tame;
    if (!carom_tame_pair(&tame, shape_given(pair, 0), shape_given(pair, 1)))
        return (carom_penetration){.overlap = false};
    carom_penetration found = carom_pair_penetrate(&tame.shape[0], &tame.shape[1]);
    found.depth = (carom_real)((double)found.depth / tame.power);
    found.point_a = carom_untamed_point(&tame, found.point_a);
    found.point_b = carom_untamed_point(&tame, found.point_b);
    return found;
}

/* What was found in table order, in the order of the call. */
static CAROM_INLINE bool store_depth(const posed_pair *pair, carom_penetration found,
                                     carom_penetration *out) {
    *out = penetration_swapped(found, pair->flip);
    if (!are_numbers(out->point_a, out->point_b)) *out = tamed_depth(pair);
    return true;
}

static CAROM_INLINE bool depth_in_closed_form(posed_pair *pair, carom_penetration *out) {
    put_in_table_order(pair);
    penetration_pair *closed = carom_penetration_table[pair->a->shape.kind][pair->b->shape.kind];
    return closed && store_depth(pair, closed(&pair->a->shape, &pair->b->shape), out);
}

static overlap_pair *contact_test_of(const posed_pair *pair) {
    return carom_overlap_table[pair->a->shape.kind][pair->b->shape.kind];
}

static CAROM_INLINE bool depth_of_plane_heights(posed_pair *pair, carom_penetration *out) {
    put_in_table_order(pair);
    return store_depth(
        pair, carom_plane_pair_penetration(&pair->a->shape, &pair->b->shape, contact_test_of(pair)),
        out);
}

static CAROM_INLINE bool depth_of_line_ranges(posed_pair *pair, carom_penetration *out) {
    put_in_table_order(pair);
    return store_depth(pair, carom_line_pair_penetration(&pair->a->shape, &pair->b->shape), out);
}

static CAROM_INLINE bool depth_of_convex_engine(posed_pair *pair, carom_penetration *out) {
    put_in_table_order(pair);
    return store_depth(pair, carom_engine_penetration(pair->a, pair->b, contact_test_of(pair)),
                       out);
}

static CAROM_INLINE bool penetration_by(pair_solver solver, posed_pair *pair,
                                        carom_penetration *out) {
    switch (solver) {
    case SOLVER_CAPSULE_FRAMES: return depth_of_capsule_frames(pair, out);
    case SOLVER_CYLINDER_FRAMES: return depth_of_cylinder_frames(pair, out);
    case SOLVER_HULL_FRAMES: return depth_of_hull_frames(pair, out);
    case SOLVER_CAPSULE_AXES: return depth_of_capsule_axes(pair, out);
    case SOLVER_CLOSED_FORM: return depth_in_closed_form(pair, out);
    case SOLVER_PLANE_HEIGHTS: return depth_of_plane_heights(pair, out);
    case SOLVER_LINE_RANGES: return depth_of_line_ranges(pair, out);
    case SOLVER_CONVEX_ENGINE: return depth_of_convex_engine(pair, out);
    default: return false;
    }
}

bool carom_penetration_by(pair_solver solver, posed_pair *pair, carom_penetration *out) {
    return penetration_by(solver, pair, out);
}

static CAROM_APART carom_penetration depth_in_general(const carom_posed_shape *a,
                                                      const carom_posed_shape *b) {
    posed_pair pair;
    carom_penetration found;
    pair_begins(&pair, a, b);
    for (solver_list list = solvers_of_pair(&pair); list; list >>= 4)
        if (penetration_by(first_solver(list), &pair, &found)) return found;
    found = (carom_penetration){.overlap = false};
    return found;
}

/* The quickest solver needs no pair. */
carom_penetration carom_penetrate_by_list(solver_list list, const carom_posed_shape *a,
                                          const carom_posed_shape *b) {
    if (first_solver(list) == SOLVER_CAPSULE_AXES)
        return carom_round_penetration(&a->shape, &b->shape);
    return depth_in_general(a, b);
}

carom_penetration carom_pair_penetrate(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (!is_valid_pair(a, b)) return (carom_penetration){.overlap = false};
    return carom_penetrate_by_list(solvers_of_kinds(a, b), a, b);
}
