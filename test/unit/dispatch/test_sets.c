/* The nearest of two sets, and all near pairs, against all pairs by carom_closest_posed. */
#include "carom/sets.h"
#include "common/test_every_common.h"
#include "carom/tasks.h"

#include <stdlib.h>

#define SHAPES ((size_t)ALL_KINDS)
#define FAR ((carom_real)INFINITY)

typedef struct sets_case {
    every_kind every[ALL_KINDS];
    carom_shape shapes[ALL_KINDS];
    carom_posed_shape a[ALL_KINDS], b[ALL_KINDS];
    carom_aabb boxes[ALL_KINDS];
    uint8_t skip[ALL_KINDS * ALL_KINDS];
    void *scratch;
} sets_case;

static sets_case *the_case;

static int make_shapes(void **state) {
    (void)state;
    the_case = calloc(1, sizeof *the_case);
    for (carom_shape_kind i = 0; i < ALL_KINDS; i++) {
        make_every(&the_case->every[i], i);
        the_case->shapes[i] = the_case->every[i].kind.shape;
    }
    the_case->scratch = malloc(carom_closest_sets_scratch(SHAPES, SHAPES));
    return the_case->scratch ? 0 : 1;
}

static int discard_shapes(void **state) {
    (void)state;
    for (carom_shape_kind i = 0; i < ALL_KINDS; i++)
        discard_every(&the_case->every[i]);
    free(the_case->scratch);
    free(the_case);
    return 0;
}

/* Some kinds are bounded; of others two are nearly always in contact. */
static bool is_unbounded_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_PLANE || kind == CAROM_SHAPE_HALFSPACE || kind == CAROM_SHAPE_LINE ||
           kind == CAROM_SHAPE_RAY;
}

static void pose_all(carom_posed_shape *out, carom_real reach) {
    for (carom_shape_kind i = 0; i < ALL_KINDS; i++)
        assert_true(carom_shape_pose(&out[i], &the_case->shapes[i], pose_every((double)reach)));
}

static void skip_some(double part) {
    for (size_t i = 0; i < SHAPES; i++)
        for (size_t j = 0; j < SHAPES; j++)
            the_case->skip[i * SHAPES + j] = random_in(0, 1) < part ||
                                             is_unbounded_kind((carom_shape_kind)i) ||
                                             is_unbounded_kind((carom_shape_kind)j);
}

static carom_set_closest brute(const carom_shape_set *a, const carom_shape_set *b,
                               const carom_set_options *options) {
    carom_set_closest best = {.at.distance = FAR, .at.lower_bound = FAR};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = b == a ? i + 1 : 0; j < b->count; j++) {
            if (options->skip && options->skip[i * b->count + j]) continue;
            const carom_closest_any c = carom_closest_posed(&a->items[i], &b->items[j]);
            if (!(c.distance < best.at.distance)) continue;
            best = (carom_set_closest){c, i, j};
        }
    return best;
}

static void check_same(const carom_set_closest *p, const carom_set_closest *q) {
    assert_true(p->at.distance == q->at.distance);
    assert_true(p->index_a == q->index_a && p->index_b == q->index_b);
    assert_true(same_vec(p->at.point_a, q->at.point_a) && same_vec(p->at.point_b, q->at.point_b));
    assert_true(p->at.lower_bound <= q->at.distance);
}

static void check_all(const carom_shape_set *a, const carom_shape_set *b,
                      const carom_set_options *options) {
    static carom_set_closest list[ALL_KINDS * ALL_KINDS];
    const size_t count = carom_closest_sets_all(a, b, options, list, SHAPES * SHAPES);
    size_t seen = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = b == a ? i + 1 : 0; j < b->count; j++) {
            if (options->skip && options->skip[i * b->count + j]) continue;
            const carom_closest_any c = carom_closest_posed(&a->items[i], &b->items[j]);
            if (!(c.distance <= options->limit)) continue;
            assert_true(seen < count && list[seen].index_a == i && list[seen].index_b == j);
            assert_true(list[seen].at.distance == c.distance &&
                        list[seen].at.lower_bound == c.lower_bound);
            seen++;
        }
    assert_int_equal(seen, count);
    assert_int_equal(carom_closest_sets_all(a, b, options, list, 1), count);
}

