/* Meshes: every query equals brute force over the triangles, bit for bit; building fails cleanly.
 */
#include "common/test_mesh_soup_common.h"

static void check_contents(const soup *s, int style) {
    (void)style;
    carom_aabb box = carom_mesh_bounds(s->mesh), expected = {s->vertices[0], s->vertices[0]};
    assert_int_equal(carom_mesh_triangle_count(s->mesh), s->def.triangle_count);
    for (size_t i = 0; i < s->def.triangle_count; i++) {
        carom_triangle t = carom_mesh_triangle(s->mesh, (uint32_t)i), from = given(s, i);
        for (int k = 0; k < 3; k++) {
            assert_same(t.v[k], from.v[k]);
            for (int c = 0; c < 3; c++) {
                carom_real x = (&t.v[k].x)[c];
                if (x < (&expected.min.x)[c]) (&expected.min.x)[c] = x;
                if (x > (&expected.max.x)[c]) (&expected.max.x)[c] = x;
            }
        }
    }
    assert_same(box.min, expected.min);
    assert_same(box.max, expected.max);
}

static void check_rays(const soup *s, int style) {
    int hits = 0;
    for (int k = 0; k < 300; k++) {
        carom_vec3 from = any_point(style), to = any_point(style);
        carom_ray ray = {from, step(to, from, -1), 0, (carom_real)INFINITY};
        if (k % 4 == 1) ray.t_max = (carom_real)random01();
        if (k % 4 == 2) ray.t_min = -1;
        if (k % 4 == 3) (&ray.direction.x)[k % 3] = 0;
        bool any = false;
        for (int facing = CAROM_BOTH_SIDES; facing <= CAROM_BACK_ONLY; facing++) {
            carom_mesh_ray_hit best = {0};
            for (size_t i = 0; i < s->def.triangle_count; i++) {
                carom_triangle t = given(s, i);
                carom_ray_hit_triangle hit =
                    carom_raycast_ray_triangle(&ray, &t, (carom_facing)facing);
                if (hit.hit && (!best.hit || hit.t < best.at.t))
                    best = (carom_mesh_ray_hit){true, (uint32_t)i, hit};
            }
            carom_mesh_ray_hit found = carom_raycast_ray_mesh(&ray, s->mesh, (carom_facing)facing);
            assert_same_hit(&found, &best);
            if (facing == CAROM_BOTH_SIDES) any = best.hit;
        }
        assert_int_equal(carom_overlap_ray_mesh(&ray, s->mesh), any);
        hits += any;
    }
    assert_true(style == 5 || (hits > 10 && hits < 300));
}

static void check_sweeps(const soup *s, int style) {
    int hits = 0;
    for (int k = 0; k < 150; k++) {
        carom_sphere ball = {any_point(style),
                             (carom_real)(k % 5 == 0 ? 0 : 0.3 * unit * random01())};
        carom_vec3 motion = any_point(style);
        if (k % 7 == 0) motion = v3(0, 0, 0);
        carom_mesh_sweep_hit best = {0}, found = carom_sweep_sphere_mesh(&ball, motion, s->mesh);
        for (size_t i = 0; i < s->def.triangle_count; i++) {
            carom_triangle t = given(s, i);
            carom_sweep_hit hit = carom_sweep_sphere_triangle(&ball, motion, &t);
            if (hit.hit && (!best.at.hit || hit.fraction < best.at.fraction))
                best = (carom_mesh_sweep_hit){(uint32_t)i, hit};
        }
        assert_int_equal(found.triangle, best.triangle);
        assert_int_equal(found.at.hit, best.at.hit);
        assert_int_equal(found.at.initial_overlap, best.at.initial_overlap);
        assert_true(found.at.fraction == best.at.fraction);
        assert_true(found.at.fraction_exit == best.at.fraction_exit);
        assert_same(found.at.point, best.at.point);
        assert_same(found.at.normal, best.at.normal);
        hits += best.at.hit;
    }
    if (style != 5 && hits <= 10) fail_msg("%d of style %d", hits, style);
}

static void check_closest(const soup *s, int style) {
    for (int k = 0; k < 300; k++) {
        carom_vec3 p = any_point(style);
        if (k % 5 == 0) p = s->vertices[(size_t)k % s->def.vertex_count];
        carom_mesh_closest best = {.at.distance = (carom_real)INFINITY};
        carom_mesh_closest found = carom_closest_point_mesh(p, s->mesh);
        for (size_t i = 0; i < s->def.triangle_count; i++) {
            carom_triangle t = given(s, i);
            carom_closest_on_triangle at = carom_closest_point_triangle(p, &t);
            if (at.distance < best.at.distance) best = (carom_mesh_closest){(uint32_t)i, at};
        }
        assert_int_equal(found.triangle, best.triangle);
        assert_true(found.at.distance == best.at.distance);
        assert_int_equal(found.at.feature, best.at.feature);
        assert_same(found.at.point_a, best.at.point_a);
        assert_same(found.at.point_b, best.at.point_b);
        assert_same(found.at.barycentric, best.at.barycentric);
        assert_true(k % 5 != 0 || found.at.distance == 0);
    }
}

