/* Swept spheres against planes, half-spaces and spheres by hand, and against everything by sampling
 * distances along the path: contact is never late, and at the hit the distance is the radius. */
#include "common/test_sweep_common.h"

static void planes_from_either_side(void **state) {
    (void)state;
    carom_plane plane = {v3(0, 0, 3), 6}; /* z = 2 */
    carom_sphere s = ball(1, 2, 10, 4);
    carom_sweep_hit hit = carom_sweep_sphere_plane(&s, v3(3, 0, -16), &plane);
    assert_hit(&hit, 0.25, 0.75);
    assert_same(hit.point, v3(1.75, 2, 2));
    assert_same(hit.normal, v3(0, 0, -1));
    s.center.z = -6;
    hit = carom_sweep_sphere_plane(&s, v3(0, 0, 16), &plane);
    assert_hit(&hit, 0.25, 0.75);
    assert_same(hit.point, v3(1, 2, 2));
    assert_same(hit.normal, v3(0, 0, 1));
    assert_miss(carom_sweep_sphere_plane(&s, v3(5, 5, -16), &plane)); /* away */
    assert_miss(carom_sweep_sphere_plane(&s, v3(5, 5, 0), &plane));   /* along */
    assert_miss(carom_sweep_sphere_plane(&s, v3(0, 0, 0), &plane));   /* at rest */
    hit = carom_sweep_sphere_plane(&s, v3(0, 0, 4), &plane);          /* just at the end */
    assert_hit(&hit, 1, 1);
    carom_vec3 shorter = v3(0, 0, 4);
    shorter.z = next_number(4, 3);
    assert_miss(carom_sweep_sphere_plane(&s, shorter, &plane));
    hit = carom_sweep_sphere_plane(&s, v3(0, 0, 8), &plane); /* still in contact at the end */
    assert_hit(&hit, 0.5, 1);
    s = ball(0, 0, -6, 0);
    hit = carom_sweep_sphere_plane(&s, v3(0, 0, 16), &plane);
    assert_hit(&hit, 0.5, 0.5);
}

static void planes_in_contact_at_the_start(void **state) {
    (void)state;
    carom_plane plane = {v3(0, 0, 3), 6};
    carom_sphere s = ball(1, 2, 4, 4);
    carom_sweep_hit hit = carom_sweep_sphere_plane(&s, v3(0, 0, 4), &plane);
    assert_start(&hit, 0.5);
    assert_same(hit.normal, v3(0, 0, -1));
    assert_same(hit.point, v3(1, 2, 2));
    hit = carom_sweep_sphere_plane(&s, v3(0, 0, -12), &plane);
    assert_start(&hit, 0.5);
    hit = carom_sweep_sphere_plane(&s, v3(0, 0, 0), &plane);
    assert_start(&hit, 1);
    s.center.z = 6; /* touching */
    hit = carom_sweep_sphere_plane(&s, v3(0, 0, 1), &plane);
    assert_start(&hit, 0);
    s.center.z = next_number(6, 7);
    assert_miss(carom_sweep_sphere_plane(&s, v3(0, 0, 1), &plane));
}

static void halfspaces(void **state) {
    (void)state;
    carom_halfspace half = {v3(0, 0, 3), 6};
    carom_sphere s = ball(1, 2, 10, 4);
    carom_sweep_hit hit = carom_sweep_sphere_halfspace(&s, v3(0, 0, -16), &half);
    assert_hit(&hit, 0.25, 1); /* it never comes out */
    assert_same(hit.point, v3(1, 2, 2));
    assert_same(hit.normal, v3(0, 0, -1));
    assert_miss(carom_sweep_sphere_halfspace(&s, v3(0, 0, 16), &half));
    assert_miss(carom_sweep_sphere_halfspace(&s, v3(0, 0, -3), &half));
    s.center.z = -90;
    hit = carom_sweep_sphere_halfspace(&s, v3(0, 0, 192), &half);
    assert_start(&hit, 0.5);
    assert_same(hit.normal, v3(0, 0, -1));
    hit = carom_sweep_sphere_halfspace(&s, v3(0, 0, -5), &half);
    assert_start(&hit, 1);
}

