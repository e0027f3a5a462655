/* Sweeps of a pair: by the kernels for capsules, boxes and cylinders that were posed beforehand,
 * each of which may be undecided; by the closed form in the table, which may be that of the other
 * order; or by what serves the class of the pair. */
#include "pair/pair_sweep.h"

#include "pair/solver/engine.h"
#include "pair/solver/plane_pairs.h"
#include "pair/overlap_table.h"
#include "pair/pair_closest.h"
#include "pair/solver/line_pairs.h"
#include "pair/sweep_table.h"
#include "pair/tame_pair.h"

static const carom_sweep_hit no_sweep_hit;

static vec3 nearest_of(const carom_posed_shape *shape, vec3 to) {
    const carom_posed_shape point = {.shape = {.kind = CAROM_SHAPE_POINT, .as.point = store3(to)},
                                     .state = POSED_VALID};
    return load3(carom_pair_closest(&point, shape).point_b);
}

/* In table order. */
static overlap_pair *contact_test_of(const carom_posed_shape *a, const carom_posed_shape *b) {
    const carom_shape_kind p = a->shape.kind, q = b->shape.kind;
    return p < q ? carom_overlap_table[p][q] : carom_overlap_table[q][p];
}

/* B stands. */
static carom_sweep_hit sweep_relative(const carom_posed_shape *a, vec3 motion,
                                      const carom_posed_shape *b,
                                      const carom_sweep_options *options) {
    sweep_pair *closed = carom_sweep_table[a->shape.kind][b->shape.kind];
    double target = (double)options->target_distance;
    if (closed && target == 0.0) return closed(&a->shape, store3(motion), &b->shape);
    if (class_of_pair(a->shape.kind, b->shape.kind) == PAIR_PLANE)
        return carom_plane_pair_sweep(&a->shape, store3(motion), &b->shape, target,
                                      contact_test_of(a, b));
    return target == 0.0 ? carom_line_pair_sweep(&a->shape, store3(motion), &b->shape)
                         : carom_line_pair_sweep_near(&a->shape, motion, &b->shape, target);
}

/* Flipped or not, the answer flipped back, the point where it is by then. */
static carom_sweep_hit sweep_flipped(const carom_posed_shape *const given[2], const vec3 motion[2],
                                     bool flip, const carom_sweep_options *options) {
    const vec3 way = sub3(motion[flip], motion[!flip]);
    carom_sweep_hit hit = sweep_relative(given[flip], way, given[!flip], options);
    if (!hit.hit) return hit;
    sweep_in_given_order(&hit, motion, flip);
    if (flip && options->target_distance > 0) {
        vec3 by = scale3(motion[1], (double)hit.fraction);
        hit.point = store3(add3(nearest_of(given[1], sub3(load3(hit.point), by)), by));
    }
    return hit;
}

/* Within a distance the point is to be on B. */
static void take_as_given(posed_pair *pair) {
    const carom_posed_shape *const given[2] = {pair->b, pair->a};
    if (!pair->flip) return;
    pair->a = given[0];
    pair->b = given[1];
    pair->flip = false;
}

/* Not of an ellipsoid that is a disk: its thickness is the search's. */
static bool sweeps_in_closed_form(const carom_shape *a, const carom_shape *b) {
    const carom_vec3 *r = &b->as.ellipsoid.radii;
    const bool disk = b->kind == CAROM_SHAPE_ELLIPSOID && (r->x == 0 || r->y == 0 || r->z == 0);
    return carom_sweep_table[a->kind][b->kind] && !disk;
}

/* In table order, so that with the shapes exchanged no bit differs; the other way round where the
 * closed form is, and for what is flat to stand: near it the point is rounded. */
static carom_sweep_hit sweep_of_pair(posed_pair *pair, const vec3 motion[2],
                                     const carom_sweep_options *options) {
    const pair_class who = class_of_pair(pair->a->shape.kind, pair->b->shape.kind);
    const bool plain = options->target_distance == 0;
    if (!plain) take_as_given(pair);
    const carom_shape *p = &pair->a->shape, *q = &pair->b->shape;
    const bool in_order = plain && sweeps_in_closed_form(p, q);
    const bool turned =
        plain && !in_order &&
        (sweeps_in_closed_form(q, p) || (who == PAIR_PLANE && is_plane_kind(p->kind)));
    if (who == PAIR_BOUNDED && !in_order && !turned)
        return carom_engine_sweep(pair, motion, options, carom_overlap_table[p->kind][q->kind]);
    const carom_posed_shape *const given[2] = {pair->flip ? pair->b : pair->a,
                                               pair->flip ? pair->a : pair->b};
    return sweep_flipped(given, motion, pair->flip != turned, options);
}

static CAROM_NOINLINE carom_sweep_hit tamed_sweep(const carom_posed_shape *a,
                                                  const carom_posed_shape *b,
                                                  const carom_sweep_options *options) {
    tame_pair tame;
    carom_sweep_options scaled = *options;
    if (!carom_tame_pair(&tame, a, b)) return no_sweep_hit;
    scaled.target_distance = (carom_real)((double)options->target_distance * tame.power);
    carom_sweep_hit hit = carom_sweep_in_order(&tame.shape[0], &tame.shape[1], &scaled);
    hit.point = carom_untamed_point(&tame, hit.point);
    return hit;
}

carom_sweep_hit carom_sweep_in_order(const carom_posed_shape *a, const carom_posed_shape *b,
                                     const carom_sweep_options *options) {
    posed_pair pair;
    const carom_real target = options->target_distance;
    const vec3 motion[2] = {load3(a->motion), load3(b->motion)};
    if (CAROM_UNLIKELY(!(target >= 0 && target <= CAROM_REAL_MAX))) return no_sweep_hit;
    carom_pair_of(&pair, a, b);
    if (!pair.valid || !finite3(motion[0]) || !finite3(motion[1])) return no_sweep_hit;
    carom_sweep_hit hit = sweep_of_pair(&pair, motion, options);
    if (!hit.hit) return hit;
    if (!are_numbers(hit.point, hit.normal)) return tamed_sweep(a, b, options);
    const vec3 way = sub3(motion[0], motion[1]);
    if (!hit.initial_overlap) hit.normal = normal_on_the_way(hit.normal, way);
    if (hit.initial_overlap && !sweep_contact_counts(load3(hit.normal), way, options))
        return no_sweep_hit;
    return hit;
}

carom_sweep_hit carom_pair_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                                 const carom_sweep_options *options) {
    return sweep_by_kernel(a, b, options, carom_sweep_in_order);
}
