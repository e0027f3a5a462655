/* Points: exact contact with points, segments, planes, half-spaces, boxes, triangles and spheres.
 */
#include "common/test_flat_common.h"

static void points_meet_only_themselves(void **state) {
    (void)state;
    carom_vec3 p = v3(1, -2, 3);
    assert_true(carom_overlap_point_point(p, p));
    assert_true(carom_overlap_point_point((carom_vec3){0, 0, 0}, v3(-0.0, 0, -0.0)));
    for (int i = 0; i < 3; i++)
        for (int up = 0; up < 2; up++) {
            carom_vec3 q = p;
            (&q.x)[i] = next_number((&q.x)[i], up ? 9 : -9);
            assert_false(carom_overlap_point_point(p, q));
            assert_false(carom_overlap_point_point(q, p));
        }
    FOR_EACH_BAD_NUMBER(p, {
        assert_false(carom_overlap_point_point(p, p));
        assert_false(carom_overlap_point_point(p, v3(1, -2, 3)));
        assert_false(carom_overlap_point_point(v3(1, -2, 3), p));
    });
}

static void lattice_points_against_segment_and_triangle(void **state) {
    (void)state;
    volume_seed = 21;
    int on_segment = 0, on_triangle = 0, total = 60000;
    for (int k = 0; k < total; k++) {
        carom_vec3 p = lattice_vec(2);
        carom_segment s = {lattice_vec(2), lattice_vec(2)};
        carom_triangle t = {{lattice_vec(2), lattice_vec(2), lattice_vec(2)}};
        if (k % 4 == 0) t.v[k / 4 % 3] = t.v[(k / 4 + 1) % 3];
        bool with_segment = hulls_meet(&p, 1, &s.a, 2), with_triangle = hulls_meet(&p, 1, t.v, 3);
        carom_vec3 shift = lattice_vec(1000);
        double scale = random_scale();
        SHIFT(p, shift);
        SHIFT(s, shift);
        SHIFT(t, shift);
        SCALE(p, scale);
        SCALE(s, scale);
        SCALE(t, scale);
        on_segment += with_segment;
        on_triangle += with_triangle;
        assert_int_equal(carom_overlap_point_segment(p, &s), with_segment);
        s = (carom_segment){s.b, s.a};
        assert_int_equal(carom_overlap_point_segment(p, &s), with_segment);
        for (int i = 0; i < 3; i++) {
            carom_triangle r = tri(t.v[i], t.v[(i + 1) % 3], t.v[(i + 2) % 3]);
            carom_triangle l = tri(r.v[1], r.v[0], r.v[2]);
            assert_int_equal(carom_overlap_point_triangle(p, &r), with_triangle);
            assert_int_equal(carom_overlap_point_triangle(p, &l), with_triangle);
        }
    }
    assert_true(on_segment > total / 100 && on_triangle > total / 50);
}

/* A third of the way along a segment, and the middle of a triangle: one ulp to any side is off,
 * unless it stays on the line or in the plane. */
static void one_ulp_off(void **state) {
    (void)state;
    volume_seed = 22;
    int segments = 0, triangles = 0;
    for (int k = 0; k < 20000; k++) {
        carom_vec3 o = lattice_vec(100), u = lattice_vec(9), v = lattice_vec(9), p = o;
        carom_segment s = {step(o, u, -1), step(o, u, 2)};
        carom_triangle t = tri(step(o, u, -1), step(step(o, u, 1), v, -2), step(o, v, 2));
        int axis = (int)(random01() * 3), i = (axis + 1) % 3, j = (axis + 2) % 3;
        assert_true(carom_overlap_point_segment(p, &s));
        assert_true(carom_overlap_point_triangle(p, &t));
        (&p.x)[axis] = nudged((&p.x)[axis], random01() < 0.5 ? -1e9 : 1e9);
        if ((&u.x)[i] != 0 || (&u.x)[j] != 0 || (&u.x)[axis] == 0) {
            assert_false(carom_overlap_point_segment(p, &s));
            segments++;
        }
        if ((&u.x)[i] * (&v.x)[j] != (&u.x)[j] * (&v.x)[i]) {
            assert_false(carom_overlap_point_triangle(p, &t));
            triangles++;
        }
    }
    assert_true(segments > 10000 && triangles > 10000);
}

