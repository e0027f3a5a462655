/* Every structure against brute force, on every question: random, clustered, lattice, identical,
 * log-normal, flat, far and empty sets of boxes; built at once and changed box by box. Answers are
 * sorted before they are compared; rays and nearest boxes come in order and are not. */
#include "common/test_counting.h"
#include "common/test_space_common.h"

#define MOST 4000

/* ---- answers in one form */

typedef struct answers {
    size_t count;
    uint64_t item[1200000];
    carom_real t[MOST];
} answers;

static answers got, expected;

static int compare_items(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static bool add_pair(uint32_t a, uint32_t b, void *user) {
    answers *out = user;
    assert_true(a < b);
    if (out->count < 1200000) out->item[out->count] = (uint64_t)a << 32 | b;
    out->count++;
    return true;
}
static bool add_between(uint32_t a, uint32_t b, void *user) {
    answers *out = user;
    if (out->count < 1200000) out->item[out->count] = (uint64_t)a << 32 | b;
    out->count++;
    return true;
}
static bool add_id(uint32_t id, void *user) {
    answers *out = user;
    out->item[out->count++] = id;
    return true;
}
static carom_real add_hit(uint32_t id, carom_real t, carom_real limit, void *user) {
    answers *out = user;
    assert_true(t <= limit);
    out->item[out->count] = id;
    out->t[out->count++] = t;
    return limit;
}
static carom_real add_first(uint32_t id, carom_real t, carom_real limit, void *user) {
    add_hit(id, t, limit, user);
    return t;
}

static void sort_answers(answers *a) {
    qsort(a->item, a->count < 1200000 ? a->count : 1200000, sizeof a->item[0], compare_items);
}

static void compare_answers(bool ordered) {
    assert_int_equal(got.count, expected.count);
    if (!ordered) sort_answers(&got), sort_answers(&expected);
    size_t n = got.count < 1200000 ? got.count : 1200000;
    assert_memory_equal(got.item, expected.item, n * sizeof got.item[0]);
    if (ordered) assert_memory_equal(got.t, expected.t, got.count * sizeof got.t[0]);
    got.count = expected.count = 0;
}

/* ---- one structure against the reference */

static void compare_pairs(const carom_space *space, const carom_space *brute) {
    carom_space_visit_pairs(space, add_pair, &got);
    carom_space_visit_pairs(brute, add_pair, &expected);
    compare_answers(false);
    static carom_id_pair few[3];
    assert_int_equal(carom_space_query_pairs(space, few, 3),
                     carom_space_query_pairs(brute, NULL, 0));
}

static void ids_of(answers *out, const uint32_t *ids, size_t count) {
    out->count = count;
    for (size_t i = 0; i < count; i++)
        out->item[i] = ids[i];
}

static void compare_boxes(const carom_space *space, const carom_space *brute, scene kind, int n) {
    static uint32_t a[MOST], b[MOST];
    carom_aabb box = make_box(kind, n);
    ids_of(&got, a, carom_space_query_box(space, &box, a, MOST));
    ids_of(&expected, b, carom_space_query_box(brute, &box, b, MOST));
    compare_answers(false);
    carom_vec3 motion = {(carom_real)(4 * uniform() - 2), (carom_real)(4 * uniform() - 2),
                         (carom_real)(below(2) * 3)};
    ids_of(&got, a, carom_space_query_sweep(space, &box, motion, a, MOST));
    ids_of(&expected, b, carom_space_query_sweep(brute, &box, motion, b, MOST));
    compare_answers(false);
    carom_space_visit_sweep(space, &box, motion, add_id, &got);
    ids_of(&expected, b, carom_space_query_sweep(brute, &box, motion, b, MOST));
    compare_answers(false);
}

static void compare_rays(const carom_space *space, const carom_space *brute, scene kind, int n) {
    carom_aabb from = make_box(kind, n), to = make_box(kind, n);
    carom_ray ray = {from.min,
                     {to.max.x - from.min.x, to.max.y - from.min.y, to.max.z - from.min.z},
                     (carom_real)(below(3) - 1),
                     below(2) ? (carom_real)INFINITY : 2};
    if (below(4) == 0) ray.direction = (carom_vec3){1, 0, 0};
    for (int first = 0; first < 2; first++) {
        carom_space_visit_ray(space, &ray, first ? add_first : add_hit, &got);
        carom_space_visit_ray(brute, &ray, first ? add_first : add_hit, &expected);
        compare_answers(true);
    }
}

static void compare_nearest(const carom_space *space, const carom_space *brute, scene kind, int n) {
    carom_near_id a[20], b[20];
    carom_vec3 point = make_box(kind, n).max;
    size_t k = (size_t)(1 + below(20)), count = carom_space_query_nearest(space, point, a, k);
    assert_int_equal(count, carom_space_query_nearest(brute, point, b, k));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(a[i].id, b[i].id);
        assert_true(a[i].distance == b[i].distance);
    }
}

