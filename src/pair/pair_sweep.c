/* No algorithm of its own: the solvers of sweeps, in the order of their list (docs/solvers.md).
 * Those of posed frames leave pairs undecided that start near contact or graze. General solvers
 * sweep A relative to B in table order, so that exchanging the shapes changes no bit (within a
 * distance the point is moved to the second shape of the call); in the other order where the closed
 * form exists only in that, and where B is a plane, near which the point is rounded. An answer that
 * is not a number is computed again on scaled copies (tame_pair.h). */
#include "pair/pair_sweep.h"

#include "pair/overlap_table.h"
#include "pair/pair_closest.h"
#include "pair/round/round_pairs.h"
#include "pair/solver/box_pairs.h"
#include "pair/solver/cylinder_pairs.h"
#include "pair/solver/engine.h"
#include "pair/solver/line_pairs.h"
#include "pair/solver/plane_pairs.h"
#include "pair/sweep_table.h"
#include "pair/tame_pair.h"
#include "pair/solver/box_kernel.h"
#include "pair/round/round_kernel.h"

static const carom_sweep_hit no_sweep_hit;

/* ---- of posed frames */

static CAROM_INLINE sweep_answer sweep_of_capsule_frames(const carom_posed_shape *a,
                                                         const carom_posed_shape *b,
                                                         const carom_sweep_options *options,
                                                         carom_sweep_hit *hit) {
    if (!is_framed_round(a, b)) return SWEEP_UNDECIDED;
    return ROUND_KERNEL(carom_round_sweep)(a, b, options, hit);
}

static CAROM_INLINE sweep_answer sweep_of_box_frames(const carom_posed_shape *a,
                                                     const carom_posed_shape *b,
                                                     const carom_sweep_options *options,
                                                     carom_sweep_hit *hit) {
    if (!is_framed_box_pair(a, b) || !is_turned_box_pair(a, b) || options->target_distance != 0 ||
        !BOX_KERNEL(carom_boxes_sweep)(a, b, hit))
        return SWEEP_UNDECIDED;
    if (hit->hit) hit->normal = corrected_sweep_normal(hit->normal, relative_motion(a, b));
    return SWEEP_ANSWERED;
}

static CAROM_INLINE sweep_answer sweep_of_cylinder_frames(const carom_posed_shape *a,
                                                          const carom_posed_shape *b,
                                                          const carom_sweep_options *options,
                                                          carom_sweep_hit *hit) {
    return is_framed_cylinder_pair(a, b) && carom_cylinders_sweep(a, b, options, hit)
               ? SWEEP_ANSWERED
               : SWEEP_UNDECIDED;
}

/* ---- general */

/* The pair in table order, and the motions in the order of the call. */
typedef struct general_sweep {
    posed_pair *pair;
    const carom_sweep_options *options;
    vec3 motion[2];
} general_sweep;

/* @return false for a motion or target distance that is not finite */
static bool sweep_begins(general_sweep *s, posed_pair *pair, const carom_sweep_options *options) {
    const carom_real target = options->target_distance;
    s->pair = pair;
    s->options = options;
    for (int i = 0; i < 2; i++)
        s->motion[i] = load3(pair->given[i]->motion);
    if (CAROM_UNLIKELY(!(target >= 0 && target <= CAROM_REAL_MAX))) return false;
    return finite3(s->motion[0]) && finite3(s->motion[1]);
}

static CAROM_NOINLINE carom_sweep_hit tamed_sweep(const carom_posed_shape *a,
                                                  const carom_posed_shape *b,
                                                  const carom_sweep_options *options) {
    tame_pair tame;
    carom_sweep_options scaled = *options;
    if (!carom_tame_pair(&tame, a, b, true)) return no_sweep_hit;
    scaled.target_distance = (carom_real)((double)options->target_distance * tame.power);
    carom_sweep_hit hit = carom_pair_sweep(&tame.shape[0], &tame.shape[1], &scaled);
    hit.point = carom_untamed_point(&tame, hit.point);
    return hit;
}

/* Completes the hit of a general solver, which is in the order of the call. */
static void settle_sweep(const general_sweep *s, carom_sweep_hit *hit) {
    if (!hit->hit) return;
    const vec3 motion = sub3(s->motion[0], s->motion[1]);
    if (!are_numbers(hit->point, hit->normal))
        *hit = tamed_sweep(s->pair->given[0], s->pair->given[1], s->options);
    else if (!hit->initial_overlap)
        hit->normal = corrected_sweep_normal(hit->normal, motion);
    else if (!sweep_contact_counts(load3(hit->normal), motion, s->options))
        *hit = no_sweep_hit;
}

