/* Segments against every shape: as a ray over [0, 1], with the exact direction b - a, and as a
 * point when both ends coincide. */
#include "common/test_raycast_common.h"

static const carom_triangle tri = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

static void equals_the_ray(void **state) {
    (void)state;
    uint64_t seed = 3;
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        carom_vec3 a = v3(floor(8 * next_random(&seed)), floor(8 * next_random(&seed)),
                          floor(8 * next_random(&seed)));
        carom_vec3 b = v3(floor(8 * next_random(&seed)), floor(8 * next_random(&seed)),
                          floor(8 * next_random(&seed)));
        if (a.x == b.x && a.y == b.y && a.z == b.z) continue;
        carom_segment s = {a, b};
        carom_ray r = {a, along(b, a, -1), 0, 1};
        carom_plane plane = {v3(1, 2, -1), 3};
        carom_halfspace half = {v3(1, 2, -1), 3};
        carom_sphere sphere = {v3(1, 0, -1), 3};
        carom_capsule capsule = {v3(1, 0, -1), v3(-3, 2, 2), 2};
        carom_aabb box = {v3(-2, -3, -4), v3(3, 2, 1)};
        carom_obb obb = {v3(1, 1, 1), {v3(0, 1, 0), v3(-1, 0, 0), v3(0, 0, 1)}, v3(1, 2, 3)};
        carom_polygon polygon = {tri.v, 3};
        const carom_ray_hit one[7] = {
            carom_raycast_segment_plane(&s, &plane),    carom_raycast_segment_halfspace(&s, &half),
            carom_raycast_segment_sphere(&s, &sphere),  carom_raycast_segment_capsule(&s, &capsule),
            carom_raycast_segment_aabb(&s, &box),       carom_raycast_segment_obb(&s, &obb),
            carom_raycast_segment_polygon(&s, &polygon)};
        const carom_ray_hit two[7] = {
            carom_raycast_ray_plane(&r, &plane),    carom_raycast_ray_halfspace(&r, &half),
            carom_raycast_ray_sphere(&r, &sphere),  carom_raycast_ray_capsule(&r, &capsule),
            carom_raycast_ray_aabb(&r, &box),       carom_raycast_ray_obb(&r, &obb),
            carom_raycast_ray_polygon(&r, &polygon)};
        for (int k = 0; k < 7; k++) {
            assert_int_equal(one[k].hit, two[k].hit);
            if (!one[k].hit) continue;
            hits++;
            assert_hit(one[k], (double)two[k].t, (double)two[k].t_exit, two[k].started_inside);
        }
        carom_ray_hit_triangle t1 = carom_raycast_segment_triangle(&s, &tri, CAROM_BOTH_SIDES);
        carom_ray_hit_triangle t2 = carom_raycast_ray_triangle(&r, &tri, CAROM_BOTH_SIDES);
        assert_true(t1.hit == t2.hit && t1.t == t2.t && t1.normal.z == t2.normal.z);
    }
    assert_true(hits > 2000);
}

static void ends_belong_to_it(void **state) {
    (void)state;
    carom_segment s = {v3(1, 1, 3), v3(1, 1, 0)};
    carom_ray_hit_triangle hit = carom_raycast_segment_triangle(&s, &tri, CAROM_BOTH_SIDES);
    assert_true(hit.hit && hit.t == 1);
    s.b.z = (carom_real)1e-30;
    assert_false(carom_raycast_segment_triangle(&s, &tri, CAROM_BOTH_SIDES).hit);
    carom_aabb box = {v3(0, 0, -1), v3(2, 2, 0)};
    assert_miss(carom_raycast_segment_aabb(&s, &box));
    s.b.z = 0;
    assert_hit(carom_raycast_segment_aabb(&s, &box), 1, 1, false);
    carom_plane plane = {v3(0, 0, 5), 0};
    assert_hit(carom_raycast_segment_plane(&s, &plane), 1, 1, false);
    s.b.z = (carom_real)1e-30;
    assert_miss(carom_raycast_segment_plane(&s, &plane));
}