static void compare_all(const carom_space *space, const carom_space *brute, scene kind, int n) {
    assert_int_equal(carom_space_count(space), carom_space_count(brute));
    compare_pairs(space, brute);
    for (int i = 0; i < 20; i++) {
        compare_boxes(space, brute, kind, n);
        compare_rays(space, brute, kind, n);
        compare_nearest(space, brute, kind, n);
    }
}

static bool is_there(carom_space_kind kind) {
    return strcmp(carom_space_kind_name(kind), "unknown") != 0;
}

static void built_at_once(void **state) {
    (void)state;
    static carom_aabb boxes[MOST];
    static const int sizes[] = {0, 1, 2, 3, 17, 300, 700};
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int s = 0; is_there((carom_space_kind)kind) && s < SCENES; s++)
            for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
                int n = sizes[k];
                seed = (uint64_t)(1000 * s + n);
                for (int i = 0; i < n; i++)
                    boxes[i] = make_box((scene)s, n);
                carom_space *space = make_space((carom_space_kind)kind, boxes, (size_t)n);
                carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, (size_t)n);
                assert_non_null(space);
                compare_all(space, brute, (scene)s, n > 0 ? n : 1);
                carom_space_destroy(space);
                carom_space_destroy(brute);
            }
}

/* A random change, the same to both. */
static void change_both(carom_space *space, carom_space *brute, scene kind, int n) {
    carom_aabb box = make_box(kind, n);
    uint32_t a = 0, b = 0, id = (uint32_t)below((int)carom_space_slots(brute) + 1);
    switch (below(3)) {
    case 0:
        assert_int_equal(carom_space_insert(space, &box, &a), CAROM_OK);
        assert_int_equal(carom_space_insert(brute, &box, &b), CAROM_OK);
        assert_int_equal(a, b);
        break;
    case 1: assert_int_equal(carom_space_remove(space, id), carom_space_remove(brute, id)); break;
    default:
        if (below(2) && carom_space_box(brute, id).min.x <= carom_space_box(brute, id).max.x) {
            box = carom_space_box(brute, id);
            box.max.x += (carom_real)0.01;
        }
        assert_int_equal(carom_space_move(space, id, &box), carom_space_move(brute, id, &box));
    }
}

static void changed_box_by_box(void **state) {
    (void)state;
    static carom_aabb boxes[MOST];
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int s = 0; is_there((carom_space_kind)kind) && s < SCENES; s++) {
            const int n = 200;
            seed = (uint64_t)(77 * s + 5);
            for (int i = 0; i < n; i++)
                boxes[i] = make_box((scene)s, n);
            carom_space *space = make_space((carom_space_kind)kind, boxes, (size_t)n);
            carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, (size_t)n);
            for (int round = 0; round < 12; round++) {
                for (int i = 0; i < 60; i++)
                    change_both(space, brute, (scene)s, n);
                compare_all(space, brute, (scene)s, n);
                if (round % 3 == 1) assert_int_equal(carom_space_build(space), CAROM_OK);
                if (round % 4 == 2) {
                    size_t slots = carom_space_slots(brute);
                    for (size_t i = 0; i < slots; i++)
                        boxes[i] = make_box((scene)s, n);
                    assert_int_equal(carom_space_move_all(space, boxes, slots), CAROM_OK);
                    assert_int_equal(carom_space_move_all(brute, boxes, slots), CAROM_OK);
                }
                if (round % 3 == 1) compare_all(space, brute, (scene)s, n);
            }
            carom_space_destroy(space);
            carom_space_destroy(brute);
        }
}