/* Edges of the triangle's own plane, from inside to just outside. */
static void one_ulp_past_the_edges(void **state) {
    (void)state;
    carom_triangle t = tri(v3(1, 1, 5), v3(9, 1, 5), v3(1, 9, 5));
    const struct {
        carom_vec3 on, out;
    } cases[] = {
        {v3(4, 1, 5), v3(4, -9, 5)}, {v3(1, 4, 5), v3(-9, 4, 5)}, {v3(5, 5, 5), v3(9, 5, 5)},
        {v3(5, 5, 5), v3(5, 9, 5)},  {v3(1, 1, 5), v3(-9, 1, 5)}, {v3(9, 1, 5), v3(99, 1, 5)},
        {v3(1, 9, 5), v3(1, 99, 5)}, {v3(9, 1, 5), v3(9, 9, 5)},  {v3(2, 2, 5), v3(2, 2, 9)},
    };
    for (int k = 0; k < COUNT(cases); k++)
        for (int e = -SCALE_RANGE; e <= SCALE_RANGE; e += SCALE_RANGE / 3) {
            carom_vec3 p = cases[k].on, out = cases[k].out;
            carom_triangle at = t;
            double scale = ldexp(1, e);
            SCALE(p, scale);
            SCALE(out, scale);
            SCALE(at, scale);
            assert_true(carom_overlap_point_triangle(p, &at));
            for (int i = 0; i < 3; i++)
                (&p.x)[i] = next_number((&p.x)[i], (double)(&out.x)[i]);
            assert_false(carom_overlap_point_triangle(p, &at));
        }
}

static void planes_and_halfspaces(void **state) {
    (void)state;
    volume_seed = 23;
    int on = 0;
    for (int k = 0; k < 50000; k++) {
        carom_vec3 p = lattice_vec(5), n = lattice_vec(4);
        double offset = random_lattice(6), value = dot_of(n, p) - offset;
        double scale = random_scale(), length = ldexp(1, (int)random_lattice(20));
        bool valid = length_of(n) > 0;
        carom_plane plane = {n, (carom_real)offset};
        SCALE(p, scale);
        SCALE(plane.normal, length);
        if (fabs(log2(scale)) + fabs(log2(length)) > SCALE_RANGE) continue;
        plane.offset = (carom_real)(offset * scale * length);
        carom_halfspace half = {plane.normal, plane.offset};
        on += valid && value == 0;
        assert_int_equal(carom_overlap_point_plane(p, &plane), valid && value == 0);
        assert_int_equal(carom_overlap_point_halfspace(p, &half), valid && value <= 0);
        if (!valid || value != 0 || (&n.x)[k % 3] == 0) continue;
        double out = (&n.x)[k % 3] > 0 ? HUGE_VAL : -HUGE_VAL;
        carom_vec3 q = p;
        (&q.x)[k % 3] = nudged((&q.x)[k % 3], out);
        assert_false(carom_overlap_point_plane(q, &plane));
        assert_false(carom_overlap_point_halfspace(q, &half));
        q = p;
        (&q.x)[k % 3] = nudged((&q.x)[k % 3], -out);
        assert_true(carom_overlap_point_halfspace(q, &half));
    }
    assert_true(on > 1000);
}

/* 2^2 + 3^2 + 6^2 = 7^2. */
static void spheres(void **state) {
    (void)state;
    carom_sphere s = ball(10, 20, 30, 7);
    carom_vec3 p = v3(12, 23, 36);
    assert_true(carom_overlap_point_sphere(p, &s));
    p.z = next_number(36, 99);
    assert_false(carom_overlap_point_sphere(p, &s));
    p.z = next_number(36, 0);
    assert_true(carom_overlap_point_sphere(p, &s));
    s.radius = 0;
    assert_false(carom_overlap_point_sphere(p, &s));
    assert_true(carom_overlap_point_sphere(s.center, &s));
    s.radius = -1;
    assert_false(carom_overlap_point_sphere(s.center, &s));
}

