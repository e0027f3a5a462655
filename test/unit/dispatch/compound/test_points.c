/* Point clouds: every verb against a compound of the same balls as shapes, bit for bit, with equal
 * and different radii, points without one, duplicates; two clouds; hand-made answers; a cloud of
 * 100,000 points against all of them one by one; what is refused; every allocation that fails. */
#include "common/test_cloud_common.h"

#define POINTS 60

static carom_vec3 points[POINTS];
static carom_real radii[POINTS];

static void make_cloud(twin *t, int round, double reach) {
    const carom_real equal[3] = {0, (carom_real)0.125, (carom_real)0.3};
    const size_t count = round % 7 == 0 ? 1 : round % 7 == 1 ? 9 : POINTS;
    for (int i = 0; i < POINTS; i++) {
        points[i] = random_vec(reach);
        radii[i] = i % 3 == 0 ? 0 : (carom_real)random_in(0, 0.4);
        if (i % 5 == 4) points[i] = points[i - 1];         /* duplicates */
        if (round % 5 == 3) points[i].z = (carom_real)0.5; /* all in a plane */
        if (round % 11 == 5) points[i] = v3(0.25, 0.5, 0.75);
    }
    const carom_points_def def = {.points = points,
                                  .count = count,
                                  .radius = equal[round % 3],
                                  .radii = round % 4 == 2 ? radii : NULL};
    assert_int_equal(carom_compound_create_points(&t->implicit, &def), CAROM_OK);
    make_twin(t);
}

static void every_kind_of_shape(void **state) {
    (void)state;
    for (int round = 0; round < 24; round++) {
        twin t;
        make_cloud(&t, round, round % 2 ? 1 : 2.5);
        check_twin_bounds(&t);
        check_twin_kinds(&t, 1, &(twin_asked){round % 6 == 0, true});
        discard_twin(&t);
    }
}

static void two_clouds(void **state) {
    (void)state;
    for (int round = 0; round < 40; round++) {
        twin a, b;
        make_cloud(&a, round, 1.5);
        make_cloud(&b, round + 3, 1.5);
        const carom_shape *const p[2] = {&a.shape[0], &a.shape[1]};
        const carom_shape *const q[2] = {&b.shape[0], &b.shape[1]};
        const carom_shape *const mixed[2] = {&b.shape[0], &b.shape[0]};
        const carom_pose there = pose_every(2);
        same_verbs(p, carom_pose_identity(), q, there, &(twin_asked){false, true});
        same_verbs(q, there, p, pose_every(1), &(twin_asked){false, true});
        same_verbs(mixed, there, p, pose_every(1), &(twin_asked){false, true});
        discard_twin(&a);
        discard_twin(&b);
    }
}

/* ---- by hand */