static void between_two(void **state) {
    (void)state;
    carom_aabb a[100], b[300];
    seed = 9;
    for (int i = 0; i < 300; i++)
        b[i] = make_box(RANDOM, 300);
    for (int i = 0; i < 100; i++)
        a[i] = make_box(LOGNORMAL, 300);
    carom_space *brute = make_space(CAROM_SPACE_BRUTE, b, 300);
    carom_space *moving = make_space(CAROM_SPACE_BRUTE, a, 100);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        if (!is_there((carom_space_kind)kind)) continue;
        carom_space *space = make_space((carom_space_kind)kind, b, 300);
        carom_space_visit_pairs_between(moving, space, add_between, &got);
        carom_space_visit_pairs_between(moving, brute, add_between, &expected);
        assert_true(got.count > 100);
        compare_answers(false);
        carom_space_destroy(space);
    }
    carom_space_destroy(brute);
    carom_space_destroy(moving);
}

/* ---- bad input and failing memory */

static void bad_boxes(void **state) {
    (void)state;
    const carom_real bad = (carom_real)NAN, infinite = (carom_real)INFINITY;
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        if (!is_there((carom_space_kind)kind)) continue;
        carom_aabb good = box_at(0, 0, 0, 1, 1, 1), box = good;
        carom_space *space = make_space((carom_space_kind)kind, &good, 1);
        uint32_t id = 99;
        box.min.y = bad;
        assert_int_equal(carom_space_insert(space, &box, &id), CAROM_ERROR_NOT_FINITE);
        assert_int_equal(carom_space_move(space, 0, &box), CAROM_ERROR_NOT_FINITE);
        assert_int_equal(carom_space_move_all(space, &box, 1), CAROM_ERROR_NOT_FINITE);
        box.min.y = 2;
        assert_int_equal(carom_space_insert(space, &box, &id), CAROM_ERROR_ARGUMENT);
        assert_int_equal(carom_space_remove(space, 5), CAROM_ERROR_INDEX);
        assert_int_equal(carom_space_move(space, 5, &good), CAROM_ERROR_INDEX);
        assert_int_equal(carom_space_move_all(space, &good, 2), CAROM_ERROR_ARGUMENT);
        assert_int_equal(id, 99);
        box.max.z = infinite;
        carom_space_def def = {.kind = (carom_space_kind)kind, .boxes = &box, .count = 1};
        carom_space *none = NULL;
        assert_int_not_equal(carom_space_create(&none, &def), CAROM_OK);
        def.count = (size_t)CAROM_SPACE_LIMIT + 1;
        assert_int_equal(carom_space_create(&none, &def), CAROM_ERROR_LIMIT);
        assert_null(none);
        assert_int_equal(carom_space_query_box(space, &box, &id, 1), 0);
        assert_int_equal(carom_space_query_box(space, &good, &id, 1), 1);
        assert_int_equal(carom_space_remove(space, 0), CAROM_OK);
        assert_int_equal(carom_space_remove(space, 0), CAROM_ERROR_INDEX);
        assert_int_equal(carom_space_query_box(space, &good, &id, 1), 0);
        carom_space_destroy(space);
    }
}

/* What docs/broadphase.md promises: bytes for each of 100,000 boxes in float. Twice as many where a
 * real is twice as large. */
static void promised_memory(void **state) {
    enum { N = 100000 };
    static const double most[CAROM_SPACE_KINDS] = {[CAROM_SPACE_BRUTE] = 40,
                                                   [CAROM_SPACE_GRID] = 60,
                                                   [CAROM_SPACE_HASH] = 80,
                                                   [CAROM_SPACE_SWEEP_PRUNE] = 80,
                                                   [CAROM_SPACE_SWEEP_PRUNE_INCREMENTAL] = 90,
                                                   [CAROM_SPACE_QUADTREE] = 60,
                                                   [CAROM_SPACE_OCTREE] = 70,
                                                   [CAROM_SPACE_KDTREE] = 80,
                                                   [CAROM_SPACE_BVH_SAH] = 80,
                                                   [CAROM_SPACE_BVH_MORTON] = 80,
                                                   [CAROM_SPACE_BVH_DYNAMIC] = 85};
    (void)state;
    carom_aabb *boxes = malloc(N * sizeof *boxes);
    assert_non_null(boxes);
    seed = 77;
    for (int i = 0; i < N; i++)
        boxes[i] = make_box(RANDOM, N);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space *space = make_space((carom_space_kind)kind, boxes, N);
        if (kind != CAROM_SPACE_BRUTE) /* which has nothing to make, and would take long */
            assert_true(carom_space_query_pairs(space, NULL, 0) > 0);
        double bytes = (double)carom_space_memory(space) / N;
        if (bytes > most[kind] * sizeof(carom_real) / sizeof(float))
            fail_msg("%s: %.1f", carom_space_kind_name((carom_space_kind)kind), bytes);
        carom_space_destroy(space);
    }
    free(boxes);
}