static void turned_boxes(void **state) {
    (void)state;
    volume_seed = 24;
    for (int k = 0; k < 20000; k++) {
        carom_obb box = random_obb(2, 1);
        assert_true(carom_overlap_point_obb(box.center, &box));
        double s[3] = {random_in(-0.999, 0.999), random_in(-0.999, 0.999),
                       random_in(-0.999, 0.999)};
        double least = fmin((double)box.half_extents.x,
                            fmin((double)box.half_extents.y, (double)box.half_extents.z));
        if (least < 0.01) continue;
        assert_true(carom_overlap_point_obb(obb_at(&box, s[0], s[1], s[2]), &box));
        s[k % 3] = k & 1 ? 1.001 : -1.001;
        assert_false(carom_overlap_point_obb(obb_at(&box, s[0], s[1], s[2]), &box));
    }
    carom_obb box = obb_straight(1, 2, 3, 4, 0, 6);
    assert_true(carom_overlap_point_obb(v3(5, 2, 9), &box));
    assert_false(carom_overlap_point_obb((carom_vec3){next_number(5, 6), 2, 9}, &box));
    assert_false(carom_overlap_point_obb((carom_vec3){5, next_number(2, 3), 9}, &box));
    FOR_EACH_BAD_NUMBER(box, assert_false(carom_overlap_point_obb(v3(1, 2, 3), &box)));
}

static void bad_numbers_meet_nothing(void **state) {
    (void)state;
    carom_vec3 p = v3(0, 0, 0);
    carom_segment s = seg(-1, -1, -1, 1, 1, 1);
    carom_triangle t = tri(v3(-1, -1, 0), v3(1, -1, 0), v3(0, 2, 0));
    carom_plane plane = {v3(1, 2, 3), 0};
    carom_halfspace half = {v3(1, 2, 3), 1};
    carom_sphere sphere = ball(0, 0, 0, 1);
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
    carom_obb turned = obb_straight(0, 0, 0, 1, 1, 1);
    FOR_EACH_BAD_NUMBER(s, assert_false(carom_overlap_point_segment(p, &s)));
    FOR_EACH_BAD_NUMBER(t, assert_false(carom_overlap_point_triangle(p, &t)));
    FOR_EACH_BAD_NUMBER(plane, assert_false(carom_overlap_point_plane(p, &plane)));
    FOR_EACH_BAD_NUMBER(half, assert_false(carom_overlap_point_halfspace(p, &half)));
    FOR_EACH_BAD_NUMBER(sphere, assert_false(carom_overlap_point_sphere(p, &sphere)));
    FOR_EACH_BAD_NUMBER(p, {
        assert_false(carom_overlap_point_segment(p, &s));
        assert_false(carom_overlap_point_triangle(p, &t));
        assert_false(carom_overlap_point_plane(p, &plane));
        assert_false(carom_overlap_point_halfspace(p, &half));
        assert_false(carom_overlap_point_sphere(p, &sphere));
        assert_false(carom_overlap_point_aabb(p, &box));
        assert_false(carom_overlap_point_obb(p, &turned));
    });
    plane.normal = half.normal = v3(0, 0, 0);
    assert_false(carom_overlap_point_plane(p, &plane));
    assert_false(carom_overlap_point_halfspace(p, &half));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_meet_only_themselves),
        cmocka_unit_test(lattice_points_against_segment_and_triangle),
        cmocka_unit_test(one_ulp_off),
        cmocka_unit_test(one_ulp_past_the_edges),
        cmocka_unit_test(planes_and_halfspaces),
        cmocka_unit_test(spheres),
        cmocka_unit_test(turned_boxes),
        cmocka_unit_test(bad_numbers_meet_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
