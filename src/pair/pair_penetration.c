/* No algorithm of its own: the solvers of penetration, in the order of their list
 * (docs/solvers.md). General solvers take the pair in table order; an answer of theirs that is not
 * a number is computed again on scaled copies (tame_pair.h). Solvers of posed frames answer only
 * contact that is deeper than rounding, as near it overlap decides. */
#include "pair/pair_penetration.h"

#include "convex/penetration.h"
#include "pair/overlap_table.h"
#include "pair/pose/convex_view.h"
#include "pair/round/round_pairs.h"
#include "pair/solver/box_pairs.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/hull_pairs.h"
#include "pair/solver/line_pairs.h"
#include "pair/solver/plane_pairs.h"
#include "pair/tame_pair.h"
#include "pair/volume_tables.h"
#include "pair/round/round_kernel.h"

/* ---- of posed frames */

static CAROM_INLINE bool depth_of_capsule_frames(const carom_posed_shape *a,
                                                 const carom_posed_shape *b,
                                                 carom_penetration *out) {
    if (!is_framed_round(a, b)) return false;
    *out = ROUND_KERNEL(carom_round_penetration)(a, b);
    return true;
}

static CAROM_INLINE bool depth_of_hull_frames(const carom_posed_shape *a,
                                              const carom_posed_shape *b, carom_penetration *out) {
    facet_answer facet;
    if (!is_hull_pair(a, b) || !carom_hulls_penetrate(a, b, &facet)) return false;
    *out = penetration_from_facet(&facet, hulls_are_flipped(a, b));
    return true;
}

static CAROM_INLINE bool depth_of_cylinder_frames(const carom_posed_shape *a,
                                                  const carom_posed_shape *b,
                                                  carom_penetration *out) {
    return is_framed_cylinder_pair(a, b) && carom_cylinders_penetrate(a, b, out);
}

/* ---- general */

static CAROM_NOINLINE carom_penetration tamed_depth(const posed_pair *pair) {
    tame_pair tame;
    if (!carom_tame_pair(&tame, shape_given(pair, 0), shape_given(pair, 1), false))
        return (carom_penetration){.overlap = false};
    carom_penetration found = carom_pair_penetrate(&tame.shape[0], &tame.shape[1]);
    found.depth = (carom_real)((double)found.depth / tame.power);
    found.point_a = carom_untamed_point(&tame, found.point_a);
    found.point_b = carom_untamed_point(&tame, found.point_b);
    return found;
}

/* An answer in table order, in the order of the call. */
static CAROM_INLINE carom_penetration settled_depth(const posed_pair *pair,
                                                    carom_penetration found) {
    found = penetration_swapped(found, pair->flip);
    return are_numbers(found.point_a, found.point_b) ? found : tamed_depth(pair);
}

static overlap_pair *contact_test_of(const posed_pair *pair) {
    return carom_overlap_table[pair->a->shape.kind][pair->b->shape.kind];
}

static penetration_pair *closed_depth_of(const posed_pair *pair) {
    return carom_penetration_table[pair->a->shape.kind][pair->b->shape.kind];
}

static CAROM_INLINE bool framed_depth_by(pair_solver solver, const carom_posed_shape *a,
                                         const carom_posed_shape *b, carom_penetration *out) {
    switch (solver) {
    case SOLVER_CAPSULE_FRAMES: return depth_of_capsule_frames(a, b, out);
    case SOLVER_BOX_FRAMES: return carom_boxes_penetrate(a, b, out);
    case SOLVER_CYLINDER_FRAMES: return depth_of_cylinder_frames(a, b, out);
    case SOLVER_HULL_FRAMES: return depth_of_hull_frames(a, b, out);
    default: return false;
    }
}

/* The depth by the first general solver of a list that is not undecided. Answers are values here:
 * one whose address escapes is copied once more, and the copy waits for its stores. */
static CAROM_INLINE carom_penetration depth_by_general(solver_list list, posed_pair *pair,
                                                       bool *answered) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    *answered = true;
    for (; list; list >>= 4)
        switch (first_solver(list)) {
        case SOLVER_CAPSULE_AXES:
            return carom_round_penetration(&pair->given[0]->shape, &pair->given[1]->shape);
        case SOLVER_CLOSED_FORM:
            if (!closed_depth_of(pair)) break;
            return settled_depth(pair, closed_depth_of(pair)(a, b));
        case SOLVER_PLANE_HEIGHTS:
            return settled_depth(pair, carom_plane_pair_penetration(a, b, contact_test_of(pair)));
        case SOLVER_LINE_RANGES: return settled_depth(pair, carom_line_pair_penetration(a, b));
        case SOLVER_CONVEX_ENGINE:
            return settled_depth(pair,
                                 carom_engine_penetration(pair->a, pair->b, contact_test_of(pair)));
        default: break;
        }
    *answered = false;
    return (carom_penetration){.overlap = false};
}

bool carom_penetration_by(pair_solver solver, posed_pair *pair, carom_penetration *out) {
    bool answered = framed_depth_by(solver, pair->given[0], pair->given[1], out);
    if (answered || solver <= SOLVER_HULL_FRAMES) return answered;
    *out = depth_by_general(solver, pair, &answered);
    return answered;
}

static CAROM_APART carom_penetration depth_in_general(const carom_posed_shape *a,
                                                      const carom_posed_shape *b) {
    posed_pair pair;
    bool answered;
    pair_begins(&pair, a, b);
    put_in_table_order(&pair);
    const carom_penetration found =
        depth_by_general(general_solvers(solvers_of_pair(&pair)), &pair, &answered);
    pair_ends(&pair);
    return found;
}

static CAROM_APART carom_penetration depth_of_frames(solver_list list, const carom_posed_shape *a,
                                                     const carom_posed_shape *b) {
    carom_penetration found;
    if (framed_depth_by(first_solver(list), a, b, &found)) return found;
    return depth_in_general(a, b);
}

carom_penetration carom_penetrate_by_list(solver_list list, const carom_posed_shape *a,
                                          const carom_posed_shape *b) {
    const pair_solver first = first_solver(list);
    if (first == SOLVER_CAPSULE_AXES) return carom_round_penetration(&a->shape, &b->shape);
    return first <= SOLVER_HULL_FRAMES ? depth_of_frames(list, a, b) : depth_in_general(a, b);
}

carom_penetration carom_pair_penetrate(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (!is_valid_pair(a, b)) return (carom_penetration){.overlap = false};
    return carom_penetrate_by_list(solvers_of_kinds(a, b), a, b);
}

double carom_pair_penetrate_along(const carom_posed_shape *a, const carom_posed_shape *b,
                                  vec3 direction) {
    posed_pair pair;
    convex_view view_a, view_b;
    double depth = 0.0;
    carom_pair_of(&pair, a, b);
    if (!pair.valid) return 0.0;
    if (pair.flip) direction = opposite3(direction);
    vec3 *buffer =
        buffer_of_views(WORKSPACE_VIEWS, &view_a, &pair.a->shape, &view_b, &pair.b->shape);
    if (carom_view_posed(&view_a, pair.a) && carom_view_posed(&view_b, pair.b))
        depth = carom_convex_penetration_along(&view_a.shape, &view_b.shape, direction);
    give_buffer(buffer);
    pair_ends(&pair);
    return depth;
}
