/* What carom_shape_solvers tells is what the verbs do: every pair that is served has solvers, the
 * first one in the told order that is certain gives the answer of the verb, bit for bit, and one
 * that is told as always answering does. */
#include <string.h>

#include "carom/contact.h"
#include "carom/toi.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/penetration.h"
#include "convex/sweep.h"
#include "dispatch/solver_facts.h"
#include "pair/pair_classify.h"
#include "pair/pair_closest.h"
#include "pair/pair_contact.h"
#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/pair_sweep.h"
#include "pair/pair_toi.h"
#include "pair/pair_within.h"
#include "common/test_every_common.h"

#define ROUNDS 40
#define TOLD 16

static const carom_sweep_options whole;

/* ---- the told list */

static int list_of(carom_verb verb, carom_shape_kind a, carom_shape_kind b, carom_solver *list) {
    int32_t count = carom_shape_solvers(verb, a, b, list, TOLD);
    assert_true(count <= TOLD);
    return count;
}

static const solver_fact *fact_of(const carom_solver *told, carom_verb verb) {
    for (int32_t i = 0; i < carom_solver_fact_count; i++) {
        const solver_fact *fact = &carom_solver_facts[i];
        if (fact->entry.name == told->name && fact->entry.reason == told->reason &&
            (fact->verbs & 1u << verb))
            return fact;
    }
    return NULL;
}

static bool is_told(carom_verb verb, carom_shape_kind a, carom_shape_kind b, pair_solver solver,
                    bool *last) {
    carom_solver list[TOLD];
    bool found = false;
    *last = false;
    for (int i = 0, count = list_of(verb, a, b, list); i < count; i++) {
        const solver_fact *fact = fact_of(&list[i], verb);
        if (!fact || fact->solver != solver) continue;
        found = true;
        *last = *last || fact->last;
    }
    return found;
}

static void every_served_pair_has_solvers(void **state) {
    carom_solver list[TOLD];
    for (carom_verb verb = CAROM_VERB_OVERLAP; verb <= CAROM_VERB_TOI; verb++)
        for (carom_shape_kind a = 0; a < ALL_KINDS; a++)
            for (carom_shape_kind b = 0; b < ALL_KINDS; b++) {
                int count = list_of(verb, a, b, list);
                assert_int_equal(count > 0, carom_shape_supports(verb, a, b));
                assert_int_equal(carom_shape_solvers(verb, a, b, NULL, 0), count);
                for (int i = 0; i < count; i++)
                    assert_true(list[i].name && list[i].algorithm && list[i].source &&
                                list[i].reason);
                if (count == 0 || a >= CAROM_SHAPE_MESH || b >= CAROM_SHAPE_MESH) continue;
                assert_true(fact_of(&list[count - 1], verb)->last);
            }
    assert_int_equal(carom_shape_solvers(CAROM_VERB_TOI + 1, 0, 0, list, TOLD), 0);
}

/* The order of the facts is the order of the table. */
static void solvers_are_told_in_the_order_of_the_table(void **state) {
    carom_solver list[TOLD];
    for (carom_verb verb = CAROM_VERB_OVERLAP; verb <= CAROM_VERB_TOI; verb++)
        for (carom_shape_kind a = 0; a < CAROM_SHAPE_MESH; a++)
            for (carom_shape_kind b = 0; b < CAROM_SHAPE_MESH; b++) {
                solver_list left = carom_solver_order[a][b];
                assert_int_equal(left, carom_solver_order[b][a]);
                for (int i = 0, count = list_of(verb, a, b, list); i < count; i++) {
                    while (left && first_solver(left) != fact_of(&list[i], verb)->solver)
                        left >>= 4;
                    assert_true(left != 0);
                }
            }
}

typedef struct step_names {
    const char *name[12];
    int count;
} step_names;

