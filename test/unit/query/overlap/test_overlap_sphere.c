/* Spheres against everything, most of it on Pythagorean lattices where contact is exact. */
#include "common/test_volume_common.h"

static void spheres_touch_exactly(void **state) {
    (void)state;
    carom_sphere a = ball(0, 0, 0, 5), b = ball(2, 3, 6, 2); /* 7 apart */
    assert_true(carom_overlap_sphere_sphere(&a, &b));
    assert_true(carom_overlap_sphere_sphere(&b, &a));
    b.radius = next_number(2, 0);
    assert_false(carom_overlap_sphere_sphere(&a, &b));
    a = ball(1, 1, 1, 0);
    b = ball(1, 1, 1, 0);
    assert_true(carom_overlap_sphere_sphere(&a, &b));
    b.center.z = next_number(1, 2);
    assert_false(carom_overlap_sphere_sphere(&a, &b));
}

/* The same contact at every scale that keeps all numbers exact. */
static void scale_does_not_matter(void **state) {
    (void)state;
    for (int e = -100; e <= 100; e++) {
        double s = ldexp(1.0, e);
        carom_sphere a = ball(s, s, s, 5 * s), b = ball(3 * s, 4 * s, 7 * s, 2 * s);
        carom_aabb box = aabb(3 * s, 4 * s, 7 * s, 9 * s, 9 * s, 9 * s);
        carom_sphere c = ball(s, s, s, 7 * s);
        assert_true(carom_overlap_sphere_sphere(&a, &b));
        assert_true(carom_overlap_sphere_aabb(&c, &box));
        b.radius = next_number(b.radius, 0);
        c.radius = next_number(c.radius, 0);
        assert_false(carom_overlap_sphere_sphere(&a, &b));
        assert_false(carom_overlap_sphere_aabb(&c, &box));
    }
}

static void sphere_meets_box_at_face_edge_and_corner(void **state) {
    (void)state;
    carom_aabb box = aabb(0, 0, 0, 10, 10, 10);
    const double touching[][4] = {{-3, 5, 5, 3},  {13, 5, 5, 3},   {-3, -4, 5, 5},
                                  {13, 5, 14, 5}, {-2, -3, -6, 7}, {12, 13, 16, 7},
                                  {5, 5, 5, 0},   {10, 10, 10, 0}, {0, 3, 3, 0}};
    for (size_t i = 0; i < sizeof touching / sizeof *touching; i++) {
        const double *t = touching[i];
        carom_sphere s = ball(t[0], t[1], t[2], t[3]);
        carom_obb turned = obb_straight(5, 5, 5, 5, 5, 5);
        assert_true(carom_overlap_sphere_aabb(&s, &box));
        assert_true(carom_overlap_sphere_obb(&s, &turned));
        if (t[3] == 0) continue;
        s.radius = next_number(s.radius, 0);
        assert_false(carom_overlap_sphere_aabb(&s, &box));
        s.radius = (carom_real)(t[3] * (1 - 1e-5));
        assert_false(carom_overlap_sphere_obb(&s, &turned));
    }
}

static void planes_of_any_length_touch_exactly(void **state) {
    (void)state;
    carom_plane plane = {v3(2, 3, 6), 14}; /* 2 from the origin */
    carom_halfspace behind = {v3(-2, -3, -6), -14}, front = {v3(2, 3, 6), 14};
    carom_sphere s = ball(0, 0, 0, 2), small = ball(0, 0, 0, 0);
    small.radius = next_number(2, 0);
    assert_true(carom_overlap_plane_sphere(&plane, &s));
    assert_false(carom_overlap_plane_sphere(&plane, &small));
    assert_true(carom_overlap_halfspace_sphere(&behind, &s));
    assert_false(carom_overlap_halfspace_sphere(&behind, &small));
    assert_true(carom_overlap_halfspace_sphere(&front, &small));
    FOR_EACH_BAD_NUMBER(plane, assert_false(carom_overlap_plane_sphere(&plane, &s)));
    FOR_EACH_BAD_NUMBER(front, assert_false(carom_overlap_halfspace_sphere(&front, &s)));
    plane.normal = v3(0, 0, 0);
    plane.offset = 0;
    assert_false(carom_overlap_plane_sphere(&plane, &s));
}

static void segments_touch_inside_and_at_ends(void **state) {
    (void)state;
    carom_sphere s = ball(0, 0, 0, 3);
    carom_segment side = {v3(-7, 1, 2), v3(9, 1, 2)}; /* sqrt 5 away */
    assert_true(carom_overlap_segment_sphere(&side, &s));
    side = (carom_segment){v3(3, -8, 0), v3(3, 8, 1)};
    assert_false(carom_overlap_segment_sphere(&side, &s));
    side = (carom_segment){v3(3, -8, 0), v3(3, 8, 0)};
    assert_true(carom_overlap_segment_sphere(&side, &s));
    side = (carom_segment){v3(1, 2, 2), v3(5, 5, 5)};
    assert_true(carom_overlap_segment_sphere(&side, &s));
    side.b = side.a;
    assert_true(carom_overlap_segment_sphere(&side, &s));
    s.radius = next_number(3, 0);
    assert_false(carom_overlap_segment_sphere(&side, &s));
    FOR_EACH_BAD_NUMBER(side, assert_false(carom_overlap_segment_sphere(&side, &s)));
}

