/* Lines against every shape: t of either sign, never started inside, everything on the line found.
 */
#include "common/test_raycast_common.h"

static const carom_triangle tri = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

static void behind_the_origin(void **state) {
    (void)state;
    carom_line line = {v3(1, 1, 8), v3(0, 0, 2)};
    carom_plane plane = {v3(0, 0, -1), 0};
    carom_sphere sphere = {v3(1, 1, 0), 2};
    carom_capsule capsule = {v3(1, 1, 0), v3(1, 1, 2), 2};
    carom_aabb box = {v3(0, 0, -2), v3(2, 2, 4)};
    carom_obb obb = {v3(1, 1, 0), {v3(0, 0, 1), v3(1, 0, 0), v3(0, 1, 0)}, v3(3, 1, 1)};
    carom_polygon polygon = {tri.v, 3};
    assert_hit(carom_raycast_line_plane(&line, &plane), -4, -4, false);
    assert_hit(carom_raycast_line_sphere(&line, &sphere), -5, -3, false);
    assert_hit(carom_raycast_line_capsule(&line, &capsule), -5, -2, false);
    assert_hit(carom_raycast_line_aabb(&line, &box), -5, -2, false);
    assert_hit(carom_raycast_line_obb(&line, &obb), -5.5, -2.5, false);
    carom_ray_hit hit = carom_raycast_line_polygon(&line, &polygon);
    assert_hit(hit, -4, -4, false);
    assert_vec(hit.normal, 0, 0, -1);
    carom_ray_hit_triangle t = carom_raycast_line_triangle(&line, &tri, CAROM_BOTH_SIDES);
    assert_true(t.hit && t.t == -4 && t.normal.z == -1);
    assert_false(carom_raycast_line_triangle(&line, &tri, CAROM_FRONT_ONLY).hit);
    assert_true(carom_raycast_line_triangle(&line, &tri, CAROM_BACK_ONLY).hit);
    line.origin.x = 9;
    assert_miss(carom_raycast_line_sphere(&line, &sphere));
    assert_miss(carom_raycast_line_capsule(&line, &capsule));
    assert_miss(carom_raycast_line_aabb(&line, &box));
    assert_miss(carom_raycast_line_obb(&line, &obb));
    assert_miss(carom_raycast_line_polygon(&line, &polygon));
    assert_miss_triangle(carom_raycast_line_triangle(&line, &tri, CAROM_BOTH_SIDES));
}

static void within_planes(void **state) {
    (void)state;
    carom_line line = {v3(2, 9, 0), v3(0, 1, 0)};
    carom_plane plane = {v3(0, 0, 1), 0};
    carom_ray_hit hit =
        carom_raycast_line_plane(&line, &plane); /* in it: the origin is the place */
    assert_hit(hit, 0, 0, false);
    carom_ray_hit_triangle t = carom_raycast_line_triangle(&line, &tri, CAROM_BOTH_SIDES);
    assert_true(t.hit && t.t == -9); /* enters the triangle at (2, 0, 0) */
    line.origin.x = 4;
    assert_true(carom_raycast_line_triangle(&line, &tri, CAROM_BOTH_SIDES).hit);
    line.origin.x = 4 + 4 * CAROM_REAL_EPSILON;
    assert_false(carom_raycast_line_triangle(&line, &tri, CAROM_BOTH_SIDES).hit);
    line.origin.z = (carom_real)1e-30;
    assert_miss(carom_raycast_line_plane(&line, &plane));
}

static void turning_round_changes_the_sign(void **state) {
    (void)state;
    uint64_t seed = 12;
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        carom_line a = {random_vec(&seed, 3), random_vec(&seed, 1)}, b = a;
        b.direction = v3(-(double)a.direction.x, -(double)a.direction.y, -(double)a.direction.z);
        carom_sphere sphere = {random_vec(&seed, 1), 1};
        carom_aabb box = {v3(-1, -2, -1), v3(1, 1, 2)};
        carom_ray_hit s1 = carom_raycast_line_sphere(&a, &sphere);
        carom_ray_hit s2 = carom_raycast_line_sphere(&b, &sphere);
        carom_ray_hit b1 = carom_raycast_line_aabb(&a, &box),
                      b2 = carom_raycast_line_aabb(&b, &box);
        assert_int_equal(s1.hit, s2.hit);
        assert_int_equal(b1.hit, b2.hit);
        if (s1.hit) assert_near((double)s1.t, -(double)s2.t_exit);
        if (b1.hit) assert_near((double)b1.t, -(double)b2.t_exit);
        carom_ray_hit_triangle t1 = carom_raycast_line_triangle(&a, &tri, CAROM_BOTH_SIDES);
        carom_ray_hit_triangle t2 = carom_raycast_line_triangle(&b, &tri, CAROM_BOTH_SIDES);
        assert_int_equal(t1.hit, t2.hit);
        if (t1.hit) assert_near((double)t1.t, -(double)t2.t);
        hits += s1.hit + b1.hit + t1.hit;
    }
    assert_true(hits > 1000);
}

static void bad_input_misses(void **state) {
    (void)state;
    const carom_real bad[3] = {(carom_real)NAN, (carom_real)INFINITY, (carom_real)-INFINITY};
    for (int i = 0; i <= 18; i++) {
        carom_line line = {v3(1, 1, 8), v3(0.125, 0.125, 1)};
        if (i < 18)
            (&line.origin.x)[i % 6] = bad[i / 6];
        else
            line.direction = v3(0, 0, 0);
        carom_plane plane = {v3(0, 0, 1), 8};
        carom_sphere sphere = {v3(1, 1, 8), 2};
        carom_capsule capsule = {v3(1, 1, 8), v3(1, 1, 2), 2};
        carom_aabb box = {v3(0, 0, -2), v3(2, 2, 9)};
        carom_obb obb = {v3(1, 1, 8), {v3(0, 0, 1), v3(1, 0, 0), v3(0, 1, 0)}, v3(3, 1, 1)};
        carom_polygon polygon = {tri.v, 3};
        assert_miss(carom_raycast_line_plane(&line, &plane));
        assert_miss(carom_raycast_line_sphere(&line, &sphere));
        assert_miss(carom_raycast_line_capsule(&line, &capsule));
        assert_miss(carom_raycast_line_aabb(&line, &box));
        assert_miss(carom_raycast_line_obb(&line, &obb));
        assert_miss(carom_raycast_line_polygon(&line, &polygon));
        assert_miss_triangle(carom_raycast_line_triangle(&line, &tri, CAROM_BOTH_SIDES));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behind_the_origin),
        cmocka_unit_test(within_planes),
        cmocka_unit_test(turning_round_changes_the_sign),
        cmocka_unit_test(bad_input_misses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