static step_names steps_of_engine(carom_verb verb) {
    step_names out = {.count = 0};
    for (int i = 0; verb == CAROM_VERB_OVERLAP && i < CONVEX_OVERLAP_SOLVERS; i++)
        out.name[out.count++] = carom_convex_overlap_solvers[i].name;
    for (int i = 0; verb == CAROM_VERB_CLOSEST && i < CONVEX_DISTANCE_SOLVERS; i++)
        out.name[out.count++] = carom_convex_distance_solvers[i].name;
    if (verb == CAROM_VERB_PENETRATION) out.name[out.count++] = "rounded_core"; /* before cores */
    for (int i = 0; verb == CAROM_VERB_PENETRATION && i < CONVEX_DEPTH_SOLVERS; i++)
        out.name[out.count++] = carom_convex_depth_solvers[i].name;
    for (int i = 0; verb == CAROM_VERB_SWEEP && i < CONVEX_SWEEP_SOLVERS; i++)
        out.name[out.count++] = carom_convex_sweep_solvers[i].name;
    if (verb == CAROM_VERB_SWEEP) out.name[out.count++] = "grazing_cast"; /* refines its times */
    return out;
}

/* Of the convex engine the steps are told that its own tables hold, in their order. */
static void steps_of_the_engine_are_those_of_its_tables(void **state) {
    static const carom_verb verbs[] = {CAROM_VERB_OVERLAP, CAROM_VERB_CLOSEST,
                                       CAROM_VERB_PENETRATION, CAROM_VERB_SWEEP};
    for (int v = 0; v < 4; v++) {
        const step_names steps = steps_of_engine(verbs[v]);
        int at = 0;
        bool told[12] = {false};
        for (int32_t i = 0; i < carom_solver_fact_count; i++) {
            const solver_fact *fact = &carom_solver_facts[i];
            if (fact->solver != SOLVER_CONVEX_ENGINE || !(fact->verbs & 1u << verbs[v])) continue;
            while (at < steps.count && strcmp(steps.name[at], fact->entry.name) != 0)
                at++;
            if (at == steps.count) fail_msg("%s is no step, or out of order", fact->entry.name);
            told[at] = true;
        }
        for (int i = 0; i < steps.count; i++)
            if (!told[i]) fail_msg("%s is not told", steps.name[i]);
    }
}

/* ---- the order in which they are tried */

typedef struct asked_pair {
    carom_posed_shape a, b;
    carom_pair_cache *cache;
} asked_pair;

static bool solve_pair(carom_verb verb, pair_solver solver, posed_pair *pair,
                       carom_pair_cache *cache, void *out) {
    switch (verb) {
    case CAROM_VERB_OVERLAP: return carom_overlap_by(solver, pair, cache, out);
    case CAROM_VERB_CLASSIFY: return carom_classify_by(solver, pair, out);
    case CAROM_VERB_CLOSEST: return carom_closest_by(solver, pair, cache, out);
    case CAROM_VERB_SWEEP: return carom_sweep_by(solver, pair, &whole, out) == SWEEP_ANSWERED;
    case CAROM_VERB_PENETRATION: return carom_penetration_by(solver, pair, out);
    default: return carom_contact_by(solver, pair, cache, out);
    }
}

static bool solve_by(carom_verb verb, pair_solver solver, const asked_pair *asked, void *out) {
    posed_pair pair;
    carom_pair_of(&pair, &asked->a, &asked->b);
    const bool solved = solve_pair(verb, solver, &pair, asked->cache, out);
    pair_ends(&pair);
    return solved;
}

typedef struct any_answer {
    bool touch;
    carom_relation relation;
    carom_closest_any near;
    carom_sweep_hit hit;
    carom_penetration depth;
    carom_contact_manifold manifold;
} any_answer;

static void *place_of(any_answer *out, carom_verb verb) {
    switch (verb) {
    case CAROM_VERB_OVERLAP: return &out->touch;
    case CAROM_VERB_CLASSIFY: return &out->relation;
    case CAROM_VERB_CLOSEST: return &out->near;
    case CAROM_VERB_SWEEP: return &out->hit;
    case CAROM_VERB_PENETRATION: return &out->depth;
    default: return &out->manifold;
    }
}

