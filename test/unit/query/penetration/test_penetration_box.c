/* Least translations of boxes. */
#include "common/test_volume_common.h"

#include "math/vec.h"

#define CLOSE (32 * (double)CAROM_REAL_EPSILON)

static void assert_near(double a, double b) {
    assert_true(fabs(a - b) <= CLOSE * (1 + fabs(a) + fabs(b)));
}

static void aligned_boxes_leave_by_the_nearest_face(void **state) {
    (void)state;
    carom_aabb a = aabb(0, 0, 0, 4, 4, 4), b = aabb(3, 1, 2, 6, 3, 9);
    carom_penetration p = carom_penetration_aabb_aabb(&a, &b);
    assert_true(p.overlap && p.depth == 1 && p.normal.x == 1 && p.normal.y == 0 && p.normal.z == 0);
    assert_true(p.point_a.x == 4 && p.point_b.x == 3 && p.point_a.y == 2 && p.point_a.z == 3);
    p = carom_penetration_aabb_aabb(&b, &a);
    assert_true(p.overlap && p.depth == 1 && p.normal.x == -1 && p.point_a.x == 3);
    b = aabb(1, 1, -9, 2, 2, 0);
    p = carom_penetration_aabb_aabb(&a, &b);
    assert_true(p.overlap && p.depth == 0 && p.normal.z == -1);
    b.max.z = next_number(0, -1);
    p = carom_penetration_aabb_aabb(&a, &b);
    assert_true(!p.overlap && p.depth == 0 && p.normal.z == 0);
    FOR_EACH_BAD_NUMBER(b, assert_false(carom_penetration_aabb_aabb(&a, &b).overlap));
}

static void straight_turned_boxes_agree(void **state) {
    (void)state;
    carom_obb a = obb_straight(2, 2, 2, 2, 2, 2), b = obb_straight(4.5, 2, 5.5, 1.5, 1, 3.5);
    carom_penetration p = carom_penetration_obb_obb(&a, &b);
    assert_true(p.overlap);
    assert_near((double)p.depth, 1);
    assert_near((double)p.normal.x, 1);
    assert_near((double)p.point_a.x, 4);
    assert_near((double)p.point_b.x, 3);
    p = carom_penetration_obb_obb(&a, &a);
    assert_near((double)p.depth, 4);
}

/* Crossed diagonal edges, 0.1 into each other: neither box's faces tell. */
static void crossed_edges_leave_along_their_cross_product(void **state) {
    (void)state;
    double h = sqrt(0.5);
    carom_obb a = {v3(0, 0, 0), {v3(1, 0, 0), v3(0, h, h), v3(0, -h, h)}, v3(5, 1, 1)};
    carom_obb b = {
        v3(1, 0.5, 2 * sqrt(2.0) - 0.1), {v3(0, 1, 0), v3(-h, 0, h), v3(h, 0, h)}, v3(5, 1, 1)};
    carom_penetration p = carom_penetration_obb_obb(&a, &b);
    assert_near((double)p.depth, 0.1);
    assert_near((double)p.normal.z, 1);
    assert_near((double)p.point_a.x, 1);
    assert_near((double)p.point_a.y, 0);
    assert_near((double)p.point_a.z, sqrt(2.0));
    assert_near((double)p.point_b.z, sqrt(2.0) - 0.1);
}

static void the_translation_frees(void **state) {
    (void)state;
    volume_seed = 43;
    int seen = 0;
    for (int k = 0; k < 20000; k++) {
        double angle = k % 3 == 0 ? 1e-4 : k % 3 == 1 ? 1e-8 : 1.0;
        carom_obb a = random_obb(0.7, angle), b = random_obb(0.7, angle), moved = b;
        carom_penetration p = carom_penetration_obb_obb(&a, &b),
                          back = carom_penetration_obb_obb(&b, &a);
        assert_int_equal(p.overlap, carom_overlap_obb_obb(&a, &b));
        if (!p.overlap) continue;
        seen++;
        carom_vec3 n = p.normal;
        assert_near((double)(n.x * n.x + n.y * n.y + n.z * n.z), 1);
        assert_near((double)p.depth, (double)back.depth);
        for (int out = 0; out < 2; out++) {
            double way = (double)p.depth + (out ? 2e-5 : -2e-5);
            if (way < 0) continue;
            for (int i = 0; i < 3; i++)
                (&moved.center.x)[i] =
                    (carom_real)((double)(&b.center.x)[i] + way * (double)(&n.x)[i]);
            assert_int_equal(carom_overlap_obb_obb(&a, &moved), !out);
        }
        for (int d = 0; d < 20; d++) { /* no shorter way out */
            carom_vec3 v = random_vec(1);
            double length = sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z));
            if (length < 0.1) continue;
            for (int i = 0; i < 3; i++)
                (&moved.center.x)[i] =
                    (carom_real)((double)(&b.center.x)[i] +
                                 ((double)p.depth * 0.999 - 1e-5) / length * (double)(&v.x)[i]);
            if (p.depth > (carom_real)1e-3) assert_true(carom_overlap_obb_obb(&a, &moved));
        }
    }
    assert_true(seen > 3000);
}

