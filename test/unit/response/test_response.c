/* Reflection, impact, sliding, and the rest of a frame: hand-made cases, conservation laws, and
 * arbitrary numbers. */
#include <float.h>

#include "common/test_flat_common.h"

static void reflection_reverses_the_normal_part(void **state) {
    (void)state;
    for (int side = -3; side <= 3; side += 2) { /* any length, either side */
        carom_vec3 n = v3(0, side, 0), v = v3(3, -4, 5);
        assert_same(carom_response_reflect(v, n, 1), v3(3, 4, 5));
        assert_same(carom_response_reflect(v, n, 0), v3(3, 0, 5));
        assert_same(carom_response_reflect(v, n, (carom_real)0.5), v3(3, 2, 5));
        assert_same(carom_response_reflect(v, n, 7), v3(3, 4, 5)); /* held at 1 */
        assert_same(carom_response_reflect(v, n, -7), v3(3, 0, 5));
        assert_same(carom_response_reflect(v, n, (carom_real)NAN), v3(3, 0, 5));
        assert_same(carom_response_reflect(v, n, (carom_real)INFINITY), v3(3, 4, 5));
        assert_same(carom_response_slide(v, n), v3(3, 0, 5));
    }
    carom_vec3 v = carom_response_reflect(v3(1, 0, 0), v3(-7, 7, 0), 1);
    assert_vec_about(v, 0, 1, 0, 4 * EPS);
    v = carom_response_slide(v3(2, 0, 0), v3(3, 3, 0));
    assert_vec_about(v, 1, -1, 0, 4 * EPS);
    assert_same(carom_response_reflect_unit(v3(3, -4, 5), v3(0, -1, 0), 1), v3(3, 4, 5));
    assert_same(carom_response_reflect_unit(v3(3, -4, 5), v3(0, 0, 1), 0), v3(3, -4, 0));
}

static void lengths_and_angles_are_kept(void **state) {
    (void)state;
    volume_seed = 100;
    for (int k = 0; k < 10000; k++) {
        carom_vec3 v = random_vec(3), n = random_vec(1), axes[3];
        double scale = ldexp(1, (int)random_lattice(60));
        carom_vec3 long_normal = n;
        SCALE(long_normal, scale);
        carom_vec3 r = carom_response_reflect(v, n, 1);
        assert_same(r, carom_response_reflect(v, long_normal, 1));
        assert_about(length_of(r), length_of(v), 64 * EPS);
        assert_about(dot_of(r, n), -dot_of(v, n), 64 * EPS);
        assert_true(apart(carom_response_reflect(r, n, 1), v) < 32 * EPS); /* twice: back */
        carom_vec3 s = carom_response_slide(v, n);
        assert_about(dot_of(s, n), 0, 64 * EPS);
        assert_true(apart(carom_response_slide(s, n), s) < 32 * EPS);
        assert_true(apart(s, carom_response_reflect(v, n, 0)) == 0);
        random_axes(axes, 1);
        assert_true(apart(carom_response_reflect_unit(v, axes[0], 1),
                          carom_response_reflect(v, axes[0], 1)) < 64 * EPS);
    }
}

static void walls_stop_only_what_comes(void **state) {
    (void)state;
    carom_vec3 n = v3(0, -2, 0); /* the wall is below */
    assert_same(carom_response_wall(v3(3, -4, 5), n, 1), v3(3, 4, 5));
    assert_same(carom_response_wall(v3(3, -4, 5), n, 0), v3(3, 0, 5));
    assert_same(carom_response_wall(v3(3, 4, 5), n, 1), v3(3, 4, 5));
    assert_same(carom_response_wall(v3(3, 0, 5), n, 1), v3(3, 0, 5));
}

static carom_body body_of(carom_vec3 velocity, double mass) {
    return (carom_body){velocity, (carom_real)mass};
}

