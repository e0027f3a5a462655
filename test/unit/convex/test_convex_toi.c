/* Turning motions: the engine against dense sampling along the path and against motions whose time
 * of contact is known; the public call; sines and angles against libm. */
#include "convex/toi.h"
#include "common/test_convex_deep.h"
#include "convex/distance/distance.h"
#include "convex/sweep.h"

#define PI 3.14159265358979323846

static rigid_pose random_pose(double spread) {
    vec3 v = deep_cube(1.0);
    return (rigid_pose){deep_cube(spread), v.x, v.y, v.z, deep_between(-1, 1)};
}

static void sines(void **state) {
    (void)state;
    double worst = 0.0, worst_angle = 0.0;
    for (int i = 0; i < 200000; i++) {
        double turns = deep_between(-1, 1) * (i % 3 ? 1.0 : 1000.0), s, c;
        carom_turn_sincos(turns, &s, &c);
        double rest = turns - floor(turns + 0.5);
        worst = max2(worst, fabs(s - sin(2.0 * PI * rest)));
        worst = max2(worst, fabs(c - cos(2.0 * PI * rest)));
        assert_true(fabs(s * s + c * c - 1.0) < 4e-16 * 2);
        double y = deep_between(-1, 1), x = deep_between(-1, 1);
        if (i % 5 == 0) x *= 1e-9;
        if (i % 7 == 0) y *= 1e-9;
        worst_angle = max2(worst_angle, fabs(carom_turn_angle(y, x) - atan2(y, x) / (2.0 * PI)));
    }
    assert_true(worst < 7e-16);
    assert_true(worst_angle < 2.3e-16);
    const double quarters[][3] = {{0, 0, 1}, {0.25, 1, 0}, {0.5, 0, -1}, {-0.25, -1, 0}, {7, 0, 1}};
    for (int i = 0; i < 5; i++) {
        double s, c;
        carom_turn_sincos(quarters[i][0], &s, &c);
        assert_true(s == quarters[i][1] && c == quarters[i][2]);
    }
    assert_true(carom_turn_angle(0, 0) == 0.0 && carom_turn_angle(1, 0) == 0.25);
    assert_true(carom_turn_angle(0, -1) == 0.5 && carom_turn_angle(-3, 0) == -0.25);
    double s, c;
    carom_turn_sincos(NAN, &s, &c);
    assert_true(s == 0.0 && c == 1.0);
}

/* A path starts and ends in its poses, whatever turns are added. */
static void paths_end_where_asked(void **state) {
    (void)state;
    for (int i = 0; i < 3000; i++) {
        rigid_motion_def r = {
            .start = random_pose(3), .end = random_pose(3), .pivot = deep_cube(2)};
        if (i % 3 == 0) r.axis = deep_direction();
        if (i % 4 == 0) r.more = (double)(i % 7 - 3);
        if (i % 11 == 0) r.end = r.start;
        rigid_motion there, still;
        assert_true(carom_rigid_motion(&there, &r));
        rigid_motion_def at_end = {.start = r.end, .end = r.end};
        assert_true(carom_rigid_motion(&still, &at_end));
        rigid_frame last = carom_rigid_motion_at(&there, 1.0),
                    wanted = carom_rigid_motion_at(&still, 0.0);
        vec3 p = deep_cube(2);
        assert_true(max_abs3(sub3(rigid_transform(&last, p), rigid_transform(&wanted, p))) < 3e-14);
        at_end = (rigid_motion_def){.start = r.start, .end = r.start};
        carom_rigid_motion(&still, &at_end);
        last = carom_rigid_motion_at(&there, 0.0), wanted = carom_rigid_motion_at(&still, 1.0);
        assert_true(max_abs3(sub3(rigid_transform(&last, p), rigid_transform(&wanted, p))) < 3e-14);
        if (r.more == 0.0 && max_abs3(r.axis) == 0.0) assert_true(fabs(there.turns) <= 0.5 + 1e-15);
    }
    rigid_motion_def bad = {.pivot = {0, NAN, 0}};
    rigid_motion out;
    assert_false(carom_rigid_motion(&out, &bad));
    bad = (rigid_motion_def){.end = {.w = INFINITY}};
    assert_false(carom_rigid_motion(&out, &bad));
}