static void by_hand(void **state) {
    (void)state;
    const carom_pose stay = carom_pose_identity();
    const carom_vec3 row[4] = {v3(0, 0, 0), v3(4, 0, 0), v3(4, 0, 0), v3(8, 0, 0)};
    carom_compound *c = NULL, *bare = NULL, *none = NULL;
    assert_int_equal(
        carom_compound_create_points(
            &c, &(carom_points_def){.points = row, .count = 4, .radius = (carom_real)0.5}),
        CAROM_OK);
    assert_int_equal(
        carom_compound_create_points(&bare, &(carom_points_def){.points = row, .count = 4}),
        CAROM_OK);
    assert_int_equal(carom_compound_create_points(&none, &(carom_points_def){.count = 0}),
                     CAROM_OK);
    assert_int_equal(carom_compound_count(c), 4);
    const carom_child child = carom_compound_child(c, 3), point = carom_compound_child(bare, 3);
    assert_true(child.shape.kind == CAROM_SHAPE_SPHERE && child.shape.as.sphere.center.x == 8);
    assert_true(child.shape.as.sphere.radius == (carom_real)0.5);
    assert_true(point.shape.kind == CAROM_SHAPE_POINT && point.shape.as.point.x == 8);
    assert_int_equal(carom_compound_voxel(c, 0).size, 0);
    const carom_shape cloud = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = c},
                      dots = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = bare},
                      empty = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = none};
    /* between the first and the twice given second point: the lower child of equal ones */
    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(3, 0, 0), (carom_real)0.25}};
    carom_closest_any near = carom_closest(&cloud, stay, &ball, stay);
    assert_true(near.distance == (carom_real)0.25 && near.point_a.x == (carom_real)3.5);
    assert_true(near.sub_a.has_child && near.sub_a.child == 1);
    ball.as.sphere.center.x = 2;
    near = carom_closest(&cloud, stay, &ball, stay);
    assert_true(near.distance == (carom_real)1.25 && near.sub_a.child == 0);
    assert_false(carom_overlap(&dots, stay, &ball, stay));
    ball.as.sphere.center.x = (carom_real)4.25; /* the surface goes through the point */
    assert_true(carom_overlap(&dots, stay, &ball, stay));
    assert_int_equal(carom_classify(&ball, stay, &dots, stay), CAROM_INTERSECTS);
    const carom_shape hall = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(0, 0, 0), v3(8, 0, 0)}};
    assert_int_equal(carom_classify(&hall, stay, &dots, stay), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&dots, stay, &hall, stay), CAROM_INSIDE);
    const carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                             .as.ray = {v3(9, 0, 0), v3(-1, 0, 0), 0, (carom_real)INFINITY}};
    const carom_ray_hit hit = carom_raycast(&ray, stay, &cloud, stay);
    assert_true(hit.hit && hit.t == (carom_real)0.5 && hit.sub_b.child == 3 && hit.t_exit == 1.5);
    assert_true(carom_raycast(&ray, stay, &dots, stay).t == 1);
    /* nothing */
    assert_int_equal(carom_compound_count(none), 0);
    assert_false(carom_overlap(&empty, stay, &cloud, stay));
    assert_false(carom_overlap(&cloud, stay, &empty, stay));
    assert_true(carom_closest(&empty, stay, &ball, stay).distance > CAROM_REAL_MAX);
    assert_false(carom_raycast(&ray, stay, &empty, stay).hit);
    assert_true(carom_shape_bounds(&empty, stay).min.x > carom_shape_bounds(&empty, stay).max.x);
    assert_true(carom_shape_support(&empty, stay, v3(1, 0, 0)).x == 0);
    const carom_pose lost = {v3(0, 0, 0), {(carom_real)NAN, 0, 0, 1}};
    assert_false(carom_overlap(&cloud, lost, &ball, stay));
    carom_compound_destroy(c);
    carom_compound_destroy(bare);
    carom_compound_destroy(none);
}

/* ---- many */

#define MANY 100000

static void many_points(void **state) {
    (void)state;
    static carom_vec3 many[MANY];
    for (int i = 0; i < MANY; i++) {
        many[i] = random_vec(4);
        if (i % 2) many[i].x = i % 4 == 1 ? 1 : (carom_real)(floor((double)many[i].x * 8) / 8);
    }
    carom_compound *c = NULL;
    const carom_real radius = (carom_real)0.001;
    assert_int_equal(carom_compound_create_points(
                         &c, &(carom_points_def){.points = many, .count = MANY, .radius = radius}),
                     CAROM_OK);
    const carom_shape cloud = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = c};
    const carom_pose stay = carom_pose_identity();
    int touched = 0;
    for (int round = 0; round < 30; round++) {
        const carom_shape ball = {
            .kind = CAROM_SHAPE_SPHERE,
            .as.sphere = {random_vec(round % 3 ? 4 : 9), (carom_real)random_in(0, 0.2)}};
        carom_closest_any best = {.distance = (carom_real)INFINITY};
        uint32_t child = 0;
        for (int i = 0; i < MANY; i++) {
            const carom_shape one = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {many[i], radius}};
            const carom_closest_any found = carom_closest(&one, stay, &ball, stay);
            if (found.distance < best.distance) best = found, child = (uint32_t)i;
        }
        const carom_closest_any near = carom_closest(&cloud, stay, &ball, stay);
        assert_true(near.distance == best.distance && near.sub_a.child == child);
        assert_true(same_vec(near.point_a, best.point_a) && same_vec(near.point_b, best.point_b));
        assert_int_equal(carom_overlap(&cloud, stay, &ball, stay), best.distance == 0);
        touched += best.distance == 0;
    }
    assert_true(touched > 2 && touched < 28);
    for (size_t i = 0; i < MANY; i += 997)
        assert_true(same_vec(carom_compound_child(c, i).shape.as.sphere.center, many[i]));
    carom_compound_destroy(c);
}

