/* Boxes: every point inside by the exact tests; oriented ones against known boxes and thousands of
 * random directions; merges, growth and motion against what they must hold. */
#include "common/test_fit_common.h"

static void check_in_obb(const carom_obb *box, const carom_vec3 *points, size_t count) {
    assert_true(box->half_extents.x >= 0);
    for (size_t i = 0; i < count; i++)
        assert_true(carom_overlap_point_obb(points[i], box));
}

static double magnitude(const carom_vec3 *points, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fmax(fabs((double)points[i].x),
                                     fmax(fabs((double)points[i].y), fabs((double)points[i].z))));
    return largest;
}

/* The volume of the points' box along three perpendicular directions. */
static double volume_along(const carom_vec3 axes[3], const carom_vec3 *points, size_t count) {
    double volume = 1;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            double s = (double)axes[k].x * (double)points[i].x +
                       (double)axes[k].y * (double)points[i].y +
                       (double)axes[k].z * (double)points[i].z;
            low = fmin(low, s);
            high = fmax(high, s);
        }
        volume *= high - low;
    }
    return volume;
}

static void all_points_are_inside(void **state) {
    (void)state;
    carom_vec3 points[150];
    volume_seed = 321;
    for (int kind = 0; kind < CLOUD_KINDS; kind++)
        for (int round = 0; round < 16; round++) {
            size_t count = round < 6 ? (size_t)round + 1 : 150;
            fill_cloud(points, count, kind);
            carom_aabb straight = carom_fit_aabb_points(points, count);
            carom_obb principal = carom_fit_obb_points_principal(points, count);
            carom_hull *hull = make_hull(points, count);
            carom_obb least = carom_fit_obb_hull(hull), turned = carom_fit_obb_aabb(&straight);
            carom_hull_destroy(hull);
            for (size_t i = 0; i < count; i++)
                assert_true(carom_overlap_point_aabb(points[i], &straight));
            check_in_obb(&principal, points, count);
            check_in_obb(&least, points, count);
            check_in_obb(&turned, points, count);
            double size = magnitude(points, count);
            double slack = 200 * (double)CAROM_REAL_EPSILON * size * size * size;
            assert_true(carom_volume_obb(&least) <=
                        1.000001 * carom_volume_obb(&principal) + slack);
            assert_true(carom_volume_obb(&least) <=
                        1.000001 * carom_volume_aabb(&straight) + slack);
        }
}

/* No random direction gives a box that is smaller by more than a hundredth. */
static void near_minimal(void **state) {
    (void)state;
    carom_vec3 points[60], axes[3];
    volume_seed = 322;
    for (int round = 0; round < 12; round++) {
        fill_cloud(points, 60, round % 3 == 0 ? 0 : round % 3 == 1 ? 1 : 11);
        carom_hull *hull = make_hull(points, 60);
        carom_obb least = carom_fit_obb_hull(hull);
        carom_hull_destroy(hull);
        double volume = carom_volume_obb(&least);
        for (int i = 0; i < 3000; i++) {
            random_axes(axes, 1);
            assert_true(volume <= 1.01 * volume_along(axes, points, 60));
        }
    }
}

/* Points of a turned box with its corners: that box is found. */
static void a_box_is_found_again(void **state) {
    (void)state;
    volume_seed = 323;
    for (int round = 0; round < 40; round++) {
        carom_obb box = random_obb(3, 1);
        box.half_extents = v3(0.2 + random01(), 0.2 + random01(), 0.2 + random01());
        carom_vec3 points[50];
        for (int i = 0; i < 50; i++)
            points[i] = i < 8 ? obb_at(&box, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)
                              : obb_at(&box, random_in(-1, 1), random_in(-1, 1), random_in(-1, 1));
        carom_hull *hull = make_hull(points, 50);
        carom_obb found = carom_fit_obb_hull(hull);
        carom_hull_destroy(hull);
        double want = carom_volume_obb(&box);
        assert_true(fabs(carom_volume_obb(&found) / want - 1) < 1e-5);
    }
}

