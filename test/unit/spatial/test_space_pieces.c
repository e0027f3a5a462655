/* Searches for pairs in pieces, between two sets, by shapes, and visitors that stop: of every
 * structure over every kind of set, while boxes come, go and move, against brute force. */
#include "spatial/space.h"
#include "common/test_space_common.h"
#include "spatial/space_query.h"

#define MOST 5000
#define MOST_PAIRS 400000

typedef struct pair_list {
    size_t count;
    uint64_t pair[MOST_PAIRS];
} pair_list;

static pair_list got, expected;

static bool keep_pair(uint32_t a, uint32_t b, void *user) {
    pair_list *list = user;
    assert_true(list->count < MOST_PAIRS);
    list->pair[list->count++] = (uint64_t)a << 32 | b;
    return true;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void compare_lists(const char *what) {
    qsort(got.pair, got.count, sizeof got.pair[0], compare_keys);
    qsort(expected.pair, expected.count, sizeof expected.pair[0], compare_keys);
    if (got.count != expected.count ||
        memcmp(got.pair, expected.pair, got.count * sizeof got.pair[0]) != 0)
        fail_msg("%s: %zu pairs, not %zu", what, got.count, expected.count);
    got.count = expected.count = 0;
}

static uint32_t visit_pieces(const carom_space *a, const carom_space *b) {
    static space_pairs pairs;
    carom_space_cut_pairs(&pairs, a, b);
    assert_true(pairs.count <= PAIR_PIECES);
    for (uint32_t i = pairs.count; i-- > 0;) /* in whatever order */
        carom_space_visit_piece(&pairs, i, keep_pair, &got);
    return pairs.count;
}

/* ---- pieces */

static void pieces_hold_every_pair_once(void **state) {
    static carom_aabb boxes[MOST];
    static const int sizes[] = {0, 1, 20, 300, 2500};
    (void)state;
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int s = 0; s < SCENES; s++)
            for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
                int n = s == IDENTICAL && sizes[k] > 300 ? 400 : sizes[k];
                seed = (uint64_t)(500 * s + n);
                for (int i = 0; i < n; i++)
                    boxes[i] = make_box((scene)s, n);
                carom_space *space = make_space((carom_space_kind)kind, boxes, (size_t)n);
                assert_non_null(space);
                uint32_t pieces = visit_pieces(space, space);
                if (space->ops->cut_pairs && n > 2000 && s == RANDOM && pieces < 8)
                    fail_msg("%s: %u pieces", space->ops->name, pieces);
                carom_space_visit_pairs(space, keep_pair, &expected);
                compare_lists(carom_space_kind_name((carom_space_kind)kind));
                carom_space_destroy(space);
            }
}

/* ---- while boxes change */

static void change_both(carom_space *space, carom_space *brute, scene kind, int n) {
    carom_aabb box = make_box(kind, n);
    uint32_t a = 0, b = 0, id = (uint32_t)below((int)carom_space_slots(brute) + 1);
    int what = below(3);
    if (what == 0) {
        assert_int_equal(carom_space_insert(space, &box, &a), CAROM_OK);
        assert_int_equal(carom_space_insert(brute, &box, &b), CAROM_OK);
        assert_int_equal(a, b);
    } else if (what == 1)
        assert_int_equal(carom_space_remove(space, id), carom_space_remove(brute, id));
    else
        assert_int_equal(carom_space_move(space, id, &box), carom_space_move(brute, id, &box));
}

static void compare_shape(const carom_space *space, const carom_space *brute,
                          const carom_shape *shape) {
    static uint32_t a[MOST], b[MOST];
    const carom_pose pose = {{(carom_real)0.5, (carom_real)0.25, 0},
                             {0, 0, (carom_real)0.6, (carom_real)0.8}};
    size_t count = carom_space_query_shape(space, shape, pose, a, MOST);
    assert_int_equal(count, carom_space_query_shape(brute, shape, pose, b, MOST));
    for (size_t i = 0; i < count; i++) {
        keep_pair(0, a[i], &got);
        keep_pair(0, b[i], &expected);
    }
    compare_lists("shape");
}

