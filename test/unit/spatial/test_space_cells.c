/* Quadtree, octree and k-d tree where they could go wrong by themselves: boxes that wander off the
 * lattice, sizes and distances of every magnitude, clusters within clusters, a million equal boxes,
 * and bytes per box. Brute force is the oracle. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/space.h"

static const carom_space_kind kinds[] = {CAROM_SPACE_QUADTREE, CAROM_SPACE_OCTREE,
                                         CAROM_SPACE_KDTREE};
enum { KINDS = 3, COUNT = 400 };

static uint64_t seed;
static double uniform(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static carom_aabb box_at(double x, double y, double z, double h) {
    return (carom_aabb){{(carom_real)(x - h), (carom_real)(y - h), (carom_real)(z - h)},
                        {(carom_real)(x + h), (carom_real)(y + h), (carom_real)(z + h)}};
}

static carom_space *make(carom_space_kind kind, const carom_aabb *boxes, size_t n) {
    carom_space_def def = {.kind = kind, .boxes = boxes, .count = n};
    carom_space *space = NULL;
    assert_int_equal(carom_space_create(&space, &def), CAROM_OK);
    return space;
}

static int compare_pairs(const void *a, const void *b) {
    return memcmp(a, b, sizeof(carom_id_pair));
}
static int compare_ids(const void *a, const void *b) {
    return memcmp(a, b, sizeof(uint32_t));
}

typedef struct hits {
    uint32_t id[COUNT];
    carom_real t[COUNT];
    size_t count;
} hits;

static carom_real add_hit(uint32_t id, carom_real t, carom_real limit, void *user) {
    hits *out = user;
    assert_true(out->count < COUNT);
    out->id[out->count] = id;
    out->t[out->count++] = t;
    return limit;
}

static void same_around(const carom_space *a, const carom_space *b, const carom_aabb *box) {
    static uint32_t x[COUNT], y[COUNT];
    static hits p, q;
    carom_near_id near[9], far[9];
    size_t n = carom_space_query_box(a, box, x, COUNT);
    assert_int_equal(n, carom_space_query_box(b, box, y, COUNT));
    qsort(x, n, sizeof *x, compare_ids);
    qsort(y, n, sizeof *y, compare_ids);
    assert_memory_equal(x, y, n * sizeof *x);
    n = carom_space_query_nearest(a, box->max, near, 9);
    assert_int_equal(n, carom_space_query_nearest(b, box->max, far, 9));
    for (size_t i = 0; i < n; i++)
        assert_true(near[i].id == far[i].id && near[i].distance == far[i].distance);
    carom_ray ray = {box->min,
                     {(carom_real)(uniform() - 0.5), (carom_real)(uniform() - 0.5), 1},
                     -(carom_real)INFINITY,
                     (carom_real)INFINITY};
    p.count = q.count = 0;
    carom_space_visit_ray(a, &ray, add_hit, &p);
    carom_space_visit_ray(b, &ray, add_hit, &q);
    assert_int_equal(p.count, q.count);
    assert_memory_equal(p.id, q.id, p.count * sizeof p.id[0]);
    assert_memory_equal(p.t, q.t, p.count * sizeof p.t[0]);
}

static void same(const carom_space *a, const carom_space *b) {
    static carom_id_pair x[COUNT * COUNT / 2], y[COUNT * COUNT / 2];
    size_t n = carom_space_query_pairs(a, x, COUNT * COUNT / 2);
    assert_int_equal(n, carom_space_query_pairs(b, y, COUNT * COUNT / 2));
    qsort(x, n, sizeof *x, compare_pairs);
    qsort(y, n, sizeof *y, compare_pairs);
    assert_memory_equal(x, y, n * sizeof *x);
    for (size_t i = 0; i < carom_space_slots(b); i += 9) {
        carom_aabb box = carom_space_box(b, (uint32_t)i);
        if (box.min.x <= box.max.x) same_around(a, b, &box);
    }
}

/* All boxes leave the place for which the tree was made, one by one. */
static void wanderers(void **state) {
    (void)state;
    static carom_aabb boxes[COUNT];
    for (int k = 0; k < KINDS; k++) {
        seed = 1;
        for (int i = 0; i < COUNT; i++)
            boxes[i] = box_at(6 * uniform(), 6 * uniform(), 6 * uniform(), 0.3);
        carom_space *space = make(kinds[k], boxes, COUNT);
        carom_space *brute = make(CAROM_SPACE_BRUTE, boxes, COUNT);
        for (int round = 0; round < 6; round++) {
            double off = round == 5 ? 0 : pow(-30, round);
            for (uint32_t i = 0; i < COUNT; i++) {
                carom_aabb box =
                    box_at(off + 6 * uniform(), 6 * uniform(), off + 6 * uniform(), 0.3);
                assert_int_equal(carom_space_move(space, i, &box), CAROM_OK);
                assert_int_equal(carom_space_move(brute, i, &box), CAROM_OK);
                if (i % 100 == 50) same(space, brute);
            }
            same(space, brute);
        }
        for (uint32_t i = 0; i < COUNT; i++) /* to nothing and back */
            assert_int_equal(carom_space_remove(space, (i * 7) % COUNT), CAROM_OK);
        assert_int_equal(carom_space_query_pairs(space, NULL, 0), 0);
        for (uint32_t i = 0, id; i < COUNT; i++) {
            carom_aabb box = carom_space_box(brute, i);
            assert_int_equal(carom_space_insert(space, &box, &id), CAROM_OK);
            assert_int_equal(id, i);
        }
        same(space, brute);
        carom_space_destroy(space);
        carom_space_destroy(brute);
    }
}

