/* Closest points of a point: planes, lines, segments, rays, spheres, boxes, triangles, polygons.
 * Answers are checked by hand-made cases and by a certificate: no vertex of the other shape lies
 * nearer than the plane through the point found, across the way to it. */
#include "common/test_flat_common.h"

static void plane_with_any_normal(void **state) {
    (void)state;
    carom_plane plane = {v3(4, 6, 12), 28}; /* 2 * (2, 3, 6), of length 14; 2 from the origin */
    carom_closest_points c = carom_closest_point_plane(v3(2, 3, 6), &plane);
    assert_about((double)c.distance, 5, 4 * EPS * 5);
    assert_vec_about(c.point_b, 4.0 / 7, 6.0 / 7, 12.0 / 7, 4 * EPS);
    assert_same(c.point_a, v3(2, 3, 6));
    assert_about((double)carom_distance_point_plane_signed(v3(2, 3, 6), &plane), 5, 20 * EPS);
    assert_about((double)carom_distance_point_plane_signed(v3(0, 0, 0), &plane), -2, 8 * EPS);
    c = carom_closest_point_plane(v3(1, 2, 1), &plane); /* exactly in it */
    assert_true(c.distance == 0);
    assert_same(c.point_b, v3(1, 2, 1));
    for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += 9) {
        carom_plane scaled = plane;
        SCALE(scaled.normal, ldexp(1, k / 3));
        scaled.offset = (carom_real)ldexp(28, k / 3 + k / 2);
        carom_vec3 p = v3(2, 3, 6);
        SCALE(p, ldexp(1, k / 2));
        c = carom_closest_point_plane(p, &scaled);
        assert_about(ldexp((double)c.distance, -(k / 2)), 5, 20 * EPS);
    }
    FOR_EACH_BAD_NUMBER(plane, {
        c = carom_closest_point_plane(v3(1, 2, 1), &plane);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
        c = carom_closest_point_plane_unit(v3(1, 2, 1), &plane);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
        assert_true(carom_distance_point_plane_signed(v3(1, 2, 1), &plane) == HUGE_VAL);
    });
    plane.normal = v3(0, 0, 0);
    assert_true(carom_closest_point_plane(v3(1, 2, 1), &plane).distance == HUGE_VAL);
}

static void plane_with_unit_normal(void **state) {
    (void)state;
    volume_seed = 50;
    carom_plane plane = {v3(0, 1, 0), 3};
    carom_closest_points c = carom_closest_point_plane_unit(v3(7, -2, 9), &plane);
    assert_true(c.distance == 5);
    assert_same(c.point_a, v3(7, -2, 9));
    assert_same(c.point_b, v3(7, 3, 9));
    for (int k = 0; k < 1000; k++) {
        carom_vec3 axes[3], p = random_vec(5);
        random_axes(axes, 1);
        plane = (carom_plane){axes[0], (carom_real)random_in(-5, 5)};
        c = carom_closest_point_plane(p, &plane);
        carom_closest_points unit = carom_closest_point_plane_unit(p, &plane);
        assert_about((double)unit.distance, (double)c.distance, 40 * EPS);
        assert_true(apart(unit.point_b, c.point_b) < 80 * EPS);
        assert_about(dot_of(plane.normal, c.point_b), (double)plane.offset, 40 * EPS);
    }
}

static void lines_and_rays(void **state) {
    (void)state;
    carom_line line = {v3(1, 1, 1), v3(0, 0, 4)};
    carom_closest_params c = carom_closest_point_line(v3(4, 5, -7), &line);
    assert_true(c.distance == 5 && c.t_b == -2 && c.t_a == 0);
    assert_same(c.point_a, v3(4, 5, -7));
    assert_same(c.point_b, v3(1, 1, -7));
    carom_ray ray = {v3(1, 1, 1), v3(0, 0, 4), 0, 3};
    c = carom_closest_point_ray(v3(1, 1, -7), &ray); /* behind */
    assert_true(c.distance == 8 && c.t_b == 0);
    assert_same(c.point_b, v3(1, 1, 1));
    c = carom_closest_point_ray(v3(4, 5, 3), &ray);
    assert_true(c.distance == 5 && c.t_b == (carom_real)0.5);
    c = carom_closest_point_ray(v3(1, 1, 20), &ray); /* past its end at 13 */
    assert_true(c.distance == 7 && c.t_b == 3);
    assert_same(c.point_b, v3(1, 1, 13));
    ray.t_max = (carom_real)INFINITY;
    c = carom_closest_point_ray(v3(4, 5, 20), &ray);
    assert_true(c.distance == 5 && c.t_b == (carom_real)4.75);
    ray.t_min = 1;
    c = carom_closest_point_ray(v3(1, 1, 1), &ray);
    assert_true(c.distance == 4 && c.t_b == 1);
    assert_same(c.point_b, v3(1, 1, 5));
    ray.t_max = 1; /* a point */
    c = carom_closest_point_ray(v3(1, 1, 6), &ray);
    assert_true(c.distance == 1 && c.t_b == 1);
    ray.t_max = 0;
    assert_true(carom_closest_point_ray(v3(1, 1, 1), &ray).distance == HUGE_VAL);
    line = (carom_line){v3(-3, -6, -9), v3(1, 2, 3)};
    c = carom_closest_point_line(v3(5, 10, 15), &line); /* exactly on it */
    assert_true(c.distance == 0 && c.t_b == 8);
    assert_same(c.point_b, v3(5, 10, 15));
}

