/* Two lines: the common perpendicular, parallel and nearly parallel lines. */
#include "common/test_flat_common.h"

static carom_line line_of(carom_vec3 origin, carom_vec3 direction) {
    return (carom_line){origin, direction};
}

static void skew_crossing_and_parallel(void **state) {
    (void)state;
    const struct {
        carom_line a, b;
        carom_vec3 on_a, on_b;
        double distance, t_a, t_b;
    } cases[] = {
        {{v3(0, 0, 0), v3(2, 0, 0)},
         {v3(6, 8, 5), v3(0, 4, 0)},
         v3(6, 0, 0),
         v3(6, 0, 5),
         5,
         3,
         -2},
        {{v3(-4, 1, 1), v3(1, 0, 0)},
         {v3(3, -6, 1), v3(0, 7, 0)},
         v3(3, 1, 1),
         v3(3, 1, 1),
         0,
         7,
         1},
        {{v3(1, 2, 3), v3(1, 0, 0)},
         {v3(9, 5, 7), v3(-2, 0, 0)},
         v3(1, 2, 3),
         v3(1, 5, 7),
         5,
         0,
         4},
        {{v3(1, 2, 3), v3(1, 2, 2)},
         {v3(4, 8, 9), v3(-3, -6, -6)},
         v3(1, 2, 3),
         v3(1, 2, 3),
         0,
         0,
         1},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = -SCALE_RANGE / 2; k <= SCALE_RANGE / 2; k += 9) {
            carom_line a = cases[i].a, b = cases[i].b;
            carom_vec3 on_a = cases[i].on_a, on_b = cases[i].on_b;
            SCALE(a.origin, ldexp(1, k));
            SCALE(b.origin, ldexp(1, k));
            SCALE(on_a, ldexp(1, k));
            SCALE(on_b, ldexp(1, k));
            carom_closest_params c = carom_closest_line_line(&a, &b);
            assert_true((double)c.distance == ldexp(cases[i].distance, k));
            assert_true((double)c.t_a == ldexp(cases[i].t_a, k));
            assert_true((double)c.t_b == ldexp(cases[i].t_b, k));
            assert_same(c.point_a, on_a);
            assert_same(c.point_b, on_b);
        }
}

/* The lengths of the directions change the parameters only. */
static void any_length_of_direction(void **state) {
    (void)state;
    carom_line a = line_of(v3(0, 0, 0), v3(2, 0, 0)), b = line_of(v3(6, 8, 5), v3(0, 4, 0));
    for (int i = -60; i <= 60; i += 10)
        for (int j = -60; j <= 60; j += 10) {
            carom_line p = a, q = b;
            SCALE(p.direction, ldexp(1, i));
            SCALE(q.direction, ldexp(1, j));
            carom_closest_params c = carom_closest_line_line(&p, &q);
            assert_true(c.distance == 5);
            assert_true((double)c.t_a == ldexp(3, -i) && (double)c.t_b == ldexp(-2, -j));
        }
}

static void random_lines_are_perpendicular_to_the_way(void **state) {
    (void)state;
    volume_seed = 70;
    for (int k = 0; k < 20000; k++) {
        carom_line a = line_of(random_vec(2), random_vec(1)),
                   b = line_of(random_vec(2), random_vec(1));
        carom_closest_params c = carom_closest_line_line(&a, &b),
                             d = carom_closest_line_line(&b, &a);
        carom_vec3 way = step(c.point_a, c.point_b, -1);
        double u = length_of(a.direction), v = length_of(b.direction);
        double cosine = dot_of(a.direction, b.direction) / (u * v), sine2 = 1 - cosine * cosine;
        if (sine2 < 0.01 || u < 0.01 || v < 0.01) continue;
        double reach = 2 + length_of(c.point_a) + length_of(c.point_b);
        assert_about((double)c.distance, length_of(way), 8 * EPS * reach);
        assert_about(dot_of(way, a.direction) / u, 0, 8 * EPS * reach);
        assert_about(dot_of(way, b.direction) / v, 0, 8 * EPS * reach);
        assert_true(apart(step(a.origin, a.direction, (double)c.t_a), c.point_a) < 8 * EPS * reach);
        assert_true(apart(step(b.origin, b.direction, (double)c.t_b), c.point_b) < 8 * EPS * reach);
        assert_about((double)c.distance, (double)d.distance, 8 * EPS * reach);
        assert_true(apart(c.point_a, d.point_b) < 8 * EPS * reach);
    }
}

/* Directions one ulp apart: the nearest points are millions away, the distance is 5. */
static void nearly_parallel(void **state) {
    (void)state;
    carom_line a = line_of(v3(0, 0, 0), v3(1, 0, 0)), b = line_of(v3(0, 1, 5), v3(1, 0, 0));
    b.direction.y = -CAROM_REAL_EPSILON;
    carom_closest_params c = carom_closest_line_line(&a, &b);
    assert_true(c.distance == 5);
    assert_true((double)c.t_a == 1 / EPS && (double)c.t_b == 1 / EPS);
    assert_same(c.point_a, v3(1 / EPS, 0, 0));
    assert_same(c.point_b, v3(1 / EPS, 0, 5));
    volume_seed = 71;
    for (int k = 0; k < 5000; k++) {
        carom_line p = line_of(random_vec(3), random_vec(1)),
                   q = line_of(random_vec(3), p.direction);
        double along =
            dot_of(step(q.origin, p.origin, -1), p.direction) / dot_of(p.direction, p.direction);
        double expected = apart(q.origin, step(p.origin, p.direction, along));
        c = carom_closest_line_line(&p, &q);
        assert_about((double)c.distance, expected, 40 * EPS);
        const bool first = p.origin.x < q.origin.x; /* by its numbers */
        assert_same(first ? c.point_a : c.point_b, first ? p.origin : q.origin);
    }
}

static void bad_lines(void **state) {
    (void)state;
    carom_line a = line_of(v3(0, 0, 0), v3(2, 0, 0)), b = line_of(v3(6, 8, 5), v3(0, 4, 0));
    FOR_EACH_BAD_NUMBER(
        a, for (int flip = 0; flip < 2; flip++) {
            carom_closest_params c = carom_closest_line_line(flip ? &b : &a, flip ? &a : &b);
            assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
            assert_true(c.t_a == 0 && c.t_b == 0);
        });
    a.direction = v3(0, 0, 0);
    assert_true(carom_closest_line_line(&a, &b).distance == HUGE_VAL);
    assert_true(carom_closest_line_line(&b, &a).distance == HUGE_VAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skew_crossing_and_parallel),
        cmocka_unit_test(any_length_of_direction),
        cmocka_unit_test(random_lines_are_perpendicular_to_the_way),
        cmocka_unit_test(nearly_parallel),
        cmocka_unit_test(bad_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