/* The shape that moves and the one that stands: the first of the call and the second, or with
 * `flip` the second and the first. */
typedef struct relative_sweep {
    const carom_shape *a, *b;
    vec3 motion;
} relative_sweep;

static relative_sweep sweep_relative(const general_sweep *s, bool flip) {
    return (relative_sweep){&shape_given(s->pair, flip)->shape, &shape_given(s->pair, !flip)->shape,
                            sub3(s->motion[flip], s->motion[!flip])};
}

/* With a target distance the point is on the second shape of the call, and that of a pair in table
 * order on the second shape there. */
static void put_point_on_second(const general_sweep *s, carom_sweep_hit *hit) {
    if (!hit->hit || !s->pair->flip || s->options->target_distance == 0) return;
    const vec3 by = scale3(s->motion[1], (double)hit->fraction);
    const carom_shape point = {.kind = CAROM_SHAPE_POINT,
                               .as.point = store3(sub3(load3(hit->point), by))};
    const carom_posed_shape placed = {.shape = point, .state = POSED_VALID};
    const carom_closest_any near = carom_pair_closest(&placed, shape_given(s->pair, 1));
    if (near.distance <= CAROM_REAL_MAX) hit->point = store3(add3(load3(near.point_b), by));
}

static bool settle_relative(const general_sweep *s, bool flip, carom_sweep_hit *hit) {
    if (hit->hit) sweep_in_given_order(hit, s->motion, flip);
    put_point_on_second(s, hit);
    settle_sweep(s, hit);
    return true;
}

/* Whether the closed form applies. An ellipsoid without thickness goes to the convex engine. */
static bool has_closed_sweep(const carom_shape *a, const carom_shape *b) {
    const carom_vec3 *r = &b->as.ellipsoid.radii;
    const bool disk = b->kind == CAROM_SHAPE_ELLIPSOID && (r->x == 0 || r->y == 0 || r->z == 0);
    return carom_sweep_table[a->kind][b->kind] && !disk;
}

static CAROM_INLINE bool sweep_in_closed_form(const general_sweep *s, carom_sweep_hit *hit) {
    posed_pair *pair = s->pair;
    if (s->options->target_distance != 0) return false;
    const bool in_order = has_closed_sweep(&pair->a->shape, &pair->b->shape);
    if (!in_order && !has_closed_sweep(&pair->b->shape, &pair->a->shape)) return false;
    const bool flip = pair->flip != !in_order;
    const relative_sweep r = sweep_relative(s, flip);
    *hit = carom_sweep_table[r.a->kind][r.b->kind](r.a, store3(r.motion), r.b);
    return settle_relative(s, flip, hit);
}

/* The closed form of contact of a pair in any order. */
static overlap_pair *contact_test_of_kinds(const carom_shape *a, const carom_shape *b) {
    return a->kind < b->kind ? carom_overlap_table[a->kind][b->kind]
                             : carom_overlap_table[b->kind][a->kind];
}

static CAROM_INLINE bool sweep_of_plane_heights(const general_sweep *s, carom_sweep_hit *hit) {
    posed_pair *pair = s->pair;
    const double target = (double)s->options->target_distance;
    const bool flip = pair->flip != (target == 0.0 && is_plane_kind(pair->a->shape.kind));
    const relative_sweep r = sweep_relative(s, flip);
    *hit =
        carom_plane_pair_sweep(r.a, store3(r.motion), r.b, target, contact_test_of_kinds(r.a, r.b));
    return settle_relative(s, flip, hit);
}

static CAROM_INLINE bool sweep_of_line_ranges(const general_sweep *s, carom_sweep_hit *hit) {
    posed_pair *pair = s->pair;
    const double target = (double)s->options->target_distance;
    const relative_sweep r = sweep_relative(s, pair->flip);
    *hit = target == 0.0 ? carom_line_pair_sweep(r.a, store3(r.motion), r.b)
                         : carom_line_pair_sweep_near(r.a, r.motion, r.b, target);
    return settle_relative(s, pair->flip, hit);
}

static CAROM_INLINE bool sweep_of_convex_engine(const general_sweep *s, carom_sweep_hit *hit) {
    posed_pair *pair = s->pair;
    *hit = carom_engine_sweep(pair, s->motion, s->options,
                              carom_overlap_table[pair->a->shape.kind][pair->b->shape.kind]);
    put_point_on_second(s, hit);
    settle_sweep(s, hit);
    return true;
}