static void impacts_by_hand(void **state) {
    (void)state;
    carom_body a = body_of(v3(4, 1, 0), 2), b = body_of(v3(-2, 0, 3), 2);
    carom_impact hit = carom_response_impact(&a, &b, v3(5, 0, 0), 1);
    assert_same(hit.velocity_a, v3(-2, 1, 0)); /* equal masses swap */
    assert_same(hit.velocity_b, v3(4, 0, 3));
    assert_true(hit.impulse == 12);
    hit = carom_response_impact(&a, &b, v3(5, 0, 0), 0);
    assert_same(hit.velocity_a, v3(1, 1, 0)); /* one speed along the normal */
    assert_same(hit.velocity_b, v3(1, 0, 3));
    assert_true(hit.impulse == 6);
    hit = carom_response_impact(&a, &b, v3(-1, 0, 0), 1); /* they part already */
    assert_same(hit.velocity_a, a.velocity);
    assert_same(hit.velocity_b, b.velocity);
    assert_true(hit.impulse == 0);
    const double fixed[] = {HUGE_VAL, 0, -1, NAN, -HUGE_VAL}; /* never moved */
    for (int i = 0; i < COUNT(fixed); i++) {
        b.mass = (carom_real)fixed[i];
        hit = carom_response_impact(&a, &b, v3(5, 0, 0), 1);
        assert_same(hit.velocity_a, v3(-8, 1, 0));
        assert_same(hit.velocity_b, b.velocity);
        assert_true(hit.impulse == 24);
        carom_body c = a;
        c.mass = b.mass;
        hit = carom_response_impact(&c, &b, v3(5, 0, 0), 1);
        assert_same(hit.velocity_a, c.velocity);
        assert_same(hit.velocity_b, b.velocity);
        assert_true(hit.impulse == 0);
    }
}

static void momentum_and_energy(void **state) {
    (void)state;
    volume_seed = 101;
    int hits = 0;
    for (int k = 0; k < 20000; k++) {
        carom_body a = body_of(random_vec(3), ldexp(random01() + 0.1, (int)random_lattice(5)));
        carom_body b = body_of(random_vec(3), ldexp(random01() + 0.1, (int)random_lattice(5)));
        carom_vec3 n = random_vec(1);
        double e = k % 3 == 0 ? 1 : random01(), ma = (double)a.mass, mb = (double)b.mass;
        double closing = dot_of(step(a.velocity, b.velocity, -1), n) / length_of(n);
        carom_impact hit = carom_response_impact(&a, &b, n, (carom_real)e);
        double size = (ma + mb) * 12, tolerance = 16 * EPS * size;
        if (closing <= 0) {
            assert_same(hit.velocity_a, a.velocity);
            assert_same(hit.velocity_b, b.velocity);
            continue;
        }
        hits++;
        for (int i = 0; i < 3; i++) {
            double before = ma * (double)(&a.velocity.x)[i] + mb * (double)(&b.velocity.x)[i];
            double after =
                ma * (double)(&hit.velocity_a.x)[i] + mb * (double)(&hit.velocity_b.x)[i];
            assert_about(after, before, tolerance);
        }
        double parting = dot_of(step(hit.velocity_b, hit.velocity_a, -1), n) / length_of(n);
        assert_about(parting, e * closing, 64 * EPS);
        assert_about((double)hit.impulse, (1 + e) * closing * ma * mb / (ma + mb), tolerance);
        double energy = ma * dot_of(a.velocity, a.velocity) + mb * dot_of(b.velocity, b.velocity);
        double left = ma * dot_of(hit.velocity_a, hit.velocity_a) +
                      mb * dot_of(hit.velocity_b, hit.velocity_b);
        assert_about(energy - left, (1 - e * e) * closing * closing * ma * mb / (ma + mb),
                     16 * tolerance);
        carom_vec3 back = step(v3(0, 0, 0), n, -1); /* swapped, the same */
        carom_impact other = carom_response_impact(&b, &a, back, (carom_real)e);
        assert_true(apart(other.velocity_b, hit.velocity_a) < 64 * EPS);
        assert_true(apart(other.velocity_a, hit.velocity_b) < 64 * EPS);
        assert_about((double)other.impulse, (double)hit.impulse, tolerance);
    }
    assert_true(hits > 5000);
}

