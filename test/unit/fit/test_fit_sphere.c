/* Spheres: every point inside by the exact test; the least one against all subsets of few points
 * and against thousands of other centres; merges against dense samples of what was merged. */
#include "common/test_fit_common.h"

static double apart(carom_vec3 a, carom_vec3 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static void check_encloses(const carom_sphere *s, const carom_vec3 *points, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_true(carom_overlap_point_sphere(points[i], s));
}

/* The radius that a ball about (x, y, z) needs. */
static double reach_from(const double center[3], const carom_vec3 *points, size_t count) {
    double farthest = 0;
    for (size_t i = 0; i < count; i++) {
        double x = (double)points[i].x - center[0], y = (double)points[i].y - center[1];
        double z = (double)points[i].z - center[2];
        farthest = fmax(farthest, x * x + y * y + z * z);
    }
    return sqrt(farthest);
}

/* Slow and sure: steps towards the farthest point, smaller and smaller [BadoiuClarkson03], then a
 * search by halving steps. Its answer is never below the least radius. */
static double descend_to_least(const carom_vec3 *points, size_t count) {
    double center[3] = {(double)points[0].x, (double)points[0].y, (double)points[0].z};
    for (int step = 1; step < 3000; step++) {
        size_t far = 0;
        double farthest = -1;
        for (size_t i = 0; i < count; i++) {
            carom_vec3 at = points[i];
            double x = (double)at.x - center[0], y = (double)at.y - center[1];
            double z = (double)at.z - center[2], d2 = x * x + y * y + z * z;
            if (d2 > farthest) farthest = d2, far = i;
        }
        center[0] += ((double)points[far].x - center[0]) / (step + 1);
        center[1] += ((double)points[far].y - center[1]) / (step + 1);
        center[2] += ((double)points[far].z - center[2]) / (step + 1);
    }
    return reach_from(center, points, count);
}

static double extent_of(const carom_vec3 *points, size_t count) {
    double extent = 0;
    for (size_t i = 1; i < count; i++)
        extent = fmax(extent, apart(points[0], points[i]));
    return extent;
}

static double magnitude_of(const carom_vec3 *points, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fmax(fabs((double)points[i].x),
                                     fmax(fabs((double)points[i].y), fabs((double)points[i].z))));
    return largest;
}

static void all_points_are_inside(void **state) {
    (void)state;
    carom_vec3 points[200];
    volume_seed = 311;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int round = 0; round < 20; round++) {
            size_t count = round < 8 ? (size_t)round + 1 : 200;
            fill_cloud(points, count, kind);
            carom_sphere least = carom_fit_sphere_points(points, count);
            carom_sphere ritter = carom_fit_sphere_points_ritter(points, count);
            double rounding = 8 * (double)CAROM_REAL_EPSILON * magnitude_of(points, count) + 1e-14;
            assert_true(least.radius >= 0 && ritter.radius >= 0);
            check_encloses(&least, points, count);
            check_encloses(&ritter, points, count);
            assert_true((double)least.radius <= (double)ritter.radius + rounding);
            assert_true((double)ritter.radius <= 1.4 * (double)least.radius + rounding);
            assert_true((double)least.radius >= 0.5 * extent_of(points, count) - rounding);
        }
}

static void no_sphere_is_smaller(void **state) {
    (void)state;
    carom_vec3 points[60];
    volume_seed = 312;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int round = 0; round < 8; round++) {
            size_t count = round < 5 ? (size_t)round + 2 : 60;
            fill_cloud(points, count, kind);
            double other = descend_to_least(points, count);
            double rounding = 8 * (double)CAROM_REAL_EPSILON * magnitude_of(points, count);
            carom_sphere least = carom_fit_sphere_points(points, count);
            assert_true((double)least.radius <= other * (1 + 1e-13) + rounding);
            assert_true((double)least.radius >= other * 0.99 - rounding);
        }
}

static void by_hand(void **state) {
    (void)state;
    carom_vec3 one = v3(3, -4, 5);
    carom_sphere s = carom_fit_sphere_points(&one, 1);
    assert_true(s.radius == 0 && s.center.x == 3 && s.center.y == -4 && s.center.z == 5);
    carom_vec3 pair[] = {v3(-1, 0, 0), v3(3, 0, 0), v3(3, 0, 0), v3(0, 0, 0)};
    s = carom_fit_sphere_points(pair, 4);
    assert_true(s.radius == 2 && s.center.x == 1 && s.center.y == 0 && s.center.z == 0);
    carom_vec3 right[] = {v3(0, 0, 0), v3(6, 0, 0), v3(0, 8, 0), v3(1, 1, 0)};
    s = carom_fit_sphere_points(right, 4);
    assert_true(fabs((double)s.radius - 5) <= 1e-6 && fabs((double)s.center.x - 3) <= 1e-6);
    carom_vec3 cube[8];
    for (int i = 0; i < 8; i++)
        cube[i] = v3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    s = carom_fit_sphere_points(cube, 8);
    assert_true(fabs((double)s.radius - sqrt(3.0)) <= 4 * (double)CAROM_REAL_EPSILON);
    carom_vec3 obtuse[] = {v3(-10, 0, 0), v3(10, 0, 0), v3(0, 1, 0)}; /* two decide */
    s = carom_fit_sphere_points(obtuse, 3);
    assert_true(s.radius == 10 && s.center.y == 0);
}