static void a_tetrahedron_in_a_cube(void **state) {
    (void)state;
    carom_vec3 points[] = {v3(0, 0, 0), v3(1, 1, 0), v3(1, 0, 1), v3(0, 1, 1)};
    carom_hull *hull = make_hull(points, 4);
    carom_obb box = carom_fit_obb_hull(hull); /* the cube: only pairs of edges lead to it */
    carom_hull_destroy(hull);
    assert_true(fabs(carom_volume_obb(&box) - 1) < 1e-5);
    carom_vec3 one = v3(1, 2, 3), two[] = {v3(0, 0, 0), v3(3, 4, 0)};
    box = carom_fit_obb_points_principal(&one, 1);
    assert_true(box.half_extents.x == 0 && box.half_extents.y == 0 && box.center.z == 3);
    hull = make_hull(two, 2);
    box = carom_fit_obb_hull(hull);
    carom_hull_destroy(hull);
    double longest = fmax((double)box.half_extents.x,
                          fmax((double)box.half_extents.y, (double)box.half_extents.z));
    assert_true(fabs(longest - 2.5) < 1e-6 && carom_volume_obb(&box) < 1e-12);
}

static void axes_are_unit_and_right_handed(void **state) {
    (void)state;
    carom_vec3 points[30];
    volume_seed = 324;
    for (int kind = 0; kind < CLOUD_KINDS; kind++) {
        fill_cloud(points, 30, kind);
        carom_hull *hull = make_hull(points, 30);
        carom_obb box[2] = {carom_fit_obb_points_principal(points, 30), carom_fit_obb_hull(hull)};
        carom_hull_destroy(hull);
        for (int b = 0; b < 2; b++) {
            const carom_vec3 *a = box[b].axes;
            double det = (double)(a[0].x * (a[1].y * a[2].z - a[1].z * a[2].y) +
                                  a[0].y * (a[1].z * a[2].x - a[1].x * a[2].z) +
                                  a[0].z * (a[1].x * a[2].y - a[1].y * a[2].x));
            assert_true(fabs(det - 1) < 8 * (double)CAROM_REAL_EPSILON);
            for (int k = 0; k < 3; k++) {
                double n = (double)(a[k].x * a[k].x + a[k].y * a[k].y + a[k].z * a[k].z);
                assert_true(fabs(n - 1) < 8 * (double)CAROM_REAL_EPSILON);
            }
        }
    }
}

static void empty_for_bad(const carom_vec3 *points, size_t count) {
    carom_aabb box = carom_fit_aabb_points(points, count);
    assert_true(box.min.x > box.max.x);
    assert_true(carom_fit_obb_points_principal(points, count).half_extents.x < 0);
}

static void bad_points_and_extremes(void **state) {
    (void)state;
    carom_vec3 point = v3(1, 2, 3), points[20];
    with_bad_numbers(empty_for_bad);
    empty_for_bad(NULL, 2);
    empty_for_bad(&point, 0);
    volume_seed = 325;
    double sizes[] = {1e-38, 1e-30, 1e30, 1e37, (double)CAROM_REAL_MAX / 4};
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < 20; i++)
            points[i] = random_vec(sizes[k]);
        carom_obb box = carom_fit_obb_points_principal(points, 20);
        if (k < 4) check_in_obb(&box, points, 20);
        carom_hull *hull = make_hull(points, 20);
        box = carom_fit_obb_hull(hull);
        if (k < 4) check_in_obb(&box, points, 20);
        assert_true(carom_volume_hull(hull) >= 0);
        carom_hull_destroy(hull);
    }
}

static bool aabb_holds(const carom_aabb *a, const carom_aabb *b) {
    return a->min.x <= b->min.x && a->min.y <= b->min.y && a->min.z <= b->min.z &&
           a->max.x >= b->max.x && a->max.y >= b->max.y && a->max.z >= b->max.z;
}