static void ask_verb(carom_verb verb, const asked_pair *p, any_answer *out) {
    switch (verb) {
    case CAROM_VERB_OVERLAP: out->touch = carom_overlap_posed(&p->a, &p->b); break;
    case CAROM_VERB_CLASSIFY: out->relation = carom_classify_posed(&p->a, &p->b); break;
    case CAROM_VERB_CLOSEST: out->near = carom_closest_posed(&p->a, &p->b); break;
    case CAROM_VERB_SWEEP: out->hit = carom_sweep_posed(&p->a, &p->b, &whole); break;
    case CAROM_VERB_PENETRATION: out->depth = carom_penetrate_posed(&p->a, &p->b); break;
    default: carom_contact_posed(&p->a, &p->b, &out->manifold); break;
    }
}

/* `other`: the relation of a solver is that of the pair in table order. */
static bool same_answer(carom_verb verb, const any_answer *one, const any_answer *other,
                        bool flip) {
    const carom_closest_any *c = &one->near, *d = &other->near;
    const carom_contact_manifold *m = &one->manifold, *n = &other->manifold;
    bool same = m->count == n->count && same_vec(m->normal, n->normal);
    switch (verb) {
    case CAROM_VERB_OVERLAP: return one->touch == other->touch;
    case CAROM_VERB_CLASSIFY: return flip || one->relation == other->relation;
    case CAROM_VERB_CLOSEST:
        return c->distance == d->distance && c->lower_bound == d->lower_bound &&
               same_vec(c->point_a, d->point_a) && same_vec(c->point_b, d->point_b);
    case CAROM_VERB_SWEEP:
        return one->hit.hit == other->hit.hit && one->hit.fraction == other->hit.fraction &&
               one->hit.fraction_exit == other->hit.fraction_exit &&
               same_vec(one->hit.point, other->hit.point) &&
               same_vec(one->hit.normal, other->hit.normal);
    case CAROM_VERB_PENETRATION:
        return one->depth.overlap == other->depth.overlap &&
               one->depth.depth == other->depth.depth &&
               same_vec(one->depth.normal, other->depth.normal) &&
               same_vec(one->depth.point_a, other->depth.point_a);
    default:
        for (int i = 0; same && i < m->count; i++)
            same = same_vec(m->points[i].point_a, n->points[i].point_a) &&
                   m->points[i].depth == n->points[i].depth && m->points[i].id == n->points[i].id;
        return same;
    }
}

/* Sweeps of which only the exit is undecided are answered by two solvers. */
static bool exit_is_undecided(carom_verb verb, pair_solver solver, const asked_pair *asked) {
    carom_sweep_hit hit;
    posed_pair pair;
    carom_pair_of(&pair, &asked->a, &asked->b);
    const bool undecided = verb == CAROM_VERB_SWEEP &&
                           carom_sweep_by(solver, &pair, &whole, &hit) == SWEEP_EXIT_UNDECIDED;
    pair_ends(&pair);
    return undecided;
}

static void check_order(carom_verb verb, const asked_pair *asked) {
    const carom_shape_kind a = asked->a.shape.kind, b = asked->b.shape.kind;
    any_answer walked = {.manifold = {.capacity = 4}}, verbs = {.manifold = {.capacity = 4}};
    posed_pair pair;
    carom_pair_of(&pair, &asked->a, &asked->b);
    const bool flip = pair.flip;
    pair_ends(&pair);
    ask_verb(verb, asked, &verbs);
    for (solver_list left = carom_solver_order[a][b]; left; left >>= 4) {
        bool last;
        const bool told = is_told(verb, a, b, first_solver(left), &last);
        if (exit_is_undecided(verb, first_solver(left), asked)) return;
        if (solve_by(verb, first_solver(left), asked, place_of(&walked, verb))) {
            if (!told || !same_answer(verb, &walked, &verbs, flip))
                fail_msg("verb %d of kinds %d and %d by solver %d%s", (int)verb, (int)a, (int)b,
                         (int)first_solver(left), told ? "" : ", which is not told");
            return;
        }
        if (last) fail_msg("solver %d is undecided", (int)first_solver(left));
    }
    fail_msg("verb %d of kinds %d and %d has no answer", (int)verb, (int)a, (int)b);
}

static bool is_same_shape(const asked_pair *p) {
    return p->a.shape.kind == p->b.shape.kind && carom_shape_order(&p->a.shape, &p->b.shape) == 0;
}