/* A rod about z from the x axis, and a ball at an angle. */
static void a_rod_sweeps_round(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        double at = deep_between(0.06, 0.9), away = deep_between(0.5, 1.9), radius = 0.05;
        int more = i % 4;
        vec3 rod_points[2] = {{0, 0, 0}, {2, 0, 0}};
        vec3 center = {away * cos(2 * PI * at), away * sin(2 * PI * at), 0};
        convex_shape rod = deep_points(rod_points, 2, 0.0), ball = deep_points(&center, 1, radius);
        convex_turning a = {.shape = &rod}, b = {.shape = &ball};
        rigid_motion_def r = {.axis = {0, 0, 1}, .end = {.z = 1, .w = 1}, .more = more + 1.0};
        rigid_motion_def rest = {.more = 0};
        assert_true(carom_rigid_motion(&a.path, &r) && carom_rigid_motion(&b.path, &rest));
        assert_true(fabs(a.path.turns - (more + 1.25)) < 1e-15);
        double expected = (at - asin(radius / away) / (2 * PI)) / (more + 1.25);
        convex_toi hit = carom_convex_toi(&a, &b, 1e-9);
        assert_true(hit.hit && hit.certain && !hit.initial_overlap);
        assert_true(hit.fraction <= expected && hit.fraction > expected - 1e-8);
        assert_true(hit.fraction_upper >= expected - 1e-14 && hit.fraction_upper < expected + 1e-6);
        assert_int_equal(hit.status, CONVEX_CONVERGED);
        vec3 n = {-sin(2 * PI * at), cos(2 * PI * at), 0};
        assert_true(dot3(hit.normal, n) > 0.9);
        convex_toi swapped = carom_convex_toi(&b, &a, 1e-9);
        assert_true(swapped.hit && fabs(swapped.fraction - hit.fraction) < 1e-8);
        assert_true(max_abs3(add3(swapped.normal, hit.normal)) < 1e-6);
        /* turning the other way it arrives later */
        r.more = -(more + 2.0);
        carom_rigid_motion(&a.path, &r);
        expected = (1.0 - at - asin(radius / away) / (2 * PI)) / (more + 1.75);
        hit = carom_convex_toi(&a, &b, 1e-9);
        assert_true(hit.hit && hit.fraction <= expected && hit.fraction > expected - 1e-8);
    }
}

static convex_distance distance_at(const convex_turning *a, const convex_turning *b, double t) {
    convex_posed p, q;
    rigid_frame f = carom_rigid_motion_at(&a->path, t), g = carom_rigid_motion_at(&b->path, t);
    carom_convex_pose(&p, a->shape, &f);
    carom_convex_pose(&q, b->shape, &g);
    return carom_convex_distance(&p.shape, &q.shape, NULL);
}
static double gap_at(const convex_turning *a, const convex_turning *b, double t) {
    return distance_at(a, b, t).distance;
}
static double least_gap_at(const convex_turning *a, const convex_turning *b, double t) {
    return distance_at(a, b, t).lower_bound;
}

static void check_against_samples(const convex_turning *a, const convex_turning *b,
                                  double tolerance) {
    convex_toi hit = carom_convex_toi(a, b, tolerance);
    const int samples = 100;
    for (int i = 0; i <= samples; i++) {
        double t = (double)i / samples;
        if (!hit.hit || t < hit.fraction) {
            if (!(gap_at(a, b, t) > 0.0))
                fail_msg("in contact at %g, %s", t, hit.hit ? "before the hit" : "though missed");
        }
    }
    if (!hit.hit) return;
    assert_true(hit.fraction >= 0.0 && hit.fraction <= hit.fraction_upper);
    assert_true(hit.fraction_upper <= 1.0);
    assert_true(fabs(len2(hit.normal) - 1.0) < 1e-12);
    assert_true(gap_at(a, b, hit.fraction) <= tolerance * 1.0001);
    if (hit.certain) assert_true(least_gap_at(a, b, hit.fraction_upper) < 1e-12);
    if (hit.initial_overlap) assert_true(hit.fraction == 0.0 && gap_at(a, b, 0.0) == 0.0);
}