/* The first pair in contact, or within the limit where that is above 0. */
static carom_set_overlap brute_overlap(const carom_shape_set *a, const carom_shape_set *b,
                                       const carom_set_options *options) {
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = b == a ? i + 1 : 0; j < b->count; j++) {
            if (options->skip && options->skip[i * b->count + j]) continue;
            const carom_posed_shape *p = &a->items[i], *q = &b->items[j];
            if (options->limit > 0 ? carom_overlap_within_posed(p, q, options->limit)
                                   : carom_overlap_posed(p, q))
                return (carom_set_overlap){true, i, j};
        }
    return (carom_set_overlap){0};
}

static bool check_overlap(const carom_shape_set *a, const carom_shape_set *b,
                          const carom_set_options *options) {
    const carom_set_overlap expected = brute_overlap(a, b, options),
                            found = carom_overlap_sets(a, b == a ? NULL : b, options);
    assert_int_equal(found.overlap, expected.overlap);
    assert_int_equal(found.index_a, expected.index_a);
    assert_int_equal(found.index_b, expected.index_b);
    return found.overlap;
}

static void check_sets(const carom_shape_set *a, const carom_shape_set *b) {
    carom_set_options options = {.scratch = the_case->scratch, .skip = the_case->skip};
    const carom_set_closest expected = brute(a, b, &options);
    const carom_set_closest found = carom_closest_sets(a, b, &options);
    check_same(&found, &expected);
    const carom_real d = expected.at.distance;
    check_overlap(a, b, &options);
    if (!(d > 0 && d <= CAROM_REAL_MAX)) return;
    options.limit = 2 * d;
    check_overlap(a, b, &options);
    options.limit = d / 2;
    check_overlap(a, b, &options);
    options.limit = d;
    const carom_set_closest at_limit = carom_closest_sets(a, b, &options);
    check_same(&at_limit, &expected);
    options.limit = next_number(d, 0);
    const carom_set_closest none = carom_closest_sets(a, b, &options);
    assert_true(isinf(none.at.distance) && none.at.lower_bound <= d);
    assert_int_equal(carom_closest_sets_all(a, b, &options, NULL, 0), 0);
    options.limit = 2 * d;
    check_all(a, b, &options);
}

static void brute_force_agrees(void **state) {
    (void)state;
    for (int round = 0; round < 60; round++) {
        const carom_real reach = round % 3 ? 12 : 3;
        pose_all(the_case->a, reach);
        pose_all(the_case->b, reach);
        skip_some(round % 2 ? 0.3 : 0.9);
        const carom_shape_set a = {.items = the_case->a, .count = SHAPES};
        carom_shape_set b = {.items = the_case->b, .count = SHAPES};
        check_sets(&a, &b);
        check_sets(&a, &a);
        for (size_t i = 0; i < SHAPES; i++)
            the_case->boxes[i] = carom_shape_bounds(&b.items[i].shape, b.items[i].pose);
        b.boxes = the_case->boxes;
        check_sets(&a, &b);
        carom_shape_set part = {.items = the_case->a + round % 8, .count = 3};
        memset(the_case->skip, 0, sizeof the_case->skip);
        check_sets(&part, &b);
    }
}

/* Contact of sets that are spread so wide that some rounds have none. */
static void first_contact_is_that_of_all_pairs(void **state) {
    (void)state;
    int found = 0;
    for (int round = 0; round < 120; round++) {
        const carom_real reach = round % 3 ? 15 : 3;
        pose_all(the_case->a, reach);
        pose_all(the_case->b, reach);
        skip_some(round % 2 ? 0.3 : 0.9);
        const carom_shape_set a = {.items = the_case->a, .count = SHAPES},
                              b = {.items = the_case->b, .count = SHAPES};
        carom_set_options options = {.scratch = the_case->scratch, .skip = the_case->skip};
        found += check_overlap(&a, &b, &options);
        check_overlap(&a, &a, &options);
    }
    assert_true(found > 20 && found < 100);
}

