/* The stack that the verbs of two shapes take: every verb over every pair of kinds, in poses that
 * are apart, that touch, coincide and are degenerate, of usual and of extreme magnitude. All run in
 * threads of 32 KiB, and no query may take more than docs/stack.md promises. */
#define _POSIX_C_SOURCE 200809L /* pthread_attr_setstack */

#include "carom/contact.h"
#include "carom/signed_distance.h"
#include "carom/toi.h"
#include "carom/vector.h"
#include "common/test_every_common.h"
#include "common/test_stack_common.h"

/* A pair and all that is made of it before it is asked about. */
static struct asked {
    const carom_shape *a, *b;
    carom_pose at, to;
    carom_posed_shape posed[2];
    carom_moving_shape moving[2];
    carom_turning_shape turning[2];
    carom_contact_manifold manifolds[4];
} q;
#define PAIR q.a, q.at, q.b, q.to

static void ask_overlap(void) {
    mark_stack();
    (void)carom_overlap(PAIR);
}
static void ask_within(void) {
    mark_stack();
    (void)carom_overlap_within(PAIR, (carom_real)0.25);
}
static void ask_classify(void) {
    mark_stack();
    (void)carom_classify(PAIR);
}
static void ask_closest(void) {
    mark_stack();
    (void)carom_closest(PAIR);
}
static void ask_closest_within(void) {
    mark_stack();
    (void)carom_closest_within(PAIR, (carom_real)0.25);
}
static void ask_raycast(void) {
    mark_stack();
    (void)carom_raycast(PAIR);
}
static void ask_sweep(void) {
    mark_stack();
    (void)carom_sweep(&q.moving[0], &q.moving[1]);
}
static void ask_toi(void) {
    mark_stack();
    (void)carom_toi(&q.turning[0], &q.turning[1], (carom_real)1e-3);
}
static void ask_penetrate(void) {
    mark_stack();
    (void)carom_penetrate(PAIR);
}
static void ask_along(void) {
    const carom_vec3 direction = v3(0, 0.6, 0.8);
    mark_stack();
    (void)carom_penetrate_along(PAIR, direction);
}
static void ask_contact(void) {
    mark_stack();
    (void)carom_contact(PAIR, q.manifolds);
}
static void ask_several(void) {
    mark_stack();
    (void)carom_contact_several(&q.posed[0], &q.posed[1], q.manifolds, COUNT(q.manifolds));
}
static void ask_signed(void) {
    mark_stack();
    (void)carom_distance_signed(PAIR);
}

/* The rows of the table in docs/stack.md, in KiB: of two shapes that are neither surfaces nor
 * compounds, and of all. */
static const struct stack_row {
    stack_question question;
    size_t of_shapes, of_all;
} rows[] = {{{"overlap", ask_overlap}, 10, 11},
            {{"overlap_within", ask_within}, 8, 11},
            {{"classify", ask_classify}, 13, 11},
            {{"closest", ask_closest}, 10, 13},
            {{"closest_within", ask_closest_within}, 10, 13},
            {{"raycast", ask_raycast}, 9, 12},
            {{"sweep", ask_sweep}, 13, 14},
            {{"toi", ask_toi}, 12, 14},
            {{"penetrate", ask_penetrate}, 12, 13},
            {{"penetrate_along", ask_along}, 6, 14},
            {{"contact", ask_contact}, 13, 14},
            {{"contact_several", ask_several}, 13, 13},
            {{"distance_signed", ask_signed}, 11, 14}};
static size_t most[COUNT(rows)][2]; /* of shapes, of all */

static bool is_made_of_parts(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_MESH || shape->kind == CAROM_SHAPE_HEIGHTFIELD ||
           shape->kind == CAROM_SHAPE_COMPOUND;
}

static void ask_all(const every_kind *a, const every_kind *b, carom_pose at, carom_pose to) {
    const carom_vec3 along = v3(0.75, -0.25, 0.5);
    const bool parts = is_made_of_parts(&a->kind.shape) || is_made_of_parts(&b->kind.shape);
    carom_pose end = at;
    end.position = carom_vec3_add(end.position, along);
    q = (struct asked){.a = &a->kind.shape, .b = &b->kind.shape, .at = at, .to = to};
    carom_shape_pose(&q.posed[0], q.a, at);
    carom_shape_pose(&q.posed[1], q.b, to);
    q.moving[0] = (carom_moving_shape){q.a, at, along};
    q.moving[1] = (carom_moving_shape){q.b, to, v3(0, 0, 0)};
    q.turning[0] = (carom_turning_shape){.shape = q.a, .start = at, .end = end, .turns = 1};
    q.turning[1] = (carom_turning_shape){.shape = q.b, .start = to, .end = to};
    for (int verb = 0; verb < COUNT(rows); verb++) {
        stack_question question = rows[verb].question;
        q.manifolds[0] = (carom_contact_manifold){.margin = verb % 2 ? (carom_real)0.125 : 0};
        const size_t taken = stack_of(ask_question, &question);
        if (taken > most[verb][parts]) most[verb][parts] = taken;
    }
}

#define HUGE_NUMBER (sizeof(carom_real) == 4 ? 1e30 : 1e200)

static void ask_pair(every_kind *a, every_kind *b) {
    const double tops = 0.5 * 0.75 * (top_of(a->kind.shape.kind) + top_of(b->kind.shape.kind));
    const carom_pose origin = standing(v3(0, 0, 0)), turned = pose_every(0.5),
                     other = pose_every(0.5), far = standing(v3(HUGE_NUMBER, HUGE_NUMBER, 0));
    carom_pose beside = turned;
    beside.position.x += (carom_real)1e-6;
    ask_all(a, b, origin, origin);                                  /* coincident */
    ask_all(a, b, origin, standing(v3(0, 0, tops)));                /* touching or nearly */
    ask_all(a, b, origin, standing(v3(1, 0, 0)));                   /* sides in one plane */
    ask_all(a, b, standing(v3(1e6, 0, 0)), standing(v3(0, 1, 0)));  /* far away */
    ask_all(a, b, origin, standing(v3(0x1p-40, 0x1p-30, 0x1p-50))); /* next to coincident */
    ask_all(a, b, turned, beside);
    ask_all(a, b, turned, other);
    ask_all(a, b, origin, far); /* beyond where products keep their digits */
    ask_all(a, b, far, far);
}

/* Compilers differ by less than that; none may break the promise. */
#define COMPILERS_DIFFER ((size_t)2 * 1024)

static size_t limit_of(size_t kib) {
    const size_t limit = 1024 * kib + COMPILERS_DIFFER;
    return limit < STACK_PROMISE ? limit : STACK_PROMISE;
}

static void queries_fit_into_small_stacks(void **state) {
    (void)state;
    if (FRAMES_ARE_ENLARGED) skip();
    for_every_pair(ask_pair, 1);
    bool kept = true;
    for (int verb = 0; verb < COUNT(rows); verb++) {
        const struct stack_row *row = &rows[verb];
        print_message("%-16s %6zu of %3zu KiB, with surfaces and compounds %6zu of %3zu KiB\n",
                      row->question.name, most[verb][0], row->of_shapes, most[verb][1],
                      row->of_all);
        kept = kept && most[verb][0] <= limit_of(row->of_shapes) &&
               most[verb][1] <= limit_of(row->of_all);
    }
    assert_true(kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(queries_fit_into_small_stacks)};
    return cmocka_run_group_tests(tests, take_painted_stack, give_painted_stack);
}