static void against_samples(void **state) {
    (void)state;
    int hits = 0, certain = 0, missed = 0, steps = 0;
    for (int turn = 0; turn < 700; turn++) {
        deep_shape a, b;
        deep_random(&a, (convex_kind)(turn % 6), turn);
        deep_random(&b, (convex_kind)(turn / 6 % 6), turn / 3);
        if (turn % 5 == 1) a.shape.radius = 0.2;
        convex_turning p = {.shape = &a.shape}, q = {.shape = &b.shape};
        rigid_motion_def r = {.start = random_pose(3), .end = random_pose(3)};
        rigid_motion_def s = {.start = random_pose(1), .end = random_pose(1)};
        if (turn % 2) r.pivot = deep_cube(1.5);
        if (turn % 3 == 0) r.more = (double)(turn % 7 - 3);
        if (turn % 4 == 0) s.more = (double)(turn % 5 - 2);
        carom_rigid_motion(&p.path, &r);
        carom_rigid_motion(&q.path, &s);
        double tolerance = turn % 2 ? 1e-3 : 1e-6;
        check_against_samples(&p, &q, tolerance);
        convex_toi hit = carom_convex_toi(&p, &q, tolerance);
        hits += hit.hit && hit.fraction > 0.0;
        certain += hit.certain && hit.fraction > 0.0;
        missed += !hit.hit;
        steps += hit.iterations;
        assert_int_not_equal(hit.status, CONVEX_LIMIT);
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(hits > 100 && missed > 50 && certain > hits * 9 / 10);
    assert_true(steps / 700 < 60);
}

/* Without turning it is a sweep. */
static void straight_motion_is_a_sweep(void **state) {
    (void)state;
    for (int turn = 0; turn < 200; turn++) {
        deep_shape a, b;
        deep_random(&a, (convex_kind)(turn % 6), turn);
        deep_random(&b, (convex_kind)(turn / 6 % 6), turn);
        vec3 from = scale3(deep_direction(), 4.0), to = add3(deep_cube(1.0), scale3(from, -0.5));
        convex_turning p = {.shape = &a.shape}, q = {.shape = &b.shape};
        rigid_motion_def r = {.start.position = from, .end.position = to}, rest = {.more = 0};
        carom_rigid_motion(&p.path, &r);
        carom_rigid_motion(&q.path, &rest);
        convex_toi hit = carom_convex_toi(&p, &q, 1e-9);
        deep_move(&a, from);
        static const convex_sweep_options plain;
        convex_hit swept = carom_convex_sweep(&a.shape, sub3(to, from), &b.shape, &plain);
        assert_int_equal(hit.hit, swept.hit);
        if (hit.certain) assert_true(fabs(hit.fraction - swept.fraction) < 1e-4);
        deep_free(&a);
        deep_free(&b);
    }
}

static carom_vec3 point_of(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}

/* The public call: a standing box and a bar that turns once about its end; far away too. */
static void shapes(void **state) {
    (void)state;
    carom_shape bar = {.kind = CAROM_SHAPE_AABB};
    bar.as.aabb = (carom_aabb){point_of(0, -0.25, -0.25), point_of(4, 0.25, 0.25)};
    carom_shape box = {.kind = CAROM_SHAPE_AABB};
    box.as.aabb = (carom_aabb){point_of(-4, -0.5, -0.5), point_of(-2, 0.5, 0.5)};
    carom_turning_shape a = {.shape = &bar, .turns = 1}, b = {.shape = &box};
    carom_toi_hit hit = carom_toi(&a, &b, 0);
    assert_true(hit.hit && hit.certain && !hit.initial_overlap);
    /* contact: the side y = 1/4 of the bar comes to the corner (-2, 1/2) or (-4, 1/2) */
    double near = 0.5 - (asin(0.25 / sqrt(4.25)) + atan2(0.5, 2.0)) / (2 * PI);
    double wide = 0.5 - (asin(0.25 / sqrt(16.25)) + atan2(0.5, 4.0)) / (2 * PI);
    double expected = min2(near, wide);
    assert_true((double)hit.fraction <= expected && (double)hit.fraction > expected - 1e-6);
    assert_true((double)hit.fraction_upper >= expected - 1e-7);
    carom_vec3 far = point_of(65536, -65536, 32768);
    a.start.position = a.end.position = b.start.position = b.end.position = far;
    carom_toi_hit there = carom_toi(&a, &b, 0);
    assert_true(there.hit && there.fraction == hit.fraction);
    a.end.position = point_of(65536, -65536, 32768 + 400); /* out of reach before it is round */
    a.turns = 0;
    assert_false(carom_toi(&a, &b, 0).hit);
    a.turns = 1;
    a.start.position = b.end.position = b.start.position = far;
    a.end = a.start;
    a.start.position = a.end.position = point_of(65536 - 3, -65536, 32768);
    hit = carom_toi(&a, &b, 0);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0 && hit.fraction_upper == 0);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        carom_real *fields[] = {&a.start.position.x, &a.end.position.y, &a.start.rotation.w,
                                &a.end.rotation.x,   &a.pivot.z,        &a.axis.y};
        for (int f = 0; f < 6; f++) {
            carom_real kept = *fields[f];
            *fields[f] = (carom_real)bad[i];
            assert_false(carom_toi(&a, &b, 0).hit);
            assert_false(carom_toi(&b, &a, 0).hit);
            *fields[f] = kept;
        }
    }
    assert_true(carom_toi(&a, &b, (carom_real)NAN).hit);
    box.as.aabb.max.x = -5;
    assert_false(carom_toi(&a, &b, 0).hit);
}

static void scales(void **state) {
    (void)state;
    for (int power = -200; power <= 200; power += 40) {
        double k = ldexp(1.0, power);
        vec3 rod_points[2] = {{0, 0, 0}, {2 * k, 0, 0}}, center = {0, k, 0};
        convex_shape rod = deep_points(rod_points, 2, 0.0), ball = deep_points(&center, 1, 0.1 * k);
        convex_turning a = {.shape = &rod}, b = {.shape = &ball};
        rigid_motion_def r = {.more = 1}, rest = {.more = 0};
        carom_rigid_motion(&a.path, &r);
        carom_rigid_motion(&b.path, &rest);
        convex_toi hit = carom_convex_toi(&a, &b, 0.0);
        double expected = 0.25 - asin(0.1) / (2 * PI);
        assert_true(hit.hit && hit.fraction <= expected && hit.fraction > expected - 1e-7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines),
        cmocka_unit_test(paths_end_where_asked),
        cmocka_unit_test(a_rod_sweeps_round),
        cmocka_unit_test(against_samples),
        cmocka_unit_test(straight_motion_is_a_sweep),
        cmocka_unit_test(shapes),
        cmocka_unit_test(scales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
