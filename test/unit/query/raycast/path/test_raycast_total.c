/* Every raycast answers for any numbers whatsoever: no NaN, a unit normal with a hit, zeros with a
 * miss. */
#include "common/test_raycast_common.h"

static carom_real any_number(uint64_t *seed) {
    static const double pool[] = {0.0,    -0.0,  1.0,      -1.0,     0.5,  3.0,      1e-30, -1e-30,
                                  1e30,   -1e30, 2.0,      -2.0,     7.0,  1e-45,    1e-37, 1e37,
                                  1.5e38, -3e38, NAN,      INFINITY, 1.0,  0.0,      0.0,   -3.0,
                                  1e-300, 1e300, 4.9e-324, -1e308,   0.25, -INFINITY};
    int count = (int)(sizeof pool / sizeof pool[0]);
    bool tame = next_random(seed) < 0.4; /* often small numbers only, so that there are hits */
    int i = (int)((next_random(seed) + 1.0) * 0.5 * count);
    double x = tame ? floor(4.0 * next_random(seed)) : pool[i];
    if (sizeof(carom_real) == 4 && fabs(x) > 3.4e38 && !isinf(x)) x = x > 0 ? 3.4e38 : -3.4e38;
    return (carom_real)x;
}

static void check(carom_ray_hit hit) {
    if (!hit.hit) {
        assert_miss(hit);
        return;
    }
    assert_false(isnan(hit.t) || isnan(hit.t_exit));
    assert_false(isnan(hit.point.x) || isnan(hit.point.y) || isnan(hit.point.z));
    assert_unit(hit.normal);
    assert_true(hit.t <= hit.t_exit);
}

static void check_triangle(carom_ray_hit_triangle hit) {
    if (!hit.hit) {
        assert_miss_triangle(hit);
        return;
    }
    carom_vec3 b = hit.barycentric;
    assert_false(isnan(hit.t) || isnan(hit.point.x) || isnan(hit.point.y) || isnan(hit.point.z));
    assert_unit(hit.normal);
    assert_near((double)b.x + (double)b.y + (double)b.z, 1.0);
}

static int cast_all(const carom_real *n) {
    carom_ray ray;
    carom_segment segment;
    carom_line line;
    carom_plane plane;
    carom_halfspace half;
    carom_sphere sphere;
    carom_capsule capsule;
    carom_aabb box;
    carom_triangle tri;
    carom_obb obb = {
        {n[8], n[9], n[10]},
        {{1, 0, 0}, {0, (carom_real)0.6, (carom_real)0.8}, {0, (carom_real)-0.8, (carom_real)0.6}},
        {n[11], n[12], n[13]}};
    memcpy(&ray, n, sizeof ray);
    memcpy(&segment, n, sizeof segment);
    memcpy(&line, n, sizeof line);
    memcpy(&plane, n + 8, sizeof plane);
    memcpy(&half, n + 8, sizeof half);
    memcpy(&sphere, n + 8, sizeof sphere);
    memcpy(&capsule, n + 8, sizeof capsule);
    memcpy(&box, n + 8, sizeof box);
    memcpy(&tri, n + 8, sizeof tri);
    carom_line axis = {box.min, box.max};
    carom_polygon polygon = {tri.v, 3};
    const carom_ray_hit hits[] = {
        carom_raycast_ray_plane(&ray, &plane),
        carom_raycast_ray_halfspace(&ray, &half),
        carom_raycast_ray_sphere(&ray, &sphere),
        carom_raycast_ray_capsule(&ray, &capsule),
        carom_raycast_ray_aabb(&ray, &box),
        carom_raycast_ray_obb(&ray, &obb),
        carom_raycast_ray_polygon(&ray, &polygon),
        carom_raycast_ray_cylinder_infinite(&ray, &axis, n[14]),
        carom_raycast_segment_plane(&segment, &plane),
        carom_raycast_segment_halfspace(&segment, &half),
        carom_raycast_segment_sphere(&segment, &sphere),
        carom_raycast_segment_capsule(&segment, &capsule),
        carom_raycast_segment_aabb(&segment, &box),
        carom_raycast_segment_obb(&segment, &obb),
        carom_raycast_segment_polygon(&segment, &polygon),
        carom_raycast_line_plane(&line, &plane),
        carom_raycast_line_sphere(&line, &sphere),
        carom_raycast_line_capsule(&line, &capsule),
        carom_raycast_line_aabb(&line, &box),
        carom_raycast_line_obb(&line, &obb),
        carom_raycast_line_polygon(&line, &polygon),
    };
    int count = 0;
    for (size_t i = 0; i < sizeof hits / sizeof hits[0]; i++) {
        check(hits[i]);
        count += hits[i].hit;
    }
    assert_int_equal(hits[4].hit, carom_overlap_ray_aabb(&ray, &box));
    for (int facing = 0; facing < 3; facing++) {
        check_triangle(carom_raycast_ray_triangle(&ray, &tri, (carom_facing)facing));
        check_triangle(carom_raycast_segment_triangle(&segment, &tri, (carom_facing)facing));
        check_triangle(carom_raycast_line_triangle(&line, &tri, (carom_facing)facing));
    }
    return count;
}

static void any_numbers(void **state) {
    (void)state;
    uint64_t seed = 4711;
    int hits = 0;
    for (int i = 0; i < 30000; i++) {
        carom_real n[17];
        bool wild = i % 3 == 0;
        for (int k = 0; k < 17; k++)
            n[k] = wild || next_random(&seed) > 0.8 ? any_number(&seed)
                                                    : (carom_real)floor(4 * next_random(&seed));
        hits += cast_all(n);
    }
    assert_true(hits > 10000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