static void straight_boxes_of_volumes(void **state) {
    (void)state;
    volume_seed = 326;
    for (int i = 0; i < 3000; i++) {
        carom_sphere s = {random_vec(i % 2 ? 2 : 1e4), (carom_real)random01()};
        carom_aabb box = carom_fit_aabb_sphere(&s);
        double c = (double)s.center.x, r = (double)s.radius;
        assert_true((double)box.min.x <= c - r && (double)box.max.x >= c + r);
        double ulps = 3 * (double)CAROM_REAL_EPSILON * (fabs(c) + r);
        assert_true((double)box.min.x >= c - r - ulps && (double)box.max.x <= c + r + ulps);
        carom_capsule k = {s.center, random_vec(3), s.radius};
        carom_aabb round = carom_fit_aabb_capsule(&k);
        assert_true(aabb_holds(&round, &box));
        carom_obb o = random_obb(i % 2 ? 2 : 1e3, 1);
        box = carom_fit_aabb_obb(&o);
        for (int j = 0; j < 8; j++) {
            carom_vec3 corner = obb_at(&o, j & 1 ? 1 : -1, j & 2 ? 1 : -1, j & 4 ? 1 : -1);
            carom_aabb more = carom_fit_aabb_margin(&box, (carom_real)(1e3 * CAROM_REAL_EPSILON));
            assert_true(carom_overlap_point_aabb(corner, &more));
        }
    }
    carom_sphere s = ball(1, 2, 3, 0.5);
    carom_aabb box = carom_fit_aabb_sphere(&s), want = aabb(0.5, 1.5, 2.5, 1.5, 2.5, 3.5);
    assert_memory_equal(&box, &want, sizeof box);
    s.radius = -1;
    assert_true(carom_fit_aabb_sphere(&s).min.x > carom_fit_aabb_sphere(&s).max.x);
}

static void straight_boxes_merge_and_grow(void **state) {
    (void)state;
    carom_aabb a = aabb(0, 0, 0, 1, 1, 1), b = aabb(2, -1, 0.5, 3, 0, 4);
    carom_aabb want = aabb(0, -1, 0, 3, 1, 4), none = aabb(1, 1, 1, -1, -1, -1);
    carom_aabb m = carom_fit_aabb_aabb(&a, &b);
    assert_memory_equal(&m, &want, sizeof m);
    m = carom_fit_aabb_aabb(&none, &b);
    assert_memory_equal(&m, &b, sizeof m);
    m = carom_fit_aabb_aabb(&b, &none);
    assert_memory_equal(&m, &b, sizeof m);
    m = carom_fit_aabb_aabb(&none, &none);
    assert_true(m.min.x > m.max.x);
    m = carom_fit_aabb_point(&a, v3(0.5, 5, -1));
    want = aabb(0, 0, -1, 1, 5, 1);
    assert_memory_equal(&m, &want, sizeof m);
    m = carom_fit_aabb_point(&none, v3(0.5, 5, -1));
    want = aabb(0.5, 5, -1, 0.5, 5, -1);
    assert_memory_equal(&m, &want, sizeof m);
    m = carom_fit_aabb_margin(&a, (carom_real)0.25);
    want = aabb(-0.25, -0.25, -0.25, 1.25, 1.25, 1.25);
    assert_memory_equal(&m, &want, sizeof m);
    m = carom_fit_aabb_margin(&a, (carom_real)0.1); /* rounded outwards */
    assert_true((double)m.max.x >= 1 + (double)(carom_real)0.1);
    m = carom_fit_aabb_margin(&a, -1);
    assert_true(m.min.x > m.max.x);
    m = carom_fit_aabb_point(&a, v3(NAN, 0, 0));
    assert_true(m.min.x > m.max.x);
}