static void two_spheres(void **state) {
    (void)state;
    carom_vec3 rest = v3(0, 0, 0);
    carom_sphere a = ball(-10, 3, 0, 2), b = ball(0, 0, 0, 3);
    carom_sweep_hit hit = carom_sweep_sphere_sphere(&a, v3(16, 0, 0), &b, rest); /* 3-4-5 */
    assert_hit(&hit, 6.0 / 16, 14.0 / 16);
    assert_vec_about(hit.normal, 0.8, -0.6, 0, 4 * EPS);
    assert_vec_about(hit.point, -2.4, 1.8, 0, 8 * EPS);
    hit = carom_sweep_sphere_sphere(&b, rest, &a, v3(16, 0, 0)); /* the other moves */
    assert_hit(&hit, 6.0 / 16, 14.0 / 16);
    assert_vec_about(hit.normal, -0.8, 0.6, 0, 4 * EPS);
    hit = carom_sweep_sphere_sphere(&a, v3(16, 7, -5), &b, v3(0, 7, -5)); /* both, alike */
    assert_hit(&hit, 6.0 / 16, 14.0 / 16);
    assert_miss(carom_sweep_sphere_sphere(&a, v3(-16, 0, 0), &b, rest));
    assert_miss(carom_sweep_sphere_sphere(&a, v3(5, 0, 0), &b, rest)); /* too short */
    assert_miss(carom_sweep_sphere_sphere(&a, v3(7, 7, 7), &b, v3(7, 7, 7)));
    a.center.y = 5; /* grazing */
    hit = carom_sweep_sphere_sphere(&a, v3(20, 0, 0), &b, rest);
    assert_hit(&hit, 0.5, 0.5);
    a.center.y = next_number(5, 6);
    assert_miss(carom_sweep_sphere_sphere(&a, v3(20, 0, 0), &b, rest));
    a = ball(1, 0, 0, 1);
    hit = carom_sweep_sphere_sphere(&a, v3(6, 0, 0), &b, rest);
    assert_start(&hit, 0.5);
    assert_same(hit.normal, v3(-1, 0, 0));
    hit = carom_sweep_sphere_sphere(&b, v3(1, 0, 0), &b, rest); /* the same sphere */
    assert_start(&hit, 1);
    assert_about(length_of(hit.normal), 1, 4 * EPS);
    a = ball(-8, 0, 0, 0);
    b.radius = 0;
    hit = carom_sweep_sphere_sphere(&a, v3(16, 0, 0), &b, rest); /* two points that meet */
    assert_hit(&hit, 0.5, 0.5);
}

/* Random motions against each shape: sampled, and checked at the answer. */
static void sampled(void **state) {
    (void)state;
    for (int kind = 0; kind < TARGETS; kind++) {
        volume_seed = 300 + (uint64_t)kind;
        int hits = 0, starts = 0, total = 3000;
        for (int k = 0; k < total; k++) {
            target t;
            make_target(&t, kind, k);
            carom_sphere s = {random_vec(2), (carom_real)(k % 6 == 0 ? 0 : 0.7 * random01())};
            carom_vec3 motion = random_vec(4);
            if (k % 9 == 0) motion = step(random_vec(0.3), s.center, -2); /* across the origin */
            carom_sweep_hit hit = sweep_target(&s, motion, &t);
            check_by_sampling(&s, motion, &t, &hit);
            hits += hit.hit;
            starts += hit.initial_overlap;
        }
        assert_true(hits > total / 20 && starts > total / 200 && hits < total);
    }
}

/* Doubling everything doubles the places and leaves the times. */
static void scaled(void **state) {
    (void)state;
    for (int kind = 0; kind < TARGETS; kind++) {
        volume_seed = 330 + (uint64_t)kind;
        for (int k = 0; k < 300; k++) {
            target t;
            make_target(&t, kind, k);
            carom_sphere s = {random_vec(2), (carom_real)(0.7 * random01())};
            carom_vec3 motion = random_vec(4);
            double factor = ldexp(1, (int)random_lattice(sizeof(carom_real) == 4 ? 60 : 90));
            carom_sweep_hit hit = sweep_target(&s, motion, &t);
            scale_target(&t, factor);
            SCALE(s, factor);
            SCALE(motion, factor);
            carom_sweep_hit far = sweep_target(&s, motion, &t);
            assert_int_equal(far.hit, hit.hit);
            assert_int_equal(far.initial_overlap, hit.initial_overlap);
            assert_about((double)far.fraction, (double)hit.fraction, 8 * EPS);
            assert_true(apart(far.normal, hit.normal) < (hit.initial_overlap ? 3 : 1e-3));
            SCALE(far.point, 1 / factor);
            assert_true(apart(far.point, hit.point) < 1e-3);
        }
    }
}

static void nothing_for_bad_numbers(void **state) {
    (void)state;
    for (int kind = 0; kind < TARGETS; kind++) {
        volume_seed = 360 + (uint64_t)kind;
        for (int k = 0; k < 12; k++) {
            target t;
            make_target(&t, kind, k);
            carom_sphere s = {k & 1 ? v3(0, 0, 0) : v3(-3, 0.1, 0.2), 1};
            carom_vec3 motion = v3(6, 0, 0);
            FOR_EACH_BAD_NUMBER(s, assert_miss(sweep_target(&s, motion, &t)));
            FOR_EACH_BAD_NUMBER(motion, assert_miss(sweep_target(&s, motion, &t)));
            for (int i = 0; i < t.number_count; i++)
                for (int bad = 0; bad < 3; bad++) {
                    carom_real *number = t.numbers + i, kept = *number;
                    *number = (carom_real)(bad == 0 ? NAN : bad == 1 ? INFINITY : -INFINITY);
                    assert_miss(sweep_target(&s, motion, &t));
                    *number = kept;
                }
            s.radius = -1;
            assert_miss(sweep_target(&s, motion, &t));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_from_either_side),
        cmocka_unit_test(planes_in_contact_at_the_start),
        cmocka_unit_test(halfspaces),
        cmocka_unit_test(two_spheres),
        cmocka_unit_test(sampled),
        cmocka_unit_test(scaled),
        cmocka_unit_test(nothing_for_bad_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
