/* Depths and casts of curved shapes that Newton's method ends: against closed forms, and against
 * descents from many directions, which would find a depth that was settled on too early. */
#include "common/test_convex_deep.h"
#include "convex/penetration.h"
#include "convex/sweep.h"

static void near_at(double a, double b, double tolerance, int line) {
    if (fabs(a - b) <= tolerance) return;
    print_error("line %d: %.17g is not %.17g within %g\n", line, a, b, tolerance);
    fail();
}
#define assert_close(a, b, tolerance) near_at(a, b, tolerance, __LINE__)

/* ---- a point inside */

static void assert_leaves(const convex_shape *s, vec3 p, double depth) {
    convex_shape point = deep_points(&p, 1, 0.0);
    convex_penetration out = carom_convex_penetration(&point, s);
    assert_true(out.overlap);
    assert_close(out.depth, depth, 1e-12);
    assert_true(out.lower_bound <= out.depth);
    if (!(out.depth - out.lower_bound <= 1e-3 * out.depth))
        fail_msg("%.17g above %.17g, status %d", out.depth, out.lower_bound, out.status);
    assert_close(deep_reach(&point, s, out.normal), depth, 1e-11);
    assert_close(max_abs3(sub3(out.point_a, p)), 0.0, 1e-11);
}

static void a_point_in_a_cylinder(void **state) {
    (void)state;
    convex_shape s = deep_make(CONVEX_CYLINDER, vec(0, 0, 0), vec(0.7, 0.7, 0.9));
    for (int i = 0; i < 400; i++) {
        vec3 p = vec(deep_between(-0.49, 0.49), deep_between(-0.49, 0.49), deep_between(-0.9, 0.9));
        double out = sqrt(p.x * p.x + p.y * p.y);
        assert_leaves(&s, p, min2(0.7 - out, 0.9 - fabs(p.z)));
    }
    assert_leaves(&s, vec(0, 0, 0), 0.7); /* all round alike */
    assert_leaves(&s, vec(0, 0, 0.5), 0.4);
    assert_leaves(&s, vec(0.5, 0, 0.7), 0.2); /* cap and side alike */
}

static void a_point_in_a_cone(void **state) {
    (void)state;
    convex_shape s = deep_make(CONVEX_CONE, vec(0, 0, 0), vec(0.6, 0.6, 0.8));
    for (int i = 0; i < 400; i++) {
        double z = deep_between(0.0, 0.79), r = deep_unit() * 0.6 * (1.0 - z / 0.8);
        vec3 d = deep_direction();
        double k = r / sqrt(d.x * d.x + d.y * d.y);
        double side = (0.6 * 0.8 - 0.6 * z - 0.8 * r) / 1.0; /* a slant of 1 */
        assert_leaves(&s, vec(d.x * k, d.y * k, z), min2(z, max2(side, 0.0)));
    }
}

/* ---- any two */

static vec3 turned(vec3 n, vec3 by) {
    vec3 m = add3(n, by);
    return scale3(m, 1.0 / sqrt(len2(m)));
}

static double least_by_descents(const convex_shape *a, const convex_shape *b) {
    double least = DBL_MAX;
    for (int start = 0; start < 24; start++) {
        vec3 n = deep_direction();
        double reach = deep_reach(a, b, n);
        for (double step = 0.4; step > 1e-5;) {
            double before = reach;
            for (int i = 0; i < 8; i++) {
                vec3 m = turned(n, scale3(deep_direction(), step));
                double next = deep_reach(a, b, m);
                if (next < reach) reach = next, n = m;
            }
            if (reach == before) step *= 0.5;
        }
        least = min2(least, reach);
    }
    return least;
}

/* Thin, flat and round ones by turns, at all angles or along the axes. */
static void any_shape(deep_shape *d, int kind, int turn) {
    deep_random(d, (convex_kind)kind, turn);
    if (kind == CONVEX_HULL || kind == CONVEX_POINTS) return;
    if (turn % 3 == 0) d->shape.half.x *= 0.1;
    if (turn % 5 == 0) d->shape.half.z *= 4.0;
    if (turn % 4 == 0) deep_upright(&d->shape);
    if (kind != CONVEX_BOX && kind != CONVEX_ELLIPSOID) d->shape.half.y = d->shape.half.x;
}