static void oriented_boxes_merge_and_grow(void **state) {
    (void)state;
    volume_seed = 327;
    for (int i = 0; i < 500; i++) {
        carom_obb a = random_obb(2, 1), b = random_obb(2, i % 2 ? 1 : 1e-3);
        carom_obb m = carom_fit_obb_obb(&a, &b);
        carom_obb loose = carom_fit_obb_margin(&m, (carom_real)(64 * CAROM_REAL_EPSILON));
        for (int k = 0; k < 64; k++) {
            const carom_obb *from = k & 1 ? &a : &b;
            double sx = k & 2 ? 1 : -1, sy = k & 4 ? 1 : -1, sz = k & 8 ? 1 : -1;
            assert_true(carom_overlap_point_obb(obb_at(from, sx, sy, sz), &loose));
        }
        assert_true(carom_volume_obb(&m) >= carom_volume_obb(&a) * 0.999999);
        carom_obb same = carom_fit_obb_obb(&a, &a);
        assert_true(carom_volume_obb(&same) <= carom_volume_obb(&a) * 1.0001 + 1e-6);
    }
    carom_obb a = obb_straight(0, 0, 0, 1, 2, 3), none = obb_straight(0, 0, 0, -1, 1, 1);
    carom_obb m = carom_fit_obb_obb(&a, &none);
    assert_memory_equal(&m, &a, sizeof m);
    m = carom_fit_obb_obb(&none, &a);
    assert_memory_equal(&m, &a, sizeof m);
    assert_true(carom_fit_obb_margin(&a, (carom_real)NAN).half_extents.x < 0);
    m = carom_fit_obb_margin(&a, 0);
    assert_memory_equal(&m, &a, sizeof m);
}

static void moved_boxes_hold_moved_points(void **state) {
    (void)state;
    volume_seed = 328;
    for (int i = 0; i < 1000; i++) {
        carom_obb turned = random_obb(0, 1), box = random_obb(3, 1);
        carom_vec3 x = turned.axes[0], y = turned.axes[1], z = turned.axes[2];
        double w = 0.5 * sqrt(fmax(0, 1 + (double)x.x + (double)y.y + (double)z.z));
        if (w < 0.05) continue;
        carom_pose pose = {random_vec(5),
                           {(carom_real)((double)(y.z - z.y) / (4 * w)),
                            (carom_real)((double)(z.x - x.z) / (4 * w)),
                            (carom_real)((double)(x.y - y.x) / (4 * w)), (carom_real)w}};
        carom_obb moved = carom_pose_transform_obb(pose, &box);
        carom_aabb straight = carom_fit_aabb_obb(&box);
        carom_aabb around = carom_pose_transform_aabb(pose, &straight);
        moved = carom_fit_obb_margin(&moved, (carom_real)(64 * CAROM_REAL_EPSILON));
        around = carom_fit_aabb_margin(&around, (carom_real)(64 * CAROM_REAL_EPSILON));
        for (int k = 0; k < 12; k++) {
            carom_vec3 p = obb_at(&box, random_in(-1, 1), k & 1 ? 1 : -1, random_in(-1, 1));
            p = carom_pose_transform_point(pose, p);
            assert_true(carom_overlap_point_obb(p, &moved));
            assert_true(carom_overlap_point_aabb(p, &around));
        }
        assert_true(carom_volume_obb(&moved) <= 1.001 * carom_volume_obb(&box) + 1e-3);
    }
    carom_obb box = obb_straight(1, 2, 3, 4, 5, 6);
    carom_obb same = carom_pose_transform_obb(carom_pose_identity(), &box);
    assert_memory_equal(&same, &box, sizeof box);
    carom_aabb straight = aabb(0, 1, 2, 3, 4, 5);
    carom_aabb also = carom_pose_transform_aabb(carom_pose_identity(), &straight);
    assert_memory_equal(&also, &straight, sizeof also);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_points_are_inside),
        cmocka_unit_test(near_minimal),
        cmocka_unit_test(a_box_is_found_again),
        cmocka_unit_test(a_tetrahedron_in_a_cube),
        cmocka_unit_test(axes_are_unit_and_right_handed),
        cmocka_unit_test(bad_points_and_extremes),
        cmocka_unit_test(straight_boxes_of_volumes),
        cmocka_unit_test(straight_boxes_merge_and_grow),
        cmocka_unit_test(oriented_boxes_merge_and_grow),
        cmocka_unit_test(moved_boxes_hold_moved_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
