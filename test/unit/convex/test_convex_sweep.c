/* Sweeps of convex shapes: by hand, and against distances sampled along the path, which as the
 * distance is a convex function of time also find the nearest approach. */
#include "common/test_convex_deep.h"
#include "convex/distance/distance.h"
#include "convex/sweep.h"

#define TURNS 400
#define TOLERANCE 1e-12 /* of nearness at the hit, per size */

static const convex_sweep_options plain;

static double distance_after(const deep_shape *a, vec3 motion, double t, const convex_shape *b) {
    deep_shape moved = *a;
    if (a->shape.kind == CONVEX_POINTS) moved.shape.points = moved.points;
    if (a->shape.kind == CONVEX_HULL) moved.shape.hull = &a->hull;
    deep_move(&moved, scale3(motion, t));
    return carom_convex_distance(&moved.shape, b, NULL).distance;
}

/* The time of the nearest approach. */
static double nearest_time(const deep_shape *a, vec3 motion, const convex_shape *b) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; i++) {
        double t0 = low + (high - low) / 3.0, t1 = high - (high - low) / 3.0;
        if (distance_after(a, motion, t0, b) <= distance_after(a, motion, t1, b))
            high = t1;
        else
            low = t0;
    }
    return 0.5 * (low + high);
}

static void check_hit(const deep_shape *a, vec3 motion, const convex_shape *b, double size) {
    convex_hit hit = carom_convex_sweep(&a->shape, motion, b, &plain);
    double near = TOLERANCE * size;
    if (!hit.hit) {
        assert_true(hit.fraction == 0.0 && max_abs3(hit.normal) == 0.0);
        double t = nearest_time(a, motion, b);
        double least = distance_after(a, motion, t, b);
        if (!(least > 0.0)) fail_msg("missed: %g apart at %.17g", least, t);
        return;
    }
    assert_true(hit.fraction >= 0.0 && hit.fraction <= hit.fraction_exit);
    assert_true(hit.fraction_exit <= 1.0);
    assert_true(fabs(len2(hit.normal) - 1.0) < 1e-12);
    if (!hit.initial_overlap) assert_int_not_equal(hit.status, CONVEX_LIMIT);
    /* what curved shapes' distance may be too large by */
    bool flat = a->shape.kind <= CONVEX_HULL && b->kind <= CONVEX_HULL;
    if (!flat) near *= 10.0;
    double gap = distance_after(a, motion, hit.fraction, b);
    if (!(gap <= near)) fail_msg("%g apart at the hit, %.17g", gap, hit.fraction);
    for (int i = 0; i < 8; i++) { /* never late */
        double t = hit.fraction * i / 8.0;
        if (t < hit.fraction && !(distance_after(a, motion, t, b) > 0.0))
            fail_msg("in contact at %.17g, before %.17g", t, hit.fraction);
        double after = hit.fraction_exit + (1.0 - hit.fraction_exit) * (i + 1) / 8.0;
        if (after > hit.fraction_exit + 1e-9)
            assert_true(distance_after(a, motion, after, b) > 0.0);
        double in = hit.fraction + (hit.fraction_exit - hit.fraction) * i / 8.0;
        assert_true(distance_after(a, motion, in, b) <= near);
    }
    if (hit.initial_overlap) {
        assert_true(hit.fraction == 0.0 && distance_after(a, motion, 0.0, b) == 0.0);
        return;
    }
    /* the normal separates at the hit, and the shapes close in along it */
    assert_true(dot3(hit.normal, motion) > 0.0);
    double reach = deep_reach(&a->shape, b, hit.normal) + dot3(hit.normal, motion) * hit.fraction;
    if (!(reach <= 1e-9 * size)) fail_msg("the normal holds %g within", reach);
    convex_shape point = deep_points(&hit.point, 1, 0.0);
    double off = carom_convex_distance(&point, b, NULL).distance;
    if (!(off <= 1e-6 * size)) fail_msg("the point is %g off B", off);
}