/* A cache changes no distance but for rounding, when the set moves on. */
static void caches_keep_the_answer(void **state) {
    (void)state;
    carom_pair_cache *caches = calloc(SHAPES * SHAPES, sizeof *caches);
    assert_non_null(caches);
    const carom_shape_set a = {.items = the_case->a, .count = SHAPES},
                          b = {.items = the_case->b, .count = SHAPES};
    carom_set_options plain = {.scratch = the_case->scratch, .skip = the_case->skip};
    carom_set_options cached = plain;
    cached.caches = caches;
    skip_some(0.5);
    pose_all(the_case->b, 8);
    carom_pose at[ALL_KINDS];
    for (size_t i = 0; i < SHAPES; i++)
        at[i] = pose_every(8);
    for (int step = 0; step < 50; step++) {
        for (size_t i = 0; i < SHAPES; i++) {
            at[i].position.x += (carom_real)0.01;
            assert_true(carom_shape_pose(&the_case->a[i], &the_case->shapes[i], at[i]));
        }
        const carom_set_closest p = carom_closest_sets(&a, &b, &plain),
                                q = carom_closest_sets(&a, &b, &cached);
        assert_true(fabs((double)p.at.distance - (double)q.at.distance) <= 1e-9 + 32 * EPS);
    }
    free(caches);
}

static void configurations_agree(void **state) {
    (void)state;
    enum { CONFIGURATIONS = 300, LINKS = 5 };
    static carom_pose poses[CONFIGURATIONS * LINKS];
    static carom_set_closest found[2][CONFIGURATIONS];
    static carom_set_overlap contact[2][CONFIGURATIONS];
    const carom_shape *shapes = &the_case->shapes[CAROM_SHAPE_TRIANGLE];
    for (size_t i = 0; i < CONFIGURATIONS * LINKS; i++)
        poses[i] = pose_every(6);
    pose_all(the_case->b, 6);
    const carom_shape_set b = {.items = the_case->b + CAROM_SHAPE_SPHERE, .count = LINKS};
    const carom_set_poses a = {shapes, LINKS, poses, CONFIGURATIONS};
    carom_set_options options = {.scratch = malloc(carom_closest_set_poses_scratch(LINKS, LINKS))};
    assert_non_null(options.scratch);
    carom_task_pool *pool;
    const carom_task_pool_def def = {.threads = 3};
    assert_int_equal(carom_task_pool_create(&pool, &def), CAROM_OK);
    const carom_task_hook hook = carom_task_pool_hook(pool);
    for (int self = 0; self < 2; self++) {
        const carom_shape_set *other = self ? NULL : &b;
        carom_closest_set_poses(&a, other, &options, found[0], NULL);
        carom_closest_set_poses(&a, other, &options, found[1], &hook);
        carom_overlap_set_poses(&a, other, &options, contact[0], NULL);
        carom_overlap_set_poses(&a, other, &options, contact[1], &hook);
        for (size_t c = 0; c < CONFIGURATIONS; c++) {
            const carom_shape_set links = {.items = the_case->a, .count = LINKS};
            carom_set_options one = {.scratch = the_case->scratch};
            for (size_t i = 0; i < LINKS; i++)
                carom_shape_pose(&the_case->a[i], &shapes[i], poses[c * LINKS + i]);
            const carom_set_closest single = carom_closest_sets(&links, other, &one);
            check_same(&found[0][c], &single);
            check_same(&found[1][c], &single);
            assert_true(found[1][c].at.lower_bound == single.at.lower_bound);
            const carom_set_overlap touch = carom_overlap_sets(&links, other, &one);
            for (int k = 0; k < 2; k++)
                assert_true(contact[k][c].overlap == touch.overlap &&
                            contact[k][c].index_a == touch.index_a &&
                            contact[k][c].index_b == touch.index_b);
        }
    }
    carom_task_pool_destroy(pool);
    free(options.scratch);
}

/* What may be wrong with a pose: the rotation is zeroed or a thousandth too long, no rotation at
 * all, or not a number; or the shape is far away. */
static carom_pose odd_pose(int i, carom_real reach) {
    carom_pose pose = pose_every((double)reach);
    if (i % 11 == 3) pose.rotation = (carom_quat){0, 0, 0, 0};
    if (i % 11 == 5) pose.rotation.w *= (carom_real)1.0005;
    if (i % 11 == 7) pose.rotation = (carom_quat){3, 0, 0, 0};
    if (i % 31 == 9) pose.rotation.y = (carom_real)NAN;
    if (i % 31 == 13) pose.position.z = (carom_real)NAN;
    if (i % 31 == 17) pose.position.x = CAROM_REAL_MAX;
    if (i % 31 == 19) pose.position.y = (carom_real)INFINITY;
    return pose;
}

