/* The stack that a query takes, in bytes: every verb over every pair of kinds, in poses that are
 * apart, that touch, coincide and are degenerate, in a thread whose stack is painted beforehand. No
 * query may leave a mark beyond what docs/stack.md promises. All run in threads of 32 KiB.
 */
#define _POSIX_C_SOURCE 200809L /* pthread_attr_setstack */

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "carom/signed_distance.h"
#include "carom/toi.h"
#include "carom/vector.h"
#include "common/test_every_common.h"

/* Of the thread's start and this file. */
#define STACK_OF_TEST (2 * 1024)
#define STACK_OF_THREAD (32 * 1024)
#define PAINT 0xa5

#if defined(__SANITIZE_ADDRESS__)
#define FRAMES_ARE_ENLARGED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FRAMES_ARE_ENLARGED 1
#endif
#endif

typedef enum asked_verb {
    ASK_OVERLAP,
    ASK_WITHIN,
    ASK_CLASSIFY,
    ASK_CLOSEST,
    ASK_CLOSEST_WITHIN,
    ASK_RAYCAST,
    ASK_SWEEP,
    ASK_TOI,
    ASK_PENETRATE,
    ASK_ALONG,
    ASK_CONTACT,
    ASK_SIGNED,
    ASKED_VERBS
} asked_verb;

/* What docs/stack.md promises in KiB: of two shapes that are neither surfaces nor compounds, and of
 * all. */
typedef struct stack_promise {
    const char *verb;
    size_t of_shapes, of_all;
} stack_promise;

static const stack_promise promises[ASKED_VERBS] = {
    {"overlap", 9, 13},         {"overlap_within", 10, 14},
    {"classify", 10, 14},       {"closest", 11, 15},
    {"closest_within", 11, 15}, {"raycast", 12, 14},
    {"sweep", 15, 21},          {"toi", 14, 18},
    {"penetrate", 12, 19},      {"penetrate_along", 11, 22},
    {"contact", 15, 19},        {"distance_signed", 13, 20}};

typedef struct asked {
    const carom_shape *a, *b;
    carom_pose pose_a, pose_b;
    asked_verb verb;
    const char *start; /* where the stack of the query begins */
} asked;

static void ask_motion(const asked *q) {
    const carom_vec3 along = v3(0.75, -0.25, 0.5);
    if (q->verb == ASK_SWEEP) {
        const carom_moving_shape a = {q->a, q->pose_a, along}, b = {q->b, q->pose_b, v3(0, 0, 0)};
        (void)carom_sweep(&a, &b);
        return;
    }
    carom_pose end = q->pose_a;
    end.position = carom_vec3_add(end.position, along);
    const carom_turning_shape a = {.shape = q->a, .start = q->pose_a, .end = end, .turns = 1},
                              b = {.shape = q->b, .start = q->pose_b, .end = q->pose_b};
    (void)carom_toi(&a, &b, (carom_real)1e-3);
}

static void *ask(void *question) {
    asked *q = question;
    volatile char here = 0;
    static carom_contact_manifold manifold;
    const carom_shape *a = q->a, *b = q->b;
    const carom_pose at = q->pose_a, to = q->pose_b;
    q->start = (const char *)&here;
    manifold = (carom_contact_manifold){0};
    switch (q->verb) {
    case ASK_OVERLAP: (void)carom_overlap(a, at, b, to); break;
    case ASK_WITHIN: (void)carom_overlap_within(a, at, b, to, (carom_real)0.25); break;
    case ASK_CLASSIFY: (void)carom_classify(a, at, b, to); break;
    case ASK_CLOSEST: (void)carom_closest(a, at, b, to); break;
    case ASK_CLOSEST_WITHIN: (void)carom_closest_within(a, at, b, to, (carom_real)0.25); break;
    case ASK_RAYCAST: (void)carom_raycast(a, at, b, to); break;
    case ASK_PENETRATE: (void)carom_penetrate(a, at, b, to); break;
    case ASK_ALONG: (void)carom_penetrate_along(a, at, b, to, v3(0, 0.6, 0.8)); break;
    case ASK_CONTACT: (void)carom_contact(a, at, b, to, &manifold); break;
    case ASK_SIGNED: (void)carom_distance_signed(a, at, b, to); break;
    default: ask_motion(q);
    }
    return NULL;
}

/* Systems for 64-bit Arm give no thread less than 128 KiB. */
static size_t stack_given(size_t wanted) {
#ifdef PTHREAD_STACK_MIN
    const size_t least = (size_t)PTHREAD_STACK_MIN;
    return wanted > least ? wanted : least;
#else
    return wanted;
#endif
}

static char *painted;

/* How far below its start the query changed the stack, in bytes. */
static size_t depth_of(asked *q) {
    const size_t stack = stack_given(STACK_OF_THREAD);
    pthread_attr_t attributes;
    pthread_t thread;
    memset(painted, PAINT, stack);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, painted, stack), 0);
    assert_int_equal(pthread_create(&thread, &attributes, ask, q), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    const char *last = painted;
    while (*last == (char)PAINT)
        last++;
    return (size_t)(q->start - last);
}

static size_t most[2][ASKED_VERBS]; /* of shapes, of all */

static bool is_made_of_parts(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_MESH || shape->kind == CAROM_SHAPE_HEIGHTFIELD ||
           shape->kind == CAROM_SHAPE_COMPOUND;
}

static void ask_all(const every_kind *a, const every_kind *b, carom_pose at, carom_pose to) {
    const bool parts = is_made_of_parts(&a->kind.shape) || is_made_of_parts(&b->kind.shape);
    for (asked_verb verb = 0; verb < ASKED_VERBS; verb++) {
        asked q = {&a->kind.shape, &b->kind.shape, at, to, verb, NULL};
        const size_t depth = depth_of(&q);
        if (depth > most[parts][verb]) most[parts][verb] = depth;
    }
}

static void ask_pair(every_kind *a, every_kind *b) {
    const double tops = 0.5 * 0.75 * (top_of(a->kind.shape.kind) + top_of(b->kind.shape.kind));
    const carom_pose origin = standing(v3(0, 0, 0));
    ask_all(a, b, origin, origin);                                  /* coincident */
    ask_all(a, b, origin, standing(v3(0, 0, tops)));                /* touching or nearly */
    ask_all(a, b, origin, standing(v3(1, 0, 0)));                   /* sides in one plane */
    ask_all(a, b, standing(v3(1e6, 0, 0)), standing(v3(0, 1, 0)));  /* far away */
    ask_all(a, b, origin, standing(v3(0x1p-40, 0x1p-30, 0x1p-50))); /* next to coincident */
    ask_all(a, b, pose_every(0.5), pose_every(0.5));
}

static void queries_fit_into_small_stacks(void **state) {
    (void)state;
#ifdef FRAMES_ARE_ENLARGED
    skip();
#endif
    painted = aligned_alloc(4096, stack_given(STACK_OF_THREAD));
    assert_non_null(painted);
    for_every_pair(ask_pair, 1);
    free(painted);
    bool kept = true;
    for (asked_verb verb = 0; verb < ASKED_VERBS; verb++) {
        const stack_promise *p = &promises[verb];
        print_message("%-16s %6zu of %3zu KiB, with surfaces and compounds %6zu of %3zu KiB\n",
                      p->verb, most[0][verb], p->of_shapes, most[1][verb], p->of_all);
        kept = kept && most[0][verb] <= 1024 * p->of_shapes + STACK_OF_TEST &&
               most[1][verb] <= 1024 * p->of_all + STACK_OF_TEST;
    }
    assert_true(kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(queries_fit_into_small_stacks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