static void against_sampled_distances(void **state) {
    (void)state;
    int hits = 0;
    for (int turn = 0; turn < TURNS; turn++)
        for (int kinds = 0; kinds < 36; kinds += 1 + turn % 3) {
            deep_shape a, b;
            deep_random(&a, (convex_kind)(kinds % 6), turn);
            deep_random(&b, (convex_kind)(kinds / 6), turn / 3);
            if (turn % 4 == 1) a.shape.radius = deep_between(0.0, 0.5);
            if (turn % 4 == 2) b.shape.radius = deep_between(0.0, 0.5);
            vec3 from = scale3(deep_direction(), deep_between(0.0, 6.0));
            deep_move(&a, from);
            vec3 motion = sub3(deep_cube(1.5), scale3(from, deep_between(0.5, 2.5)));
            check_hit(&a, motion, &b.shape, 8.0);
            hits += carom_convex_sweep(&a.shape, motion, &b.shape, &plain).hit;
            deep_free(&a);
            deep_free(&b);
        }
    assert_true(hits > 2000);
}

/* Spheres have a closed form. */
static void balls(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        vec3 p = scale3(deep_direction(), deep_between(2.0, 5.0)), q = vec(0, 0, 0);
        vec3 motion = sub3(deep_cube(1.0), scale3(p, deep_between(0.5, 2.0)));
        convex_shape a = deep_points(&p, 1, 0.75), b = deep_points(&q, 1, 0.5);
        convex_hit hit = carom_convex_sweep(&a, motion, &b, &plain);
        double aa = len2(motion), bb = dot3(motion, p), cc = len2(p) - 1.25 * 1.25;
        double root = bb * bb - aa * cc;
        bool expected = root >= 0.0 && bb < 0.0 && (-bb - sqrt(root)) <= aa;
        assert_int_equal(hit.hit, expected);
        if (!expected) continue;
        double enter = (-bb - sqrt(root)) / aa, leave = min2((-bb + sqrt(root)) / aa, 1.0);
        double blur = 1e-13 / sqrt(root + 1e-20);
        assert_true(hit.fraction <= enter + 1e-15 && enter - hit.fraction < 8.0 * blur + 1e-13);
        assert_true(fabs(hit.fraction_exit - leave) < 8.0 * blur + 1e-13);
        vec3 n = scale3(mad3(p, motion, enter), -1.0 / 1.25);
        assert_true(max_abs3(sub3(hit.normal, n)) < 1e-7);
        assert_true(max_abs3(sub3(hit.point, scale3(n, -0.5))) < 1e-7);
    }
}

static void boxes_by_hand(void **state) {
    (void)state;
    convex_shape a = deep_make(CONVEX_BOX, vec(-4, 0, 0), vec(1, 1, 1));
    convex_shape b = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
    convex_hit hit = carom_convex_sweep(&a, vec(8, 0, 0), &b, &plain);
    assert_true(hit.hit && !hit.initial_overlap);
    assert_true(hit.fraction <= 0.25 && hit.fraction > 0.25 - 1e-12);
    assert_true(hit.fraction_exit >= 0.75 && hit.fraction_exit < 0.75 + 1e-12);
    assert_true(fabs(hit.normal.x - 1.0) < 1e-12);
    /* coplanar faces sliding past: they touch all the way */
    a.center = vec(-4, 2, 0);
    hit = carom_convex_sweep(&a, vec(8, 0, 0), &b, &plain);
    assert_true(hit.hit && hit.fraction > 0.2499 && hit.fraction <= 0.25);
    a.center.y = 2.0 + 1e-9;
    assert_false(carom_convex_sweep(&a, vec(8, 0, 0), &b, &plain).hit);
    /* at rest, away, too short */
    a.center = vec(-4, 0, 0);
    assert_false(carom_convex_sweep(&a, vec(0, 0, 0), &b, &plain).hit);
    assert_false(carom_convex_sweep(&a, vec(-8, 0, 0), &b, &plain).hit);
    assert_false(carom_convex_sweep(&a, vec(1.999999, 0, 0), &b, &plain).hit);
    hit = carom_convex_sweep(&a, vec(2, 0, 0), &b, &plain);
    assert_true(hit.hit && hit.fraction > 1.0 - 1e-12 && hit.fraction_exit == 1.0);
    /* a target: contact from half away on */
    convex_sweep_options half = {.target_distance = 0.5};
    hit = carom_convex_sweep(&a, vec(8, 0, 0), &b, &half);
    assert_true(hit.hit && fabs(hit.fraction - 1.5 / 8.0) < 1e-12);
    assert_true(fabs(hit.fraction_exit - 6.5 / 8.0) < 1e-12);
    hit = carom_convex_sweep(&a, vec(8, 0, 0), &b, &(convex_sweep_options){.skip_exit = true});
    assert_true(hit.fraction_exit == 1.0);
}