/* Contact of configurations of every kind, by balls first, against carom_overlap_sets, which has
 * none. @return how many are in contact */
static size_t check_configurations(const carom_set_poses *a, const carom_shape_set *b,
                                   const carom_set_options *options) {
    static carom_set_overlap found[100];
    size_t touching = 0;
    carom_overlap_set_poses(a, b, options, found, NULL);
    for (size_t c = 0; c < a->configurations; c++) {
        for (size_t i = 0; i < a->count; i++)
            carom_shape_pose(&the_case->a[i], &a->shapes[i], a->poses[c * a->count + i]);
        const carom_shape_set set = {.items = the_case->a, .count = a->count};
        carom_set_options one = *options;
        one.scratch = the_case->scratch;
        const carom_set_overlap expected = carom_overlap_sets(&set, b, &one);
        assert_true(found[c].overlap == expected.overlap && found[c].index_a == expected.index_a &&
                    found[c].index_b == expected.index_b);
        touching += expected.overlap;
    }
    return touching;
}

static void balls_change_no_contact(void **state) {
    (void)state;
    enum { CONFIGURATIONS = 100, LINKS = 5 };
    static carom_pose poses[CONFIGURATIONS * LINKS];
    carom_set_options options = {.scratch = malloc(carom_closest_set_poses_scratch(LINKS, 9))};
    assert_non_null(options.scratch);
    size_t touching[2] = {0, 0};
    for (size_t first = 0; first + LINKS <= SHAPES; first++)
        for (int round = 0; round < 8; round++) {
            const carom_real reach = (carom_real)(round % 4 ? 6 << round % 4 : 4);
            for (int i = 0; i < CONFIGURATIONS * LINKS; i++)
                poses[i] = odd_pose(i, reach);
            pose_all(the_case->b, reach);
            carom_shape links[LINKS];
            memcpy(links, &the_case->shapes[first], sizeof links);
            if (round == 7)
                links[2] = (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere.radius = -1};
            const carom_shape_set b = {.items = &the_case->b[(first + 7) % (SHAPES - 9)],
                                       .count = (size_t)round + 1};
            const carom_set_poses a = {links, LINKS, poses, CONFIGURATIONS};
            options.limit = (carom_real)(round % 3 == 2 ? 0.5 : 0);
            touching[0] += check_configurations(&a, &b, &options);
            touching[1] += check_configurations(&a, NULL, &options);
        }
    const size_t all = CONFIGURATIONS * 8 * (SHAPES - LINKS + 1);
    assert_in_range(touching[0], all / 10, all - all / 10);
    assert_in_range(touching[1], all / 10, all - all / 10);
    options.limit = (carom_real)NAN;
    const carom_set_poses a = {the_case->shapes, LINKS, poses, CONFIGURATIONS};
    assert_int_equal(check_configurations(&a, NULL, &options), 0);
    free(options.scratch);
}

/* Two cubes that touch in a corner, and come apart along the diagonal by single numbers: the ball
 * about a cube is as tight as balls are. Cubes of many sizes, near the origin and off it. */
static void balls_prove_nothing_in_contact(void **state) {
    (void)state;
    enum { CONFIGURATIONS = 40, TOUCHING = 20 };
    static carom_pose poses[CONFIGURATIONS];
    static carom_set_overlap found[CONFIGURATIONS];
    carom_set_options options = {.scratch = malloc(carom_closest_set_poses_scratch(1, 1))};
    assert_non_null(options.scratch);
    for (int scale = -60; scale <= 60; scale += 3) {
        const carom_real u = (carom_real)ldexp(1, scale), off = (carom_real)(scale % 2 ? 0 : 8) * u;
        const carom_aabb own = {v3(off - u, off - u, off - u), v3(off + u, off + u, off + u)},
                         next = {v3(off + u, off + u, off + u),
                                 v3(off + 2 * u, off + 3 * u, 16 * u)};
        const carom_shape cube = {.kind = CAROM_SHAPE_AABB, .as.aabb = own},
                          other = {.kind = CAROM_SHAPE_AABB, .as.aabb = next};
        carom_posed_shape b;
        assert_true(carom_shape_pose(&b, &other, carom_pose_identity()));
        const carom_shape_set set = {.items = &b, .count = 1};
        for (int c = 0; c < CONFIGURATIONS; c++) {
            const carom_real x = (carom_real)(TOUCHING - 1 - c) * 16 * EPS * u;
            poses[c] = carom_pose_identity();
            poses[c].position = v3(x, x, x);
        }
        const carom_set_poses a = {&cube, 1, poses, CONFIGURATIONS};
        carom_overlap_set_poses(&a, &set, &options, found, NULL);
        for (int c = 0; c < CONFIGURATIONS; c++)
            assert_int_equal(found[c].overlap, c < TOUCHING);
    }
    free(options.scratch);
}

