/* Interval halving against any distance: never late, early by at most the tolerance. */
#include "common/test_sweep_common.h"

static carom_real from_target(carom_vec3 p, carom_vec3 *nearest, void *user) {
    const target *t = user;
    carom_closest_points c;
    if (t->kind == TARGET_AABB)
        c = carom_closest_point_aabb(p, &t->as.box);
    else if (t->kind == TARGET_OBB)
        c = carom_closest_point_obb(p, &t->as.turned);
    else
        c = carom_closest_point_sphere(p, &t->as.sphere);
    *nearest = c.point_b;
    return c.distance;
}

static void a_wall_at_seven(void **state) {
    (void)state;
    carom_aabb wall = aabb(7, -99, -99, 8, 99, 99);
    target t = {.kind = TARGET_AABB, .as.box = wall};
    carom_sphere s = ball(0, 0, 0, 1);
    carom_sweep_hit hit =
        carom_sweep_sphere_function(&s, v3(12, 0, 0), from_target, &t, (carom_real)1e-3);
    assert_true(hit.hit && !hit.initial_overlap && hit.fraction <= (carom_real)0.5);
    assert_about((double)hit.fraction * 12, 6, 1e-3 + 16 * EPS);
    assert_same(hit.point, v3(7, 0, 0));
    assert_same(hit.normal, v3(1, 0, 0));
    assert_miss(carom_sweep_sphere_function(&s, v3(5, 0, 0), from_target, &t, (carom_real)1e-3));
    assert_miss(carom_sweep_sphere_function(&s, v3(-12, 0, 0), from_target, &t, (carom_real)1e-3));
    assert_miss(carom_sweep_sphere_function(&s, v3(0, 0, 0), from_target, &t, (carom_real)1e-3));
    s.radius = 8;
    hit = carom_sweep_sphere_function(&s, v3(-12, 0, 0), from_target, &t, (carom_real)1e-3);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    s.radius = 7; /* touching */
    assert_true(carom_sweep_sphere_function(&s, v3(-12, 0, 0), from_target, &t, (carom_real)1e-3)
                    .initial_overlap);
}

static void never_late_and_little_early(void **state) {
    (void)state;
    static const int kinds[] = {TARGET_AABB, TARGET_OBB, TARGET_SPHERE};
    volume_seed = 410;
    int hits = 0;
    for (int k = 0; k < 3000; k++) {
        target t;
        make_target(&t, kinds[k % 3], k);
        carom_sphere s = {random_vec(2), (carom_real)(k % 6 == 0 ? 0 : 0.5 * random01())};
        carom_vec3 motion = random_vec(4);
        double tolerance = k & 1 ? 1e-3 : 1e-4;
        carom_sweep_hit exact = sweep_target(&s, motion, &t);
        carom_sweep_hit hit =
            carom_sweep_sphere_function(&s, motion, from_target, &t, (carom_real)tolerance);
        double slack = 64 * EPS, speed = length_of(motion);
        if (exact.hit) {
            assert_true(hit.hit && hit.initial_overlap == exact.initial_overlap);
            assert_true((double)hit.fraction <= (double)exact.fraction + slack);
            hits++;
        }
        if (!hit.hit) {
            assert_miss(hit);
            continue;
        }
        assert_about(length_of(hit.normal), 1, 4 * EPS);
        double gap = target_distance(step(s.center, motion, (double)hit.fraction), &t);
        /* what was not cleared is within half an interval of contact, and half one from its start
         */
        if (!hit.initial_overlap) assert_true(gap - (double)s.radius <= tolerance + slack * speed);
    }
    assert_true(hits > 150);
}

static carom_real no_number(carom_vec3 p, carom_vec3 *nearest, void *user) {
    (void)p;
    (void)nearest;
    return (carom_real)(user ? NAN : INFINITY);
}

typedef struct call_counter {
    int calls;
} call_counter;

static carom_real grazing(carom_vec3 p, carom_vec3 *nearest, void *user) {
    ((call_counter *)user)->calls++;
    *nearest = (carom_vec3){p.x, 0, 0};
    return (carom_real)fabs((double)p.y);
}

/* Functions that answer oddly end all the same. */
static void odd_functions_end(void **state) {
    (void)state;
    carom_sphere s = ball(0, 1, 0, 1);
    int yes = 1;
    carom_sweep_hit hit = carom_sweep_sphere_function(&s, v3(9, 0, 0), no_number, &yes, 1);
    assert_true(hit.hit && hit.initial_overlap); /* NaN hides nothing */
    assert_miss(carom_sweep_sphere_function(&s, v3(9, 0, 0), no_number, NULL, 1));
    call_counter counter = {0};
    s.radius = (carom_real)(1 - 1e-6); /* always within a millionth of contact */
    hit = carom_sweep_sphere_function(&s, v3(1000, 0, 0), grazing, &counter, (carom_real)1e-9);
    assert_true(counter.calls < 4000000);
    counter.calls = 0;
    s.radius = 0;
    s.center.y = 1;
    assert_miss(carom_sweep_sphere_function(&s, v3(1, 0, 0), grazing, &counter, 1));
    assert_true(counter.calls > 0 && counter.calls < 10);
}

/* A tolerance that is no tolerance is replaced. */
static void any_tolerance(void **state) {
    (void)state;
    target t = {.kind = TARGET_AABB, .as.box = aabb(7, -99, -99, 8, 99, 99)};
    carom_sphere s = ball(0, 0, 0, 1);
    const double odd[] = {0, -1, NAN, HUGE_VAL};
    for (int i = 0; i < COUNT(odd); i++) {
        carom_sweep_hit hit =
            carom_sweep_sphere_function(&s, v3(12, 0, 0), from_target, &t, (carom_real)odd[i]);
        assert_true(hit.hit && hit.fraction <= (carom_real)0.5);
        assert_about((double)hit.fraction * 12, 6, 1e-5);
    }
}

static void bad_numbers(void **state) {
    (void)state;
    target t = {.kind = TARGET_AABB, .as.box = aabb(-7, -9, -9, 8, 9, 9)};
    carom_sphere s = ball(0, 0, 0, 1);
    carom_vec3 motion = v3(12, 0, 0);
    FOR_EACH_BAD_NUMBER(s,
                        assert_miss(carom_sweep_sphere_function(&s, motion, from_target, &t, 1)));
    FOR_EACH_BAD_NUMBER(motion,
                        assert_miss(carom_sweep_sphere_function(&s, motion, from_target, &t, 1)));
    assert_miss(carom_sweep_sphere_function(&s, motion, NULL, &t, 1));
    s.radius = -1;
    assert_miss(carom_sweep_sphere_function(&s, motion, from_target, &t, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_at_seven),   cmocka_unit_test(never_late_and_little_early),
        cmocka_unit_test(odd_functions_end), cmocka_unit_test(any_tolerance),
        cmocka_unit_test(bad_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
