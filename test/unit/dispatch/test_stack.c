/* The stack that a query takes: every verb over every pair of kinds, in poses that are apart, that
 * touch, coincide and are degenerate, in a thread of 64 KiB whose stack is painted beforehand. No
 * query may leave a mark beyond STACK_MOST. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/signed_distance.h"
#include "carom/toi.h"
#include "carom/vector.h"
#include "common/test_every_common.h"

/* What docs/stack.md promises, and what a thread's start and this file take of it. */
#define STACK_MOST (40 * 1024)
#define STACK_OF_TEST (2 * 1024)
#define STACK_OF_THREAD (64 * 1024)
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

static const char *const verb_names[ASKED_VERBS] = {
    "overlap", "overlap_within", "classify",        "closest", "closest_within", "raycast", "sweep",
    "toi",     "penetrate",      "penetrate_along", "contact", "signed"};

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

static char *painted; /* of STACK_OF_THREAD */

/* How far below its start the query changed the stack, in bytes. */
static size_t depth_of(asked *q) {
    pthread_attr_t attributes;
    pthread_t thread;
    memset(painted, PAINT, STACK_OF_THREAD);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, painted, STACK_OF_THREAD), 0);
    assert_int_equal(pthread_create(&thread, &attributes, ask, q), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    const char *last = painted;
    while (*last == (char)PAINT)
        last++;
    return (size_t)(q->start - last);
}

static size_t most[ASKED_VERBS];
static carom_shape_kind most_a[ASKED_VERBS], most_b[ASKED_VERBS];

static void ask_all(const every_kind *a, const every_kind *b, carom_pose at, carom_pose to) {
    for (asked_verb verb = 0; verb < ASKED_VERBS; verb++) {
        asked q = {&a->kind.shape, &b->kind.shape, at, to, verb, NULL};
        const size_t depth = depth_of(&q);
        if (depth <= most[verb]) continue;
        most[verb] = depth;
        most_a[verb] = q.a->kind;
        most_b[verb] = q.b->kind;
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
    painted = aligned_alloc(4096, STACK_OF_THREAD);
    assert_non_null(painted);
    for_every_pair(ask_pair, 1);
    free(painted);
    for (asked_verb verb = 0; verb < ASKED_VERBS; verb++)
        print_message("%-16s %6zu bytes, kinds %d and %d\n", verb_names[verb], most[verb],
                      (int)most_a[verb], (int)most_b[verb]);
    for (asked_verb verb = 0; verb < ASKED_VERBS; verb++)
        assert_true(most[verb] <= STACK_MOST + STACK_OF_TEST);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(queries_fit_into_small_stacks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