static void settled_on_the_least(void **state) {
    (void)state;
    int met = 0;
    for (int turn = 0; turn < 900; turn++) {
        deep_shape a, b;
        any_shape(&a, turn % 6, turn / 6);
        any_shape(&b, 3 + turn / 6 % 3, turn / 18);
        deep_move(&b, deep_cube(turn % 7 == 0 ? 0.1 : 0.7));
        convex_penetration p = carom_convex_penetration(&a.shape, &b.shape);
        if (p.overlap) {
            met++;
            double least = least_by_descents(&a.shape, &b.shape);
            if (!(p.depth <= least + 1e-8))
                fail_msg("turn %d: %.12g, not %.12g", turn, p.depth, least);
            assert_close(deep_reach(&a.shape, &b.shape, p.normal), p.depth, 1e-9);
            assert_true(p.lower_bound <= p.depth);
            vec3 gap = sub3(sub3(p.point_a, p.point_b), scale3(p.normal, p.depth));
            assert_close(max_abs3(gap), 0.0, 1e-11);
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(met > 500);
}

/* ---- casts */

static void assert_cast(const convex_shape *a, vec3 motion, const convex_shape *b,
                        double fraction) {
    convex_sweep_options options = {.skip_exit = true};
    convex_hit hit = carom_convex_sweep(a, motion, b, &options);
    assert_true(hit.hit && !hit.initial_overlap);
    assert_true(hit.fraction <= fraction + 1e-15);
    assert_close(hit.fraction, fraction, 1e-12);
}

/* Against the unit ball that the ellipsoid is the image of. */
static void a_point_against_an_ellipsoid(void **state) {
    (void)state;
    convex_shape s = deep_make(CONVEX_ELLIPSOID, vec(0, 0, 0), vec(0.5, 0.3, 1.1));
    for (int i = 0; i < 300; i++) {
        vec3 to = deep_direction(), from = scale3(deep_direction(), 4.0);
        to = vec(to.x * 0.45, to.y * 0.27, to.z * 0.99);
        vec3 m = scale3(sub3(to, from), 1.3);
        vec3 p = vec(from.x / 0.5, from.y / 0.3, from.z / 1.1);
        vec3 q = vec(m.x / 0.5, m.y / 0.3, m.z / 1.1);
        double half = dot3(p, q), root = half * half - len2(q) * (len2(p) - 1.0);
        convex_shape point = deep_points(&from, 1, 0.0);
        assert_cast(&point, m, &s, (len2(p) - 1.0) / (sqrt(root) - half));
    }
}

static void balls_by_hand(void **state) {
    (void)state;
    vec3 from = vec(5, 0, 0.3), above = vec(0.2, 0.1, 6), ahead = vec(4, 3, 0.5);
    convex_shape ball = deep_points(&from, 1, 0.5);
    convex_shape rod = deep_make(CONVEX_CYLINDER, vec(0, 0, 0), vec(1, 1, 1));
    convex_shape cone = deep_make(CONVEX_CONE, vec(0, 0, 0), vec(1, 1, 1));
    assert_cast(&ball, vec(-10, 0, 0), &rod, 0.35); /* the side */
    ball.points = &above;
    assert_cast(&ball, vec(0, 0, -10), &rod, 0.45); /* the cap */
    above = vec(1.3, 0, 6);
    assert_cast(&ball, vec(0, 0, -10), &rod, 0.46); /* the rim: 3 4 5 */
    above = vec(0.2, 0.1, -6);
    assert_cast(&ball, vec(0, 0, 10), &cone, 0.55); /* the base */
    above = vec(0, 0, 6);
    assert_cast(&ball, vec(0, 0, -10), &cone, 0.45); /* the apex */
    ball.points = &ahead;
    ball.radius = 1.0;
    assert_cast(&ball, vec(-8, -6, 0), &rod, 0.3); /* the side, aslant to the frame */
}

static void planes_that_are_never_met(void **state) {
    (void)state;
    convex_shape s = deep_make(CONVEX_ELLIPSOID, vec(0, 0, 0), vec(1, 2, 3)), t = s;
    deep_frame(&t);
    t.center = vec(9, 0, 0);
    assert_false(carom_convex_sweep(&s, vec(0, 20, 0), &t, NULL).hit);
    assert_false(carom_convex_sweep(&s, vec(-20, 0, 0), &t, NULL).hit);
    assert_false(carom_convex_sweep(&s, vec(2, 0, 0), &t, NULL).hit);
    assert_false(carom_convex_sweep(&s, vec(NAN, 0, 0), &t, NULL).hit);
    assert_false(carom_convex_sweep(&s, vec(INFINITY, 0, 0), &t, NULL).hit);
    s.center.x = NAN;
    assert_false(carom_convex_sweep(&s, vec(20, 0, 0), &t, NULL).hit);
    assert_false(carom_convex_penetration(&s, &t).overlap);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_in_a_cylinder),        cmocka_unit_test(a_point_in_a_cone),
        cmocka_unit_test(settled_on_the_least),         cmocka_unit_test(balls_by_hand),
        cmocka_unit_test(a_point_against_an_ellipsoid), cmocka_unit_test(planes_that_are_never_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