static void in_contact_at_the_start(void **state) {
    (void)state;
    convex_shape a = deep_make(CONVEX_BOX, vec(-1.75, 0, 0), vec(1, 1, 1));
    convex_shape b = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(1, 1, 1));
    for (int touching = 0; touching < 2; touching++) {
        a.center.x = touching ? -2.0 : -1.75;
        const vec3 in = {2, 0, 0}, out = {-2, 1, 0}, along = {0, 3, 1}, rest = {0, 0, 0};
        const vec3 motions[] = {in, out, along, rest};
        for (int m = 0; m < 4; m++) {
            convex_hit hit = carom_convex_sweep(&a, motions[m], &b, &plain);
            assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0.0);
            assert_true(hit.normal.x > 1.0 - 1e-12); /* of least separation */
        }
    }
    a.center.x = -1.75;
    convex_hit hit = carom_convex_sweep(&a, vec(-1, 0, 0), &b, &plain);
    assert_true(fabs(hit.fraction_exit - 0.25) < 1e-12);
    a = b; /* identical shapes at identical places */
    hit = carom_convex_sweep(&a, vec(0, 0, 4), &b, &plain);
    assert_true(hit.initial_overlap && fabs(len2(hit.normal) - 1.0) < 1e-12);
    assert_true(fabs(hit.fraction_exit - 0.5) < 1e-12);
    vec3 p = {0, 0, 0}; /* identical points */
    a = b = deep_points(&p, 1, 0.0);
    hit = carom_convex_sweep(&a, vec(0, 0, 4), &b, &plain);
    assert_true(hit.initial_overlap && fabs(len2(hit.normal) - 1.0) < 1e-12);
}

/* Pairs on which others fail. */
static void graveyard(void **state) {
    (void)state;
    deep_shape a = {.memory = NULL}, b = {.memory = NULL};
    a.shape = deep_make(CONVEX_BOX, vec(0.1, 0, 2.5), vec(0.5, 0.5, 0.5)); /* tilted, stacked */
    b.shape = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(0.5, 0.5, 0.5));
    deep_frame(&a.shape);
    deep_frame(&b.shape);
    check_hit(&a, vec(0, 0, -3), &b.shape, 4.0);
    b.shape = deep_make(CONVEX_CYLINDER, vec(0, 0, 0), vec(0.01, 0.01, 50)); /* long and thin */
    a.shape.center = vec(3, 0.2, 20);
    check_hit(&a, vec(-6, 0, 1), &b.shape, 50.0);
    b.shape = deep_make(CONVEX_BOX, vec(0, 0, 0), vec(5, 0.01, 0.01)); /* needle */
    deep_frame(&b.shape);
    a.shape.center = vec(-3, 4, 2);
    check_hit(&a, vec(6, -8, -4), &b.shape, 10.0);
    a.points[0] = vec(0, 3, 0); /* spheres along y */
    a.shape = deep_points(a.points, 1, 1.0);
    b.points[0] = vec(0, 0, 0);
    b.shape = deep_points(b.points, 1, 1.0);
    check_hit(&a, vec(0, -4, 0), &b.shape, 4.0);
    b.points[0] = vec(-1, 0, 0), b.points[1] = vec(1, 0, 0), b.points[2] = vec(0, 2, 0);
    b.shape = deep_points(b.points, 3, 0.0);
    a.points[0] = vec(-1, -2, 0), a.points[1] = vec(1, -2, 0); /* capsule along an edge */
    a.shape = deep_points(a.points, 2, 0.5);
    check_hit(&a, vec(0, 3, 0), &b.shape, 4.0);
    a.points[0] = vec(5, 0.5, 0); /* a ball whose centre is in the triangle's plane */
    a.shape = deep_points(a.points, 1, 0.5);
    check_hit(&a, vec(-8, 0, 0), &b.shape, 8.0);
    a.points[0] = vec(0, 2, 3); /* a point onto a corner, then onto an edge */
    a.shape = deep_points(a.points, 1, 0.0);
    check_hit(&a, vec(0, 0, -4), &b.shape, 4.0);
    a.points[0] = vec(0, 0, 3);
    check_hit(&a, vec(0, 0, -4), &b.shape, 4.0);
    assert_true(carom_convex_sweep(&a.shape, vec(0, 0, -4), &b.shape, &plain).hit);
}