/* A power of two changes nothing but the unit, be the points near the origin or far from it. */
static void any_unit(void **state) {
    (void)state;
    const bool wide = sizeof(carom_real) == sizeof(double);
    const int largest = wide ? 1000 : 100, step = wide ? 10 : 5;
    carom_vec3 points[4], scaled[4];
    volume_seed = 317;
    for (int round = 0; round < 40; round++) {
        size_t count = round % 2 ? 3 : 4;
        double shift = round % 4 < 2 ? 0 : wide ? 0x1p20 : 0x1p8;
        for (size_t i = 0; i < count; i++) {
            carom_vec3 p = random_vec(1);
            points[i] = v3(shift + (double)p.x, (double)p.y, (double)p.z);
        }
        double radius = (double)carom_fit_sphere_points(points, count).radius;
        for (int power = -largest; power <= largest; power += step) {
            const double unit = ldexp(1.0, power);
            if (unit * shift > 0.25 * (double)CAROM_REAL_MAX) break;
            for (size_t i = 0; i < count; i++)
                scaled[i] = v3((double)points[i].x * unit, (double)points[i].y * unit,
                               (double)points[i].z * unit);
            double got = (double)carom_fit_sphere_points(scaled, count).radius / unit;
            assert_true(fabs(got - radius) <= 4 * (double)CAROM_REAL_EPSILON * (radius + shift));
        }
    }
}

static void empty_for_bad(const carom_vec3 *points, size_t count) {
    assert_true(carom_fit_sphere_points(points, count).radius < 0);
    assert_true(carom_fit_sphere_points_ritter(points, count).radius < 0);
}

static void bad_points_and_extremes(void **state) {
    (void)state;
    carom_vec3 point = v3(1, 2, 3);
    with_bad_numbers(empty_for_bad);
    empty_for_bad(NULL, 3);
    empty_for_bad(&point, 0);
    double top = (double)CAROM_REAL_MAX;
    carom_vec3 far[] = {v3(-top, 0, 0), v3(top, 0, 0)},
               out[] = {v3(-top, -top, 0), v3(top, top, 0)};
    carom_sphere s = carom_fit_sphere_points(far, 2);
    check_encloses(&s, far, 2);
    assert_true((double)s.radius == top);
    empty_for_bad(out, 2); /* no radius is large enough */
    volume_seed = 313;
    static const double sizes[] = {1e-38, 1e-30, 1e30, 1e38};
    carom_vec3 points[30];
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 30; i++)
            points[i] = random_vec(sizes[k]);
        s = carom_fit_sphere_points(points, 30);
        check_encloses(&s, points, 30);
        assert_true(s.radius > 0 && (double)s.radius < 2 * sizes[k]);
    }
}

/* Points of the sphere, in double. */
static void check_holds_sphere(const carom_sphere *big, const carom_sphere *small) {
    double d = apart(big->center, small->center);
    double slack = 4e-16 * (d + (double)small->radius);
    assert_true(d + (double)small->radius <= (double)big->radius + slack);
}

static void merges_hold_both(void **state) {
    (void)state;
    volume_seed = 314;
    for (int i = 0; i < 20000; i++) {
        double spread = i % 3 == 0 ? 0.3 : i % 3 == 1 ? 5 : 1e4;
        carom_sphere a = {random_vec(spread), (carom_real)random01()};
        carom_sphere b = {random_vec(spread), (carom_real)random01()};
        carom_sphere m = carom_fit_sphere_sphere(&a, &b), n = carom_fit_sphere_sphere(&b, &a);
        check_holds_sphere(&m, &a);
        check_holds_sphere(&m, &b);
        double least = 0.5 * (apart(a.center, b.center) + (double)a.radius + (double)b.radius);
        least = fmax(least, fmax((double)a.radius, (double)b.radius));
        double slack = 16 * (double)CAROM_REAL_EPSILON * (spread + least);
        assert_true((double)m.radius <= least + slack);
        assert_true(fabs((double)m.radius - (double)n.radius) <= slack);
        carom_vec3 p = random_vec(spread);
        carom_sphere grown = carom_fit_sphere_point(&a, p);
        assert_true(carom_overlap_point_sphere(p, &grown));
        check_holds_sphere(&grown, &a);
    }
}