static void bad_lines_and_rays(void **state) {
    (void)state;
    carom_line line = {v3(1, 1, 1), v3(0, 0, 4)};
    carom_ray ray = {v3(1, 1, 1), v3(0, 0, 4), 0, 3};
    carom_vec3 p = v3(4, 5, 3);
    FOR_EACH_BAD_NUMBER(line, {
        carom_closest_params c = carom_closest_point_line(p, &line);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
        assert_true(c.t_a == 0 && c.t_b == 0);
    });
    FOR_EACH_BAD_NUMBER(ray, {
        carom_closest_params c = carom_closest_point_ray(p, &ray);
        if (ray.t_max > CAROM_REAL_MAX) { /* no limit */
            assert_true(c.distance == 5);
        } else {
            assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
            assert_true(c.t_a == 0 && c.t_b == 0);
        }
    });
    FOR_EACH_BAD_NUMBER(p, {
        assert_true(carom_closest_point_ray(p, &ray).distance == HUGE_VAL);
        assert_true(carom_closest_point_line(p, &line).distance == HUGE_VAL);
    });
    line.direction = ray.direction = v3(0, 0, 0);
    assert_true(carom_closest_point_line(p, &line).distance == HUGE_VAL);
    assert_true(carom_closest_point_ray(p, &ray).distance == HUGE_VAL);
}

static void segment_regions(void **state) {
    (void)state;
    carom_segment s = seg(0, 0, 0, 4, 0, 0);
    const struct {
        carom_vec3 p, on;
        double distance, t;
    } cases[] = {
        {v3(-3, 4, 0), v3(0, 0, 0), 5, 0}, {v3(1, 0, 7), v3(1, 0, 0), 7, 0.25},
        {v3(7, 0, 4), v3(4, 0, 0), 5, 1},  {v3(3, 0, 0), v3(3, 0, 0), 0, 0.75},
        {v3(4, 0, 0), v3(4, 0, 0), 0, 1},  {v3(-1, 0, 0), v3(0, 0, 0), 1, 0},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE / 9) {
            carom_vec3 p = cases[i].p, on = cases[i].on;
            carom_segment at = s;
            SCALE(p, ldexp(1, k));
            SCALE(on, ldexp(1, k));
            SCALE(at, ldexp(1, k));
            carom_closest_params c = carom_closest_point_segment(p, &at);
            assert_true((double)c.distance == ldexp(cases[i].distance, k));
            assert_true((double)c.t_b == cases[i].t && c.t_a == 0);
            assert_same(c.point_a, p);
            assert_same(c.point_b, on);
            if (abs(k) > 60) continue; /* the square leaves the range of float */
            assert_true((double)carom_distance_point_segment_squared(p, &at) ==
                        ldexp(cases[i].distance * cases[i].distance, 2 * k));
        }
    s.b = s.a;
    carom_closest_params c = carom_closest_point_segment(v3(2, 3, 6), &s);
    assert_true(c.distance == 7);
    assert_same(c.point_b, v3(0, 0, 0));
    FOR_EACH_BAD_NUMBER(s, {
        c = carom_closest_point_segment(v3(2, 3, 6), &s);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
        assert_true(carom_distance_point_segment_squared(v3(2, 3, 6), &s) == HUGE_VAL);
    });
}