/* Rigid motions, scales, swapping the pair: the same answer but for rounding. */
static void invariance(void **state) {
    (void)state;
    for (int turn = 0; turn < 200; turn++) {
        deep_shape a, b, c;
        deep_random(&a, turn % 2 ? CONVEX_BOX : CONVEX_CYLINDER, turn);
        deep_random(&b, turn % 3 ? CONVEX_CONE : CONVEX_ELLIPSOID, turn);
        vec3 from = scale3(deep_direction(), 4.0);
        deep_move(&a, from);
        vec3 motion = sub3(deep_cube(1.0), scale3(from, 1.5));
        convex_hit hit = carom_convex_sweep(&a.shape, motion, &b.shape, &plain);
        convex_hit swapped = carom_convex_sweep(&b.shape, neg3(motion), &a.shape, &plain);
        assert_int_equal(hit.hit, swapped.hit);
        assert_true(fabs(hit.fraction - swapped.fraction) < 1e-6);
        assert_true(hit.fraction == 0.0 || max_abs3(add3(hit.normal, swapped.normal)) < 1e-4);
        for (int power = -240; power <= 240; power += 60) {
            double k = ldexp(1.0, power);
            convex_shape p = a.shape, q = b.shape;
            p.center = scale3(p.center, k), q.center = scale3(q.center, k);
            p.half = scale3(p.half, k), q.half = scale3(q.half, k);
            convex_hit scaled = carom_convex_sweep(&p, scale3(motion, k), &q, &plain);
            assert_true(scaled.hit == hit.hit && fabs(scaled.fraction - hit.fraction) < 1e-9);
        }
        c = a;
        deep_move(&c, vec(1e5, 1e5, -1e5));
        deep_move(&b, vec(1e5, 1e5, -1e5));
        convex_hit far = carom_convex_sweep(&c.shape, motion, &b.shape, &plain);
        assert_true(far.hit == hit.hit && fabs(far.fraction - hit.fraction) < 1e-5);
    }
}

/* Not finite, huge, tiny: an answer without NaN. */
static void beyond_the_range(void **state) {
    (void)state;
    convex_shape a = deep_make(CONVEX_BOX, vec(-4, 0, 0), vec(1, 1, 1));
    convex_shape b = deep_make(CONVEX_CYLINDER, vec(0, 0, 0), vec(1, 1, 1));
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        assert_false(carom_convex_sweep(&a, vec(8, bad[i], 0), &b, &plain).hit);
        convex_shape c = a;
        c.center.y = bad[i];
        assert_false(carom_convex_sweep(&c, vec(8, 0, 0), &b, &plain).hit);
        assert_false(carom_convex_sweep(&b, vec(8, 0, 0), &c, &plain).hit);
        convex_sweep_options o = {.target_distance = bad[i]};
        assert_false(carom_convex_sweep(&a, vec(8, 0, 0), &b, &o).hit);
    }
    for (int e = -300; e <= 300; e += 25) {
        double k = e < 0 ? 1.0 : 1.0, s = 1.0;
        for (int i = 0; i < abs(e); i++)
            s *= e < 0 ? 0.1 : 10.0;
        for (int part = 0; part < 3; part++) {
            convex_shape c = a;
            if (part == 0) c.center = scale3(c.center, s);
            if (part == 1) c.half = scale3(c.half, s);
            vec3 motion = vec(8 * (part == 2 ? s : k), 0, 0);
            convex_hit hit = carom_convex_sweep(&c, motion, &b, &plain);
            assert_true(hit.fraction >= 0.0 && hit.fraction <= 1.0);
            assert_true(finite3(hit.normal) && finite3(hit.point));
            assert_true(!hit.hit || fabs(len2(hit.normal) - 1.0) < 1e-9);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_sampled_distances),
        cmocka_unit_test(balls),
        cmocka_unit_test(boxes_by_hand),
        cmocka_unit_test(in_contact_at_the_start),
        cmocka_unit_test(graveyard),
        cmocka_unit_test(invariance),
        cmocka_unit_test(beyond_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