/* The first `capacity` of the list in ascending order, and the true count, for any capacity. */
static void assert_list(const uint32_t *expected, size_t count, const carom_sphere *ball,
                        const carom_aabb *box, const carom_mesh *mesh) {
    const size_t capacities[] = {0, 1, 2, count / 2, count, LARGEST};
    for (int k = 0; k < COUNT(capacities); k++) {
        uint32_t list[LARGEST + 1];
        size_t capacity = capacities[k], kept = capacity < count ? capacity : count;
        list[kept] = 0xabcdef;
        size_t found = ball ? carom_overlap_sphere_mesh(ball, mesh, list, capacity)
                            : carom_overlap_aabb_mesh(box, mesh, list, capacity);
        assert_int_equal(found, count);
        for (size_t i = 0; i < kept; i++)
            assert_int_equal(list[i], expected[i]);
        assert_int_equal(list[kept], 0xabcdef);
    }
    assert_int_equal(ball ? carom_overlap_sphere_mesh(ball, mesh, NULL, 0)
                          : carom_overlap_aabb_mesh(box, mesh, NULL, 0),
                     count);
}

static void check_overlaps(const soup *s, int style) {
    int total = 0;
    for (int k = 0; k < 200; k++) {
        carom_sphere ball = {any_point(style),
                             (carom_real)(unit * (k % 4 ? random_in(0, 2) : k % 3))};
        carom_vec3 p = any_point(style), q = any_point(style);
        carom_aabb box = {p, p};
        for (int i = 0; i < 3; i++)
            (&box.max.x)[i] = (carom_real)((double)(&p.x)[i] + fabs((double)(&q.x)[i]) * 0.5);
        uint32_t by_ball[LARGEST], by_box[LARGEST];
        size_t balls = 0, boxes = 0;
        for (size_t i = 0; i < s->def.triangle_count; i++) {
            carom_triangle t = given(s, i);
            if (carom_overlap_sphere_triangle(&ball, &t)) by_ball[balls++] = (uint32_t)i;
            if (carom_overlap_aabb_triangle(&box, &t)) by_box[boxes++] = (uint32_t)i;
        }
        assert_list(by_ball, balls, &ball, NULL, s->mesh);
        assert_list(by_box, boxes, NULL, &box, s->mesh);
        total += balls > 0 && boxes > 0;
    }
    if (style != 5 && total <= 10) fail_msg("%d of style %d", total, style);
}

static void contents_are_kept(void **state) {
    (void)state;
    for_each_style(check_contents);
}
static void rays_equal_brute_force(void **state) {
    (void)state;
    for_each_style(check_rays);
}
static void sweeps_equal_brute_force(void **state) {
    (void)state;
    for_each_style(check_sweeps);
}
static void closest_points_equal_brute_force(void **state) {
    (void)state;
    for_each_style(check_closest);
}
static void overlaps_equal_brute_force(void **state) {
    (void)state;
    for_each_style(check_overlaps);
}

static void check_bad_queries(const soup *s, int style) {
    (void)style;
    carom_ray ray = {v3(0, 0, 9), v3(0, 0, -1), 0, 99};
    carom_sphere ball = {v3(0, 0, 0), (carom_real)(5 * unit)};
    carom_aabb box = aabb(-5, -5, -5, 5, 5, 5);
    carom_vec3 motion = v3(0, 0, -9), p = v3(0, 0, 0);
    uint32_t list[LARGEST];
    const carom_mesh *mesh = s->mesh;
    assert_true(carom_overlap_sphere_mesh(&ball, mesh, list, LARGEST) > 0);
    FOR_EACH_BAD_NUMBER(ray, {
        carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES);
        carom_mesh_ray_hit none = {0};
        /* an infinite end of the range is no limit */
        bool open = (field_ == 7 && kind_ == 1) || (field_ == 6 && kind_ == 2);
        if (!open) assert_same_hit(&hit, &none);
        if (!open) assert_false(carom_overlap_ray_mesh(&ray, mesh));
    });
    FOR_EACH_BAD_NUMBER(ball, {
        assert_int_equal(carom_overlap_sphere_mesh(&ball, mesh, list, LARGEST), 0);
        assert_false(carom_sweep_sphere_mesh(&ball, motion, mesh).at.hit);
    });
    FOR_EACH_BAD_NUMBER(motion, assert_false(carom_sweep_sphere_mesh(&ball, motion, mesh).at.hit));
    FOR_EACH_BAD_NUMBER(box,
                        assert_int_equal(carom_overlap_aabb_mesh(&box, mesh, list, LARGEST), 0));
    FOR_EACH_BAD_NUMBER(p, {
        carom_mesh_closest c = carom_closest_point_mesh(p, mesh);
        assert_true(c.at.distance == HUGE_VAL);
        assert_true(length_of(c.at.point_a) + length_of(c.at.point_b) == 0);
    });
    ball.radius = -1;
    assert_int_equal(carom_overlap_sphere_mesh(&ball, mesh, list, LARGEST), 0);
}

static void bad_queries_find_nothing(void **state) {
    (void)state;
    for_each_style(check_bad_queries);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contents_are_kept),
        cmocka_unit_test(rays_equal_brute_force),
        cmocka_unit_test(sweeps_equal_brute_force),
        cmocka_unit_test(closest_points_equal_brute_force),
        cmocka_unit_test(overlaps_equal_brute_force),
        cmocka_unit_test(bad_queries_find_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