static CAROM_INLINE sweep_answer framed_sweep_by(pair_solver solver, const carom_posed_shape *a,
                                                 const carom_posed_shape *b,
                                                 const carom_sweep_options *options,
                                                 carom_sweep_hit *hit) {
    switch (solver) {
    case SOLVER_CAPSULE_FRAMES: return sweep_of_capsule_frames(a, b, options, hit);
    case SOLVER_BOX_FRAMES: return sweep_of_box_frames(a, b, options, hit);
    case SOLVER_CYLINDER_FRAMES: return sweep_of_cylinder_frames(a, b, options, hit);
    default: return SWEEP_UNDECIDED;
    }
}

static CAROM_INLINE bool general_sweep_by(pair_solver solver, const general_sweep *s,
                                          carom_sweep_hit *hit) {
    switch (solver) {
    case SOLVER_CLOSED_FORM: return sweep_in_closed_form(s, hit);
    case SOLVER_PLANE_HEIGHTS: return sweep_of_plane_heights(s, hit);
    case SOLVER_LINE_RANGES: return sweep_of_line_ranges(s, hit);
    case SOLVER_CONVEX_ENGINE: return sweep_of_convex_engine(s, hit);
    default: return false;
    }
}

/* The sweep by the general solvers of a list. */
static CAROM_APART bool sweep_in_general(solver_list list, posed_pair *pair,
                                         const carom_sweep_options *options, carom_sweep_hit *hit) {
    general_sweep s;
    *hit = no_sweep_hit;
    if (!sweep_begins(&s, pair, options)) return true;
    for (; list; list >>= 4)
        if (general_sweep_by(first_solver(list), &s, hit)) return true;
    return false;
}

sweep_answer carom_sweep_by(pair_solver solver, posed_pair *pair,
                            const carom_sweep_options *options, carom_sweep_hit *hit) {
    const sweep_answer answer =
        framed_sweep_by(solver, pair->given[0], pair->given[1], options, hit);
    if (answer != SWEEP_UNDECIDED || solver <= SOLVER_HULL_FRAMES) return answer;
    return sweep_in_general(solver, pair, options, hit) ? SWEEP_ANSWERED : SWEEP_UNDECIDED;
}

/* The rest of the list answers a sweep that the first solver left undecided, or the exit alone. */
static CAROM_APART void complete_sweep(sweep_answer answer, const carom_posed_shape *a,
                                       const carom_posed_shape *b,
                                       const carom_sweep_options *options, carom_sweep_hit *hit) {
    posed_pair pair;
    carom_sweep_hit other;
    pair_begins(&pair, a, b);
    put_in_table_order(&pair);
    sweep_in_general(general_solvers(solvers_of_pair(&pair)), &pair, options, &other);
    pair_ends(&pair);
    if (answer == SWEEP_UNDECIDED)
        *hit = other;
    else if (hit->hit && other.fraction_exit > hit->fraction_exit)
        hit->fraction_exit = other.fraction_exit;
}

carom_sweep_hit carom_sweep_of_capsules(const carom_posed_shape *a, const carom_posed_shape *b,
                                        const carom_sweep_options *options) {
    carom_sweep_hit hit;
    const sweep_answer answer = ROUND_KERNEL(carom_round_sweep)(a, b, options, &hit);
    if (CAROM_UNLIKELY(answer != SWEEP_ANSWERED)) complete_sweep(answer, a, b, options, &hit);
    return hit;
}

static CAROM_APART carom_sweep_hit sweep_of_frames(solver_list list, const carom_posed_shape *a,
                                                   const carom_posed_shape *b,
                                                   const carom_sweep_options *options) {
    carom_sweep_hit hit;
    const sweep_answer answer = framed_sweep_by(first_solver(list), a, b, options, &hit);
    if (answer != SWEEP_ANSWERED) complete_sweep(answer, a, b, options, &hit);
    return hit;
}

carom_sweep_hit carom_sweep_by_list(solver_list list, const carom_posed_shape *a,
                                    const carom_posed_shape *b,
                                    const carom_sweep_options *options) {
    posed_pair pair;
    carom_sweep_hit hit;
    if (first_solver(list) <= SOLVER_HULL_FRAMES) return sweep_of_frames(list, a, b, options);
    pair_begins(&pair, a, b);
    put_in_table_order(&pair);
    sweep_in_general(list, &pair, options, &hit);
    pair_ends(&pair);
    return hit;
}

carom_sweep_hit carom_pair_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                                 const carom_sweep_options *options) {
    if (!is_valid_pair(a, b)) return no_sweep_hit;
    return carom_sweep_by_list(solvers_of_kinds(a, b), a, b, options);
}