/* A visitor may ask the structure that it visits, and another one. */
typedef struct asking {
    const carom_space *space;
    size_t asked, seen;
} asking;

static bool ask_again(uint32_t a, uint32_t b, void *user) {
    asking *question = user;
    carom_aabb box = carom_space_box(question->space, a);
    uint32_t ids[4];
    question->asked += carom_space_query_box(question->space, &box, ids, 4) >= 2;
    question->seen++;
    return b != UINT32_MAX;
}

static void visitors_ask_again(void **state) {
    (void)state;
    carom_aabb boxes[300];
    seed = 5;
    for (int i = 0; i < 300; i++)
        boxes[i] = make_box(CLUSTERED, 300);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space *space = make_space((carom_space_kind)kind, boxes, 300);
        asking question = {space, 0, 0};
        carom_space_visit_pairs(space, ask_again, &question);
        assert_true(question.seen > 0);
        assert_int_equal(question.asked, question.seen);
        assert_int_equal(question.seen, carom_space_query_pairs(space, NULL, 0));
        carom_space_destroy(space);
    }
}

static void failing_memory(void **state) {
    (void)state;
    static carom_aabb boxes[300];
    seed = 4;
    for (int i = 0; i < 300; i++)
        boxes[i] = make_box(RANDOM, 300);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int n = 1; is_there((carom_space_kind)kind) && n < 200; n++) {
            counting memory = {.fail_at = (size_t)n, .stays_failed = true};
            carom_space_def def = {.kind = (carom_space_kind)kind,
                                   .boxes = boxes,
                                   .count = 250,
                                   .allocator = counting_allocator(&memory)};
            carom_space *space = NULL;
            carom_status status = carom_space_create(&space, &def);
            size_t inserted = 0;
            uint32_t id;
            while (status == CAROM_OK && inserted < 50 &&
                   (status = carom_space_insert(space, &boxes[250 + inserted], &id)) == CAROM_OK)
                inserted++;
            if (status == CAROM_OK) status = carom_space_build(space);
            if (status == CAROM_OK) status = carom_space_move_all(space, boxes, 300);
            if (space) {
                carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, 250 + inserted);
                memory.fail_at = 0;
                compare_pairs(space, brute);
                carom_space_destroy(brute);
                carom_space_destroy(space);
            }
            assert_int_equal(memory.live, 0);
            if (status == CAROM_OK) break;
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_true(n < 199);
        }
}

/* Boxes farther apart than the largest number: every structure holds them all. */
static void beyond_the_largest_number(void **state) {
    carom_aabb boxes[40];
    (void)state;
    for (int i = 0; i < 40; i++) {
        carom_real x = (carom_real)((i % 2 ? 0.9 : -0.9) + 0.001 * i) * CAROM_REAL_MAX;
        boxes[i] = (carom_aabb){{x, x, x}, {x, x, x}};
    }
    carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, 40);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space *space = make_space((carom_space_kind)kind, boxes, 40);
        compare_pairs(space, brute);
        carom_space_destroy(space);
    }
    carom_space_destroy(brute);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_at_once),      cmocka_unit_test(changed_box_by_box),
        cmocka_unit_test(between_two),        cmocka_unit_test(bad_boxes),
        cmocka_unit_test(failing_memory),     cmocka_unit_test(promised_memory),
        cmocka_unit_test(visitors_ask_again), cmocka_unit_test(beyond_the_largest_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