static double magnitude(int scene) {
    const double most = sizeof(carom_real) == 4 ? 30 : 250;
    return scene == 0 ? pow(10, 3 * uniform() - 3) : pow(10, most * (2 * uniform() - 1));
}

/* Sizes and places from the smallest to the largest, at once. */
static void every_magnitude(void **state) {
    (void)state;
    static carom_aabb boxes[COUNT];
    for (int scene = 0; scene < 4; scene++)
        for (int k = 0; k < KINDS; k++) {
            seed = (uint64_t)scene + 2;
            for (int i = 0; i < COUNT; i++) {
                double m = magnitude(scene), h = scene == 1 ? 0.1 * m : magnitude(scene);
                boxes[i] = box_at(m * uniform(), m * uniform(), m * uniform(), h);
                if (scene == 3 && i > 4) boxes[i] = box_at(uniform(), uniform(), uniform(), 0.05);
            }
            carom_space *space = make(kinds[k], boxes, COUNT);
            carom_space *brute = make(CAROM_SPACE_BRUTE, boxes, COUNT);
            same(space, brute);
            carom_space_destroy(space);
            carom_space_destroy(brute);
        }
}

/* Clusters of clusters, down to the last bits: cells part at every level. */
static void clusters_within(void **state) {
    (void)state;
    static carom_aabb boxes[COUNT];
    for (int k = 0; k < KINDS; k++) {
        for (int i = 0; i < COUNT; i++) {
            double x = 0, size = 1;
            for (int bit = 0; bit < 9; bit++, size /= 16)
                x += (i >> bit & 1) * size;
            boxes[i] = box_at(x, 0, x * x, i % 3 ? 0 : 1e-9);
        }
        carom_space *space = make(kinds[k], boxes, COUNT);
        carom_space *brute = make(CAROM_SPACE_BRUTE, boxes, COUNT);
        same(space, brute);
        assert_int_equal(carom_space_move_all(space, boxes, COUNT), CAROM_OK);
        same(space, brute);
        assert_true(carom_space_memory(space) < 700 * COUNT);
        carom_space_destroy(space);
        carom_space_destroy(brute);
    }
}

static bool count_to_ten(uint32_t a, uint32_t b, void *user) {
    assert_true(a < b);
    return ++*(int *)user < 10;
}

static void million_equal(void **state) {
    (void)state;
    const size_t n = 1000000;
    carom_aabb *boxes = malloc(n * sizeof *boxes);
    for (int flat = 0; flat < 2; flat++)
        for (int k = 0; k < KINDS; k++) {
            for (size_t i = 0; i < n; i++)
                boxes[i] = box_at(1, 2, 3, flat ? 0 : 0.5);
            carom_space *space = make(kinds[k], boxes, n);
            int pairs = 0;
            carom_space_visit_pairs(space, count_to_ten, &pairs);
            assert_int_equal(pairs, 10);
            assert_int_equal(carom_space_query_box(space, boxes, NULL, 0), n);
            for (uint32_t id = 0; id < 1000; id++)
                assert_int_equal(carom_space_remove(space, id * 999), CAROM_OK);
            assert_int_equal(carom_space_query_box(space, boxes, NULL, 0), n - 1000);
            carom_space_destroy(space);
        }
    free(boxes);
}

static void bytes_per_box(void **state) {
    (void)state;
    const size_t n = 100000;
    carom_aabb *boxes = malloc(n * sizeof *boxes);
    seed = 8;
    for (size_t i = 0; i < n; i++)
        boxes[i] = box_at(43 * uniform(), 43 * uniform(), 43 * uniform(), 0.5);
    const double table = sizeof(carom_aabb) + 0.13; /* boxes, and a bit for each id */
    const double real = sizeof(carom_real) / 4.0, most[KINDS] = {29, 57, 49 * real};
    for (int k = 0; k < KINDS; k++) {
        carom_space *space = make(kinds[k], boxes, n);
        double bytes = (double)carom_space_memory(space) / (double)n - table;
        assert_true(bytes > 12 && bytes <= most[k]);
        carom_space_destroy(space);
    }
    free(boxes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wanderers),       cmocka_unit_test(every_magnitude),
        cmocka_unit_test(clusters_within), cmocka_unit_test(million_equal),
        cmocka_unit_test(bytes_per_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