/* Balls of radius 1 along x: gaps 1, 1 and 4, of which the first pair wins; and what is invalid. */
static void by_hand(void **state) {
    (void)state;
    carom_posed_shape balls[4], odd = {0};
    static const carom_real at[4] = {0, 3, 6, 12};
    for (int i = 0; i < 4; i++) {
        const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(at[i], 0, 0), 1}};
        assert_true(carom_shape_pose(&balls[i], &ball, carom_pose_identity()));
    }
    const carom_shape_set set = {.items = balls, .count = 4};
    carom_set_options options = {.scratch = the_case->scratch};
    carom_set_closest c = carom_closest_sets(&set, NULL, &options);
    assert_true(c.at.distance == 1 && c.index_a == 0 && c.index_b == 1 && c.at.lower_bound == 1);
    uint8_t skip[16] = {0};
    skip[0 * 4 + 1] = skip[1 * 4 + 2] = 1;
    options.skip = skip;
    c = carom_closest_sets(&set, &set, &options);
    assert_true(c.at.distance == 4 && c.index_a == 0 && c.index_b == 2);
    options.limit = 3;
    c = carom_closest_sets(&set, NULL, &options);
    assert_true(isinf(c.at.distance) && c.at.lower_bound == 3);
    assert_false(carom_overlap_sets(&set, NULL, &options).overlap);
    options.limit = 4;
    const carom_set_overlap near = carom_overlap_sets(&set, NULL, &options);
    assert_true(near.overlap && near.index_a == 0 && near.index_b == 2);
    options.limit = 0;
    assert_false(carom_overlap_sets(&set, NULL, &options).overlap);
    options.limit = (carom_real)NAN;
    assert_false(carom_overlap_sets(&set, NULL, &options).overlap);
    assert_true(isinf(carom_closest_sets(&set, NULL, &options).at.distance));
    assert_int_equal(carom_closest_sets_all(&set, NULL, &options, NULL, 0), 0);
    options.limit = -1;
    assert_false(carom_overlap_sets(&set, NULL, &options).overlap);
    assert_true(isinf(carom_closest_sets(&set, NULL, &options).at.distance));
    options = (carom_set_options){.scratch = the_case->scratch};
    const carom_shape_set bad = {.items = &odd, .count = 1}, none = {.count = 0};
    assert_true(isinf(carom_closest_sets(&set, &bad, &options).at.distance));
    assert_true(isinf(carom_closest_sets(&set, &none, &options).at.distance));
    assert_false(carom_overlap_sets(&set, &bad, &options).overlap);
    assert_false(carom_overlap_sets(&set, &none, &options).overlap);
    assert_false(carom_overlap_sets(&none, NULL, &options).overlap);
    options.scratch = NULL;
    assert_false(carom_overlap_sets(&set, NULL, &options).overlap);
    assert_true(isinf(carom_closest_sets(&set, NULL, &options).at.distance));
    assert_true(carom_closest_sets_scratch(SIZE_MAX, SIZE_MAX) == SIZE_MAX);
    assert_true(carom_closest_set_poses_scratch(SIZE_MAX, 2) == SIZE_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(first_contact_is_that_of_all_pairs),
        cmocka_unit_test(caches_keep_the_answer),
        cmocka_unit_test(configurations_agree),
        cmocka_unit_test(balls_change_no_contact),
        cmocka_unit_test(balls_prove_nothing_in_contact),
        cmocka_unit_test(by_hand),
    };
    return cmocka_run_group_tests(tests, make_shapes, discard_shapes);
}