static void merges_by_hand(void **state) {
    (void)state;
    carom_sphere big = ball(0, 0, 0, 3), inside = ball(1, 0, 0, 2), none = ball(0, 0, 0, -1);
    carom_sphere m = carom_fit_sphere_sphere(&big, &inside); /* touches from inside */
    assert_memory_equal(&m, &big, sizeof m);
    m = carom_fit_sphere_sphere(&inside, &big);
    assert_memory_equal(&m, &big, sizeof m);
    m = carom_fit_sphere_sphere(&none, &inside);
    assert_memory_equal(&m, &inside, sizeof m);
    m = carom_fit_sphere_sphere(&inside, &none);
    assert_memory_equal(&m, &inside, sizeof m);
    assert_true(carom_fit_sphere_sphere(&none, &none).radius < 0);
    carom_sphere apart_one = ball(10, 0, 0, 1);
    m = carom_fit_sphere_sphere(&big, &apart_one);
    assert_true(fabs((double)m.radius - 7) < 1e-5 && fabs((double)m.center.x - 4) < 1e-5);
    carom_sphere points = ball(2, 0, 0, 0);
    m = carom_fit_sphere_sphere(&points, &points);
    assert_memory_equal(&m, &points, sizeof m);
    m = carom_fit_sphere_margin(&big, (carom_real)0.5);
    assert_true(m.radius >= (carom_real)3.5 && (double)m.radius < 3.5000011);
    assert_true(carom_fit_sphere_margin(&big, -1).radius < 0);
    assert_true(carom_fit_sphere_margin(&big, (carom_real)NAN).radius < 0);
    assert_true(carom_fit_sphere_point(&big, v3(NAN, 0, 0)).radius < 0);
}

static void round_other_volumes(void **state) {
    (void)state;
    volume_seed = 315;
    for (int i = 0; i < 2000; i++) {
        carom_obb box = random_obb(i % 2 ? 3 : 1e4, 1);
        carom_sphere s = carom_fit_sphere_obb(&box);
        double half = sqrt((double)(box.half_extents.x * box.half_extents.x +
                                    box.half_extents.y * box.half_extents.y +
                                    box.half_extents.z * box.half_extents.z));
        for (int k = 0; k < 8; k++) {
            carom_vec3 corner = obb_at(&box, k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
            double slack = 2e4 * (double)CAROM_REAL_EPSILON; /* of the corner, as rounded */
            assert_true(apart(corner, s.center) <= (double)s.radius + slack);
        }
        assert_true((double)s.radius <= half * 1.00001 + 1e-11);
        carom_vec3 low = random_vec(3), step = v3(random01(), random01(), random01());
        carom_aabb straight = {
            low, v3((double)(low.x + step.x), (double)(low.y + step.y), (double)(low.z + step.z))};
        s = carom_fit_sphere_aabb(&straight);
        check_encloses(&s, &straight.min, 2);
        carom_capsule capsule = {low, random_vec(3), (carom_real)random01()};
        s = carom_fit_sphere_capsule(&capsule);
        carom_sphere ends[2] = {{capsule.a, capsule.radius}, {capsule.b, capsule.radius}};
        check_holds_sphere(&s, &ends[0]);
        check_holds_sphere(&s, &ends[1]);
    }
    carom_aabb inverted = aabb(1, 0, 0, 0, 1, 1);
    assert_true(carom_fit_sphere_aabb(&inverted).radius < 0);
    carom_capsule bad = {v3(0, 0, 0), v3(1, 0, 0), -1};
    assert_true(carom_fit_sphere_capsule(&bad).radius < 0);
    carom_obb negative = obb_straight(0, 0, 0, 1, -1, 1);
    assert_true(carom_fit_sphere_obb(&negative).radius < 0);
}

static void moved_spheres_hold_moved_points(void **state) {
    (void)state;
    volume_seed = 316;
    for (int i = 0; i < 5000; i++) {
        carom_vec3 q = random_vec(1);
        double w = random_in(-1, 1);
        double n = sqrt((double)(q.x * q.x + q.y * q.y + q.z * q.z) + w * w);
        carom_pose pose = {random_vec(i % 2 ? 10 : 1e4),
                           {(carom_real)((double)q.x / n), (carom_real)((double)q.y / n),
                            (carom_real)((double)q.z / n), (carom_real)(w / n)}};
        carom_vec3 points[20];
        fill_cloud(points, 20, i % 3);
        carom_sphere s = carom_fit_sphere_points(points, 20);
        carom_sphere moved = carom_pose_transform_sphere(pose, &s);
        double slack = 2e4 * (double)CAROM_REAL_EPSILON; /* of the points, as rounded */
        for (int k = 0; k < 20; k++)
            assert_true(apart(carom_pose_transform_point(pose, points[k]), moved.center) <=
                        (double)moved.radius + slack);
        assert_true((double)moved.radius <= (double)s.radius * 1.00001 + slack);
    }
    carom_sphere s = ball(1, 2, 3, 4),
                 same = carom_pose_transform_sphere(carom_pose_identity(), &s);
    assert_memory_equal(&s, &same, sizeof s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_points_are_inside),
        cmocka_unit_test(no_sphere_is_smaller),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(any_unit),
        cmocka_unit_test(bad_points_and_extremes),
        cmocka_unit_test(merges_hold_both),
        cmocka_unit_test(merges_by_hand),
        cmocka_unit_test(round_other_volumes),
        cmocka_unit_test(moved_spheres_hold_moved_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