static void spheres(void **state) {
    (void)state;
    carom_sphere s = ball(1, 1, 1, 4);
    carom_closest_points c = carom_closest_point_sphere(v3(3, 4, 7), &s);
    assert_about((double)c.distance, 3, 8 * EPS);
    assert_vec_about(c.point_b, 1 + 8.0 / 7, 1 + 12.0 / 7, 1 + 24.0 / 7, 8 * EPS);
    c = carom_closest_point_sphere(v3(2, 2, 2), &s); /* a solid */
    assert_true(c.distance == 0);
    assert_same(c.point_b, v3(2, 2, 2));
    s.radius = 7;
    assert_true(carom_closest_point_sphere(v3(3, 4, 7), &s).distance == 0);
    s.radius = 0;
    assert_true(carom_closest_point_sphere(v3(3, 4, 7), &s).distance == 7);
    assert_same(carom_closest_point_sphere(v3(3, 4, 7), &s).point_b, s.center);
    FOR_EACH_BAD_NUMBER(s, {
        c = carom_closest_point_sphere(v3(2, 3, 6), &s);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
    });
    s.radius = -1;
    assert_true(carom_closest_point_sphere(v3(2, 2, 2), &s).distance == HUGE_VAL);
}

static void boxes(void **state) {
    (void)state;
    carom_aabb box = aabb(-1, -2, -3, 1, 2, 3);
    carom_obb straight = obb_straight(0, 0, 0, 1, 2, 3);
    const struct {
        carom_vec3 p, on;
        double distance;
    } cases[] = {
        {v3(0, 0, 9), v3(0, 0, 3), 6},   {v3(4, -6, 0), v3(1, -2, 0), 5},
        {v3(3, 5, 9), v3(1, 2, 3), 7},   {v3(1, 1, 1), v3(1, 1, 1), 0},
        {v3(0, 0, 0), v3(0, 0, 0), 0},   {v3(1, 2, 3), v3(1, 2, 3), 0},
        {v3(-8, 1, 1), v3(-1, 1, 1), 7},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int k = -SCALE_RANGE; k <= SCALE_RANGE; k += SCALE_RANGE / 3) {
            carom_vec3 p = cases[i].p, on = cases[i].on;
            carom_aabb at = box;
            carom_obb turned = straight;
            SCALE(p, ldexp(1, k));
            SCALE(on, ldexp(1, k));
            SCALE(at, ldexp(1, k));
            SCALE(turned.half_extents, ldexp(1, k));
            carom_closest_points c = carom_closest_point_aabb(p, &at);
            assert_true((double)c.distance == ldexp(cases[i].distance, k));
            assert_same(c.point_a, p);
            assert_same(c.point_b, on);
            c = carom_closest_point_obb(p, &turned);
            assert_true((double)c.distance == ldexp(cases[i].distance, k));
            assert_same(c.point_b, on);
        }
    carom_vec3 bad = v3(9, 9, 9);
    FOR_EACH_BAD_NUMBER(box, {
        carom_closest_points c = carom_closest_point_aabb(bad, &box);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
    });
    FOR_EACH_BAD_NUMBER(straight, {
        carom_closest_points c = carom_closest_point_obb(bad, &straight);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
    });
    FOR_EACH_BAD_NUMBER(bad, {
        assert_true(carom_closest_point_aabb(bad, &box).distance == HUGE_VAL);
        assert_true(carom_closest_point_obb(bad, &straight).distance == HUGE_VAL);
    });
    box.min.x = 2;
    straight.half_extents.z = -1;
    assert_true(carom_closest_point_aabb(bad, &box).distance == HUGE_VAL);
    assert_true(carom_closest_point_obb(bad, &straight).distance == HUGE_VAL);
}

static void random_boxes_are_nearest(void **state) {
    (void)state;
    volume_seed = 51;
    for (int k = 0; k < 5000; k++) {
        carom_vec3 p = random_vec(3), corners[8];
        carom_obb box = random_obb(1, 1);
        carom_closest_points c = carom_closest_point_obb(p, &box);
        for (int i = 0; i < 8; i++)
            corners[i] = obb_at(&box, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        assert_nearest(&p, 1, corners, 8, (double)c.distance, p, c.point_b);
        carom_vec3 local = step(c.point_b, box.center, -1);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(dot_of(local, box.axes[i])) <=
                        (double)(&box.half_extents.x)[i] + 40 * EPS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane_with_any_normal),
        cmocka_unit_test(plane_with_unit_normal),
        cmocka_unit_test(lines_and_rays),
        cmocka_unit_test(bad_lines_and_rays),
        cmocka_unit_test(segment_regions),
        cmocka_unit_test(spheres),
        cmocka_unit_test(boxes),
        cmocka_unit_test(random_boxes_are_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