static void point_segments(void **state) {
    (void)state;
    carom_segment s = {v3(1, 1, 0), v3(1, 1, 0)};
    carom_plane plane = {v3(0, 0, 1), 0};
    carom_halfspace half = {v3(0, 0, 1), 0};
    carom_sphere sphere = {v3(1, 1, 2), 2};
    carom_capsule capsule = {v3(1, 1, 2), v3(1, 1, 5), 2};
    carom_aabb box = {v3(1, 0, 0), v3(2, 2, 2)};
    carom_polygon polygon = {tri.v, 3};
    for (int i = 0; i < 2; i++) {
        const carom_ray_hit hit[6] = {
            carom_raycast_segment_plane(&s, &plane),   carom_raycast_segment_halfspace(&s, &half),
            carom_raycast_segment_sphere(&s, &sphere), carom_raycast_segment_capsule(&s, &capsule),
            carom_raycast_segment_aabb(&s, &box),      carom_raycast_segment_polygon(&s, &polygon)};
        carom_ray_hit_triangle t = carom_raycast_segment_triangle(&s, &tri, CAROM_BOTH_SIDES);
        assert_int_equal(t.hit, i == 0);
        for (int k = 0; k < 6; k++) {
            if (i == 1 && k == 1) continue; /* below the half-space's face is still inside */
            assert_int_equal(hit[k].hit, i == 0);
            if (i == 0) assert_true(hit[k].t == 0 && dot_of(hit[k].normal, hit[k].normal) > 0.99);
        }
        s.a.z = s.b.z = -(carom_real)0.001;
    }
}

static void rounded_direction_does_not_decide(void **state) {
    (void)state;
    /* b - a is not a double here; the triangle's corner lies on the exact segment, at its very end.
     */
    double tiny = (double)CAROM_REAL_EPSILON * 0.25;
    carom_segment s = {v3(1, tiny, 0), v3(-tiny, 1, 0)};
    carom_triangle corner = {{s.b, v3(-1, 1, 0), v3(-1, 1, 1)}};
    assert_true(carom_raycast_segment_triangle(&s, &corner, CAROM_BOTH_SIDES).hit);
    corner.v[0].x *= 1 + 2 * CAROM_REAL_EPSILON;
    assert_false(carom_raycast_segment_triangle(&s, &corner, CAROM_BOTH_SIDES).hit);
    carom_aabb box = {s.b, s.b};
    carom_ray_hit hit = carom_raycast_segment_aabb(&s, &box);
    assert_true(hit.hit && hit.t == 1);
}

static void bad_input_misses(void **state) {
    (void)state;
    const carom_real bad[3] = {(carom_real)NAN, (carom_real)INFINITY, (carom_real)-INFINITY};
    for (int i = 0; i < 18; i++) {
        carom_segment s = {v3(1, 1, 1), v3(1, 1, -1)};
        (&s.a.x)[i % 6] = bad[i / 6];
        carom_plane plane = {v3(0, 0, 1), 0};
        carom_halfspace half = {v3(0, 0, 1), 0};
        carom_sphere sphere = {v3(1, 1, 0), 2};
        carom_capsule capsule = {v3(1, 1, 0), v3(1, 1, 5), 2};
        carom_aabb box = {v3(0, 0, -9), v3(2, 2, 9)};
        carom_obb obb = {v3(1, 1, 0), {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(9, 9, 9)};
        carom_polygon polygon = {tri.v, 3};
        assert_miss(carom_raycast_segment_plane(&s, &plane));
        assert_miss(carom_raycast_segment_halfspace(&s, &half));
        assert_miss(carom_raycast_segment_sphere(&s, &sphere));
        assert_miss(carom_raycast_segment_capsule(&s, &capsule));
        assert_miss(carom_raycast_segment_aabb(&s, &box));
        assert_miss(carom_raycast_segment_obb(&s, &obb));
        assert_miss(carom_raycast_segment_polygon(&s, &polygon));
        assert_miss_triangle(carom_raycast_segment_triangle(&s, &tri, CAROM_BOTH_SIDES));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_ray),   cmocka_unit_test(ends_belong_to_it),
        cmocka_unit_test(point_segments),   cmocka_unit_test(rounded_direction_does_not_decide),
        cmocka_unit_test(bad_input_misses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