static void check_pair_order(every_kind *a, every_kind *b) {
    if (a->kind.shape.kind >= CAROM_SHAPE_MESH || b->kind.shape.kind >= CAROM_SHAPE_MESH) return;
    asked_pair asked = {.cache = NULL};
    assert_true(carom_shape_pose(&asked.a, &a->kind.shape, pose_every(0.25)));
    assert_true(carom_shape_pose(&asked.b, &b->kind.shape, pose_every(1)));
    asked.a.motion = random_vec(1);
    for (carom_verb verb = CAROM_VERB_OVERLAP; verb <= CAROM_VERB_CONTACT; verb++)
        if (verb != CAROM_VERB_RAYCAST && !(verb == CAROM_VERB_CLASSIFY && is_same_shape(&asked)))
            check_order(verb, &asked);
}

static void solvers_are_tried_in_the_told_order(void **state) {
    for_every_pair(check_pair_order, ROUNDS);
}

/* Within a distance, too, some solver of the list answers. */
static void check_within(every_kind *a, every_kind *b) {
    if (a->kind.shape.kind >= CAROM_SHAPE_MESH || b->kind.shape.kind >= CAROM_SHAPE_MESH) return;
    carom_posed_shape p, q;
    assert_true(carom_shape_pose(&p, &a->kind.shape, pose_every(0.25)));
    assert_true(carom_shape_pose(&q, &b->kind.shape, pose_every(2)));
    const carom_real distance = (carom_real)random_in(0.01, 1);
    posed_pair pair;
    bool near = false, answered = false;
    carom_pair_of(&pair, &p, &q);
    for (solver_list left = solvers_of_pair(&pair); left && !answered; left >>= 4)
        answered = carom_within_by(first_solver(left), &pair, distance, &near);
    pair_ends(&pair);
    assert_true(answered);
    assert_int_equal(near, carom_overlap_within_posed(&p, &q, distance));
}

static void distance_tests_are_answered(void **state) {
    for_every_pair(check_within, ROUNDS);
}

/* A time of impact is overlap at the start, or the answer of the first solver that is certain; and
 * every list has one that always answers. */
static void check_toi(every_kind *a, every_kind *b) {
    if (a->kind.shape.kind >= CAROM_SHAPE_MESH || b->kind.shape.kind >= CAROM_SHAPE_MESH) return;
    carom_turning_shape p = {.shape = &a->kind.shape}, q = {.shape = &b->kind.shape};
    p.start = pose_every(0.25), p.end = pose_every(2);
    q.start = q.end = pose_every(3);
    if (random_in(0, 1) < 0.5) q.turns = 1;
    carom_toi_hit walked = {.hit = false};
    const carom_toi_hit verb = carom_toi(&p, &q, 0);
    const solver_list order = carom_solver_order[p.shape->kind][q.shape->kind];
    toi_pair pair;
    assert_true(carom_toi_pair_of(&pair, &p, &q, 0));
    bool answered = carom_toi_pair_at_start(&pair, &walked), told = true, last = false;
    for (solver_list left = order; left && !answered; left >>= 4) {
        told = is_told(CAROM_VERB_TOI, p.shape->kind, q.shape->kind, first_solver(left), &last);
        answered = carom_toi_by(first_solver(left), &pair, &walked);
        assert_true(answered ? told : !last);
    }
    give_buffer(pair.buffer);
    assert_true(answered);
    assert_int_equal(walked.hit, verb.hit);
    assert_true(walked.fraction == verb.fraction && walked.fraction_upper == verb.fraction_upper);
    assert_true(same_vec(walked.point, verb.point) && same_vec(walked.normal, verb.normal));
}

static void times_of_impact_are_answered_in_the_told_order(void **state) {
    for_every_pair(check_toi, ROUNDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_served_pair_has_solvers),
        cmocka_unit_test(solvers_are_told_in_the_order_of_the_table),
        cmocka_unit_test(steps_of_the_engine_are_those_of_its_tables),
        cmocka_unit_test(solvers_are_tried_in_the_told_order),
        cmocka_unit_test(distance_tests_are_answered),
        cmocka_unit_test(times_of_impact_are_answered_in_the_told_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