static void compare_shapes(const carom_space *space, const carom_space *brute, scene kind, int n) {
    carom_aabb box = make_box(kind, n);
    carom_shape shape = {.kind = CAROM_SHAPE_SPHERE,
                         .as.sphere = {box.min, (carom_real)(0.5 + uniform())}};
    compare_shape(space, brute, &shape);
    shape = (carom_shape){.kind = CAROM_SHAPE_HALFSPACE,
                          .as.halfspace = {{1, (carom_real)0.5, -1}, box.min.x}};
    compare_shape(space, brute, &shape);
    shape = (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {box.min, {1, 1, 1}, 1}};
    compare_shape(space, brute, &shape);
    carom_real low[9], high[9];
    int32_t count;
    carom_kdop_slabs slabs = {carom_kdop_normals(18, &count), low, high, 0};
    const carom_vec3 corners[3] = {box.min, box.max, {0, 0, 0}};
    slabs.count = count;
    shape = (carom_shape){.kind = CAROM_SHAPE_KDOP,
                          .as.kdop = carom_fit_kdop_points(&slabs, corners, 3)};
    compare_shape(space, brute, &shape);
}

static void compare_pairs(const carom_space *space, const carom_space *brute,
                          const carom_space *other) {
    visit_pieces(space, space);
    carom_space_visit_pairs(brute, keep_pair, &expected);
    compare_lists("pieces");
    visit_pieces(space, other);
    carom_space_visit_pairs_between(brute, other, keep_pair, &expected);
    compare_lists("pieces between two");
    carom_space_visit_pairs_between(other, space, keep_pair, &got);
    carom_space_visit_pairs_between(other, brute, keep_pair, &expected);
    compare_lists("between two");
}

static void every_question_while_boxes_change(void **state) {
    static carom_aabb boxes[MOST], others[200];
    (void)state;
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int s = 0; s < SCENES; s++) {
            const int n = 350;
            seed = (uint64_t)(31 * s + 3);
            for (int i = 0; i < n; i++)
                boxes[i] = make_box((scene)s, n);
            for (int i = 0; i < 200; i++)
                others[i] = make_box((scene)s, n);
            carom_space *space = make_space((carom_space_kind)kind, boxes, (size_t)n);
            carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, (size_t)n);
            carom_space *other = make_space((carom_space_kind)kind, others, 200);
            for (int round = 0; round < 6; round++) {
                compare_pairs(space, brute, other);
                compare_shapes(space, brute, (scene)s, n);
                for (int i = 0; i < 40; i++)
                    change_both(space, brute, (scene)s, n);
                if (round % 3 == 2) assert_int_equal(carom_space_build(space), CAROM_OK);
            }
            carom_space_destroy(space);
            carom_space_destroy(brute);
            carom_space_destroy(other);
        }
}

/* ---- visitors that stop */

typedef struct stopper {
    size_t left, seen;
} stopper;

static bool stop_at_pairs(uint32_t a, uint32_t b, void *user) {
    stopper *stop = user;
    assert_true(a != b);
    stop->seen++;
    return --stop->left > 0;
}

static bool stop_at_ids(uint32_t id, void *user) {
    return stop_at_pairs(id, UINT32_MAX, user);
}

static void visitors_may_stop(void **state) {
    static carom_aabb boxes[400];
    (void)state;
    seed = 12;
    for (int i = 0; i < 400; i++)
        boxes[i] = make_box(CLUSTERED, 400);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space *space = make_space((carom_space_kind)kind, boxes, 400);
        size_t pairs = carom_space_query_pairs(space, NULL, 0);
        for (size_t k = 1; k < pairs; k += k / 3 + 1) {
            stopper stop = {k, 0};
            carom_space_visit_pairs(space, stop_at_pairs, &stop);
            assert_int_equal(stop.seen, k);
        }
        size_t ids = carom_space_query_box(space, &boxes[0], NULL, 0);
        for (size_t k = 1; k < ids; k++) {
            stopper stop = {k, 0};
            carom_space_visit_box(space, &boxes[0], stop_at_ids, &stop);
            assert_int_equal(stop.seen, k);
        }
        carom_space_destroy(space);
    }
}