/* A plane 2x + 3y + 6z = 49 is 7 from the origin, its foot (2, 3, 6) within the triangle. */
static void triangle_touches_with_its_face(void **state) {
    (void)state;
    carom_triangle t = {
        {v3(2 + 3 * 3, 3 - 2 * 3, 6), v3(2 - 3 * 3, 3 + 2 * 3 + 4, 6 - 2), v3(2 - 3, 3, 6 + 1)}};
    carom_sphere s = ball(0, 0, 0, 7);
    for (int turn = 0; turn < 3; turn++) {
        carom_triangle turned = {{t.v[turn], t.v[(turn + 1) % 3], t.v[(turn + 2) % 3]}};
        assert_true(carom_overlap_sphere_triangle(&s, &turned));
        carom_sphere small = s;
        small.radius = next_number(7, 0);
        assert_false(carom_overlap_sphere_triangle(&small, &turned));
    }
    FOR_EACH_BAD_NUMBER(t, assert_false(carom_overlap_sphere_triangle(&s, &t)));
}

static void triangles_without_area_are_segments_and_points(void **state) {
    (void)state;
    carom_triangle line = {{v3(3, -8, 0), v3(3, 8, 0), v3(3, 1, 0)}};
    carom_triangle point = {{v3(1, 2, 2), v3(1, 2, 2), v3(1, 2, 2)}};
    carom_sphere s = ball(0, 0, 0, 3), small = s;
    small.radius = next_number(3, 0);
    assert_true(carom_overlap_sphere_triangle(&s, &line));
    assert_true(carom_overlap_sphere_triangle(&s, &point));
    assert_false(carom_overlap_sphere_triangle(&small, &line));
    assert_false(carom_overlap_sphere_triangle(&small, &point));
}

static void invalid_spheres_meet_nothing(void **state) {
    (void)state;
    carom_sphere a = ball(0, 0, 0, 1), b = ball(0, 0, 0, 2), negative = ball(0, 0, 0, -1);
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1), inverted = aabb(1, -1, -1, -1, 1, 1);
    carom_obb turned = obb_straight(0, 0, 0, 1, 1, 1);
    carom_triangle t = {{v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0)}};
    assert_false(carom_overlap_sphere_sphere(&negative, &b));
    assert_false(carom_overlap_sphere_sphere(&b, &negative));
    assert_false(carom_overlap_sphere_aabb(&negative, &box));
    assert_false(carom_overlap_sphere_aabb(&a, &inverted));
    assert_false(carom_overlap_sphere_obb(&negative, &turned));
    assert_false(carom_overlap_sphere_triangle(&negative, &t));
    FOR_EACH_BAD_NUMBER(a, {
        assert_false(carom_overlap_sphere_sphere(&a, &b));
        assert_false(carom_overlap_sphere_sphere(&b, &a));
        assert_false(carom_overlap_sphere_aabb(&a, &box));
        assert_false(carom_overlap_sphere_obb(&a, &turned));
        assert_false(carom_overlap_sphere_triangle(&a, &t));
        assert_false(carom_overlap_point_sphere(v3(0, 0, 0), &a));
    });
    FOR_EACH_BAD_NUMBER(box, assert_false(carom_overlap_sphere_aabb(&a, &box)));
    turned.half_extents.y = -1;
    assert_false(carom_overlap_sphere_obb(&a, &turned));
}

/* A sphere about a point of the box, or beside a face, edge or corner by a known distance. */
static void sphere_and_turned_box_by_construction(void **state) {
    (void)state;
    volume_seed = 11;
    for (int k = 0; k < 20000; k++) {
        carom_obb box = random_obb(2, 1);
        double r = random_in(0.01, 1), s[3];
        for (int i = 0; i < 3; i++)
            s[i] = random_in(-1, 1);
        carom_vec3 at = obb_at(&box, s[0], s[1], s[2]);
        carom_sphere sphere = {at, (carom_real)r};
        assert_true(carom_overlap_sphere_obb(&sphere, &box));
        carom_vec3 face = obb_at(&box, 1, s[1], s[2]), n = box.axes[0];
        for (int side = 0; side < 2; side++) {
            double d = r * (side ? 1.0001 : 0.9999);
            sphere.center = v3((double)face.x + d * (double)n.x, (double)face.y + d * (double)n.y,
                               (double)face.z + d * (double)n.z);
            assert_int_equal(carom_overlap_sphere_obb(&sphere, &box), !side);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_touch_exactly),
        cmocka_unit_test(scale_does_not_matter),
        cmocka_unit_test(sphere_meets_box_at_face_edge_and_corner),
        cmocka_unit_test(planes_of_any_length_touch_exactly),
        cmocka_unit_test(segments_touch_inside_and_at_ends),
        cmocka_unit_test(triangle_touches_with_its_face),
        cmocka_unit_test(triangles_without_area_are_segments_and_points),
        cmocka_unit_test(invalid_spheres_meet_nothing),
        cmocka_unit_test(sphere_and_turned_box_by_construction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