static vec3 axis_of_pair(const carom_obb *a, const carom_obb *b, int i) {
    if (i < 6) return load3(i < 3 ? a->axes[i] : b->axes[i - 3]);
    return cross3(load3(a->axes[(i - 6) / 3]), load3(b->axes[(i - 6) % 3]));
}

static double reach_along(const carom_obb *box, vec3 n) {
    double reach = 0.0;
    for (int i = 0; i < 3; i++)
        reach += (double)(&box->half_extents.x)[i] * fabs(dot3(load3(box->axes[i]), n));
    return reach;
}

/* All 15 directions, none left out. */
static double least_overlap(const carom_obb *a, const carom_obb *b) {
    double least = DBL_MAX;
    for (int i = 0; i < 15; i++) {
        vec3 n = axis_of_pair(a, b, i);
        double length = sqrt(len2(n));
        if (!(length > 1e-12)) continue;
        double apart = fabs(dot3(n, sub3(load3(b->center), load3(a->center))));
        least = min2(least, (reach_along(a, n) + reach_along(b, n) - apart) / length);
    }
    return least;
}

static void scale_obb(carom_obb *box, double by) {
    box->center = store3(scale3(load3(box->center), by));
    box->half_extents = store3(scale3(load3(box->half_extents), by));
}

/* Directions are left out by their overlaps in float: never that of the least, however boxes are
 * turned (hardly, or by a quarter), thin, flat, far away, large or small. */
static void no_direction_is_missed(void **state) {
    (void)state;
    const double angles[] = {0, 1e-8, 1e-6, 1e-4, 0.01, 1}, scales[] = {1, 0x1p-50, 0x1p50};
    int seen = 0;
    volume_seed = 44;
    for (int k = 0; k < 60000; k++) {
        carom_obb a = random_obb(0.7, angles[k % 6]), b = random_obb(0.7, angles[k / 6 % 6]);
        if (k % 7 == 0) (&a.half_extents.x)[k % 3] = 0;
        if (k % 11 == 0) (&b.half_extents.x)[k % 3] *= (carom_real)1e-4;
        if (k % 13 == 0) b.half_extents = a.half_extents;
        if (k % 17 == 0) (&b.center.x)[k % 3] = (&a.center.x)[k % 3];
        double least = least_overlap(&a, &b);
        carom_penetration p = carom_penetration_obb_obb(&a, &b);
        assert_int_equal(p.overlap, carom_overlap_obb_obb(&a, &b));
        if (!p.overlap) continue;
        seen++;
        /* a face may stand for edges that are hardly better */
        assert_true(fabs((double)p.depth - least) <= CLOSE + 1e-9 * least);
        scale_obb(&a, scales[k % 3]);
        scale_obb(&b, scales[k % 3]);
        carom_penetration q = carom_penetration_obb_obb(&a, &b);
        assert_true(q.overlap && (double)q.depth == (double)p.depth * scales[k % 3]);
        assert_true(q.normal.x == p.normal.x && q.normal.y == p.normal.y &&
                    q.normal.z == p.normal.z);
    }
    assert_true(seen > 15000);
}

/* Beyond the range of float in double, at the ends of the range in float. */
static void extreme_sizes(void **state) {
    (void)state;
    const double small = 1.0 / (double)CAROM_REAL_MAX * 256, large = (double)CAROM_REAL_MAX / 64;
    for (int k = 0; k < 2; k++) {
        double s = k == 0 ? small : large;
        carom_obb a = obb_straight(0, 0, 0, s, s, s), b = obb_straight(1.5 * s, 0, 0, s, s, s);
        carom_penetration p = carom_penetration_obb_obb(&a, &b);
        assert_true(p.overlap && p.normal.x == 1);
        assert_near((double)p.depth / s, 0.5);
        b = obb_straight(2.5 * s, 0, 0, s, s, s);
        assert_false(carom_penetration_obb_obb(&a, &b).overlap);
        b = obb_straight(2 * s, 0, 0, s, s, s); /* touching */
        p = carom_penetration_obb_obb(&a, &b);
        assert_true(p.overlap && p.depth == 0 && p.normal.x == 1);
    }
    carom_obb a = obb_straight(0, 0, 0, 1, 1, 1), b = a;
    FOR_EACH_BAD_NUMBER(b, assert_false(carom_penetration_obb_obb(&a, &b).overlap));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligned_boxes_leave_by_the_nearest_face),
        cmocka_unit_test(straight_turned_boxes_agree),
        cmocka_unit_test(crossed_edges_leave_along_their_cross_product),
        cmocka_unit_test(the_translation_frees),
        cmocka_unit_test(no_direction_is_missed),
        cmocka_unit_test(extreme_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