static void the_rest_of_the_frame(void **state) {
    (void)state;
    carom_bounce b =
        carom_response_remaining(v3(0, 4, 0), v3(8, -8, 0), (carom_real)0.25, v3(0, -3, 0), 1);
    assert_same(b.position, v3(8, 8, 0)); /* down 2, then up 6 */
    assert_same(b.motion, v3(8, 8, 0));
    b = carom_response_remaining(v3(0, 4, 0), v3(8, -8, 0), (carom_real)0.25, v3(0, -3, 0), 0);
    assert_same(b.position, v3(8, 2, 0));
    assert_same(b.motion, v3(8, 0, 0));
    b = carom_response_remaining(v3(0, 4, 0), v3(8, -8, 0), 1, v3(0, -3, 0), 1);
    assert_same(b.position, v3(8, -4, 0));
    assert_same(b.motion, v3(8, 8, 0));
    b = carom_response_remaining(v3(0, 4, 0), v3(8, -8, 0), 9, v3(0, -3, 0), 1); /* held at 1 */
    assert_same(b.position, v3(8, -4, 0));
    b = carom_response_remaining(v3(0, 4, 0), v3(8, -8, 0), (carom_real)NAN, v3(0, -3, 0), 1);
    assert_same(b.position, v3(8, 12, 0)); /* at once */
}

static bool finite_vec(carom_vec3 v) {
    return fabs((double)v.x) <= DBL_MAX && fabs((double)v.y) <= DBL_MAX &&
           fabs((double)v.z) <= DBL_MAX;
}

static void invalid_normals_and_vectors(void **state) {
    (void)state;
    carom_vec3 v = v3(3, -4, 5), n = v3(0, 2, 0), zero = v3(0, 0, 0);
    carom_body a = body_of(v3(4, 1, 0), 2), b = body_of(v3(-2, 0, 3), 2);
    assert_same(carom_response_reflect(v, zero, 1), v);
    assert_same(carom_response_slide(v, zero), v);
    assert_same(carom_response_wall(v, zero, 1), v);
    FOR_EACH_BAD_NUMBER(n, {
        assert_same(carom_response_reflect(v, n, 1), v);
        assert_same(carom_response_reflect_unit(v, n, 1), v);
        assert_same(carom_response_slide(v, n), v);
        assert_same(carom_response_wall(v, n, 1), v);
        carom_impact hit = carom_response_impact(&a, &b, n, 1);
        assert_same(hit.velocity_a, a.velocity);
        assert_same(hit.velocity_b, b.velocity);
        assert_true(hit.impulse == 0);
        carom_bounce bounce = carom_response_remaining(v, v, (carom_real)0.5, n, 1);
        assert_same(bounce.motion, v);
        assert_same(bounce.position, v3(6, -8, 10));
    });
    FOR_EACH_BAD_NUMBER(v, {
        assert_same(carom_response_reflect(v, n, 1), zero);
        assert_same(carom_response_reflect_unit(v, n, 1), zero);
        assert_same(carom_response_slide(v, n), zero);
        assert_same(carom_response_wall(v, n, 1), zero);
        assert_same(carom_response_remaining(n, v, (carom_real)0.5, n, 1).position, n);
        assert_same(carom_response_remaining(v, n, 1, n, 1).position, n);
    });
    FOR_EACH_BAD_NUMBER(a.velocity, {
        carom_impact hit = carom_response_impact(&a, &b, v3(5, 0, 0), 1);
        assert_same(hit.velocity_a, v3(-2, 0, 0));
        assert_same(hit.velocity_b, v3(0, 0, 3));
    });
}

static void huge_and_tiny(void **state) {
    (void)state;
    double m = (double)CAROM_REAL_MAX;
    const double sizes[] = {m / 4, 1, 1 / m};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                carom_body a = body_of(v3(sizes[i], 0, 0), sizes[j]);
                carom_body b = body_of(v3(-sizes[i], 0, 0), sizes[k]);
                carom_vec3 n = v3(sizes[j], 0, 0);
                carom_impact hit = carom_response_impact(&a, &b, n, 1);
                assert_true(finite_vec(hit.velocity_a) && finite_vec(hit.velocity_b));
                assert_true((double)hit.impulse >= 0);
                assert_same(carom_response_reflect(a.velocity, n, 1), v3(-sizes[i], 0, 0));
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reflection_reverses_the_normal_part),
        cmocka_unit_test(lengths_and_angles_are_kept),
        cmocka_unit_test(walls_stop_only_what_comes),
        cmocka_unit_test(impacts_by_hand),
        cmocka_unit_test(momentum_and_energy),
        cmocka_unit_test(the_rest_of_the_frame),
        cmocka_unit_test(invalid_normals_and_vectors),
        cmocka_unit_test(huge_and_tiny),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