/* ---- very many in one place: of the trees other tests tell */

static void million_equal_boxes(void **state) {
    static const carom_space_kind kinds[4] = {CAROM_SPACE_GRID, CAROM_SPACE_HASH,
                                              CAROM_SPACE_SWEEP_PRUNE,
                                              CAROM_SPACE_SWEEP_PRUNE_INCREMENTAL};
    const size_t n = 1000000;
    carom_aabb *boxes = malloc(n * sizeof *boxes);
    (void)state;
    for (size_t i = 0; i < n; i++)
        boxes[i] = box_at(1, 2, 3, 0.5, 0.5, 0.5);
    for (int k = 0; k < 4; k++) {
        carom_space *space = make_space(kinds[k], boxes, n);
        stopper stop = {10, 0};
        carom_space_visit_pairs(space, stop_at_pairs, &stop);
        assert_int_equal(stop.seen, 10);
        assert_int_equal(carom_space_query_box(space, boxes, NULL, 0), n);
        for (uint32_t id = 0; id < 5; id++)
            assert_int_equal(carom_space_remove(space, id * 199999), CAROM_OK);
        assert_int_equal(carom_space_query_box(space, boxes, NULL, 0), n - 5);
        assert_int_equal(carom_space_move_all(space, boxes, n), CAROM_OK);
        carom_space_destroy(space);
    }
    free(boxes);
}

/* ---- bad input leaves all as it was */

static void refused_changes_change_nothing(void **state) {
    static carom_aabb boxes[300], moved[300];
    const carom_real bad[3] = {(carom_real)NAN, (carom_real)INFINITY, -(carom_real)INFINITY};
    (void)state;
    seed = 21;
    for (int i = 0; i < 300; i++)
        boxes[i] = make_box(LOGNORMAL, 300);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space *space = make_space((carom_space_kind)kind, boxes, 300);
        carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, 300);
        size_t bytes = carom_space_memory(space);
        for (int i = 0; i < 7; i++)
            for (int end = 0; end < 6; end++) {
                carom_aabb box = boxes[7];
                carom_real *ends[6] = {&box.min.x, &box.min.y, &box.min.z,
                                       &box.max.x, &box.max.y, &box.max.z};
                *ends[end] = i < 3 ? bad[i] : end < 3 ? *ends[end + 3] + 1 : *ends[end - 3] - 1;
                uint32_t id = 12345;
                memcpy(moved, boxes, sizeof moved);
                moved[42 * i] = box;
                assert_int_not_equal(carom_space_insert(space, &box, &id), CAROM_OK);
                assert_int_not_equal(carom_space_move(space, 7, &box), CAROM_OK);
                assert_int_not_equal(carom_space_move_all(space, moved, 300), CAROM_OK);
                assert_int_equal(carom_space_remove(space, 300), CAROM_ERROR_INDEX);
                assert_int_equal(carom_space_move(space, UINT32_MAX, &boxes[0]), CAROM_ERROR_INDEX);
                assert_int_equal(id, 12345);
            }
        /* the second has no low bits, where there are more */
        static const size_t counts[4] = {
            UINT32_MAX, SIZE_MAX > UINT32_MAX ? SIZE_MAX - UINT32_MAX : SIZE_MAX, SIZE_MAX, 299};
        for (int i = 0; i < 4; i++)
            assert_int_equal(carom_space_move_all(space, boxes, counts[i]), CAROM_ERROR_ARGUMENT);
        assert_int_equal(carom_space_memory(space), bytes);
        for (int i = 0; i < 3; i++) {
            carom_space_def def = {
                .kind = (carom_space_kind)kind, .boxes = boxes, .count = counts[i]};
            carom_space *none = NULL;
            assert_int_equal(carom_space_create(&none, &def), CAROM_ERROR_LIMIT);
            assert_null(none);
        }
        compare_pairs(space, brute, brute);
        carom_space_destroy(space);
        carom_space_destroy(brute);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_hold_every_pair_once),
        cmocka_unit_test(every_question_while_boxes_change),
        cmocka_unit_test(visitors_may_stop),
        cmocka_unit_test(million_equal_boxes),
        cmocka_unit_test(refused_changes_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