/* ---- what is refused */

static void refused(void **state) {
    (void)state;
    carom_vec3 three[3] = {v3(0, 0, 0), v3(1, 0, 0), v3(2, 0, 0)};
    carom_real sizes[3] = {0, 1, 2};
    carom_compound *c = NULL;
    size_t at = 9;
    carom_points_def def = {.points = three, .count = 3, .refused = &at};
    assert_int_equal(carom_compound_create_points(NULL, &def), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_compound_create_points(&c, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_compound_create_points(&c, &(carom_points_def){.count = 1}),
                     CAROM_ERROR_ARGUMENT);
    def.count = (size_t)1 << 30;
    assert_int_equal(carom_compound_create_points(&c, &def), CAROM_ERROR_LIMIT);
    def.count = 3;
    counting calls = {.fail_at = 0};
    def.allocator.alloc = counting_allocator(&calls).alloc;
    assert_int_equal(carom_compound_create_points(&c, &def), CAROM_ERROR_ARGUMENT);
    def.allocator.alloc = NULL;
    const carom_real wrong[2] = {(carom_real)NAN, (carom_real)INFINITY};
    for (int i = 0; i < 2; i++) {
        three[1].y = wrong[i];
        at = 9;
        assert_int_equal(carom_compound_create_points(&c, &def), CAROM_ERROR_NOT_FINITE);
        assert_int_equal(at, 1);
        three[1].y = 0;
        def.radius = wrong[i];
        assert_int_equal(carom_compound_create_points(&c, &def), CAROM_ERROR_NOT_FINITE);
        def.radius = 0;
        sizes[2] = wrong[i];
        def.radii = sizes;
        assert_int_equal(carom_compound_create_points(&c, &def), CAROM_ERROR_NOT_FINITE);
        assert_int_equal(at, 2);
        def.radii = NULL;
    }
    sizes[2] = -1;
    def.radii = sizes;
    assert_int_equal(carom_compound_create_points(&c, &def), CAROM_ERROR_ARGUMENT);
    def.radii = NULL;
    def.refused = NULL;
    def.radius = -1;
    assert_int_equal(carom_compound_create_points(&c, &def), CAROM_ERROR_ARGUMENT);
    assert_null(c);
}

static void allocations_fail(void **state) {
    (void)state;
    twin t;
    make_cloud(&t, 2, 1);
    discard_twin(&t);
    size_t calls = 1;
    for (size_t at = 1; at <= calls; at++) {
        counting c = {.fail_at = at};
        carom_compound *made = NULL;
        const carom_points_def def = {
            .points = points, .count = POINTS, .radii = radii, .allocator = counting_allocator(&c)};
        const carom_status status = carom_compound_create_points(&made, &def);
        if (status == CAROM_OK) {
            carom_compound_destroy(made);
        } else {
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_null(made);
            calls = at + 1;
        }
        assert_int_equal(c.live, 0);
    }
    assert_true(calls > 7);
}

/* Numbers at the ends of the range: no box is inverted, and answers are those of the balls. */
static void extreme(void **state) {
    (void)state;
    const double sizes[3] = {1e-30, 1e30, (double)CAROM_REAL_MAX / 4};
    for (int i = 0; i < 3; i++) {
        twin t;
        for (int k = 0; k < 20; k++)
            points[k] = random_vec(sizes[i]);
        assert_int_equal(
            carom_compound_create_points(
                &t.implicit, &(carom_points_def){.points = points,
                                                 .count = 20,
                                                 .radius = (carom_real)(sizes[i] * 0.125)}),
            CAROM_OK);
        make_twin(&t);
        const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE,
                                  .as.sphere = {random_vec(sizes[i]), (carom_real)sizes[i] / 8}};
        const carom_shape *const whole[2] = {&t.shape[0], &t.shape[1]};
        const carom_shape *const one[2] = {&ball, &ball};
        const carom_pose stay = carom_pose_identity();
        same_verbs(whole, stay, one, stay, &(twin_asked){false, true});
        discard_twin(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),     cmocka_unit_test(refused),
        cmocka_unit_test(many_points), cmocka_unit_test(allocations_fail),
        cmocka_unit_test(extreme),     cmocka_unit_test(every_kind_of_shape),
        cmocka_unit_test(two_clouds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
