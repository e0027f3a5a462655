/* Where released engines are known to fail, by name and with the exact answer: what a report of the
 * field's issue trackers would ask first. */
#include "common/test_kinds_common.h"

static carom_shape box_shape(carom_vec3 low, carom_vec3 high) {
    return (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = {low, high}};
}

static carom_shape unit_box(void) {
    return box_shape(v3(-0.5, -0.5, -0.5), v3(0.5, 0.5, 0.5));
}

static carom_shape sphere_at(carom_vec3 center, double radius) {
    return (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {center, (carom_real)radius}};
}

static carom_shape point_at(double x, double y, double z) {
    return (carom_shape){.kind = CAROM_SHAPE_POINT, .as.point = v3(x, y, z)};
}

static carom_pose at_place(double x, double y, double z) {
    return (carom_pose){v3(x, y, z), {0, 0, 0, 1}};
}

static carom_closest_any near_of(const carom_shape *a, const carom_shape *b) {
    return carom_closest(a, carom_pose_identity(), b, carom_pose_identity());
}

static carom_penetration depth_of(const carom_shape *a, const carom_shape *b) {
    return carom_penetrate(a, carom_pose_identity(), b, carom_pose_identity());
}

/* As far apart as rounding makes them, 1e-16 or not at all: all verbs say the same. */
static void tilted_boxes_stacked(void **state) {
    (void)state;
    carom_shape box = unit_box();
    double w = sqrt(1 - 0.14);
    carom_pose low = {v3(0, 0, 0),
                      {(carom_real)0.1, (carom_real)0.2, (carom_real)0.3, (carom_real)w}};
    for (int i = -3; i <= 3; i++) {
        carom_pose high = low;
        high.position = carom_pose_transform_point(low, v3(0, 0, 1 + i * 1e-16));
        bool touch = carom_overlap(&box, low, &box, high);
        carom_closest_any c = carom_closest(&box, low, &box, high);
        carom_penetration p = carom_penetrate(&box, low, &box, high);
        carom_vec3 up = carom_pose_rotate_vector(low, v3(0, 0, 1));
        carom_moving_shape a = {&box, low, up}, b = {&box, high, v3(0, 0, 0)};
        carom_sweep_hit hit = carom_sweep(&a, &b);
        assert_true(touch == (c.distance == 0) && touch == p.overlap);
        assert_true((double)c.distance < 8 * EPS && (double)p.depth < 8 * EPS);
        assert_true(hit.hit && hit.initial_overlap == touch && (double)hit.fraction < 8 * EPS);
        assert_true(apart(hit.normal, up) < 1e-5);
        if (touch) assert_true(apart(p.normal, up) < 1e-5);
    }
}

static void box_and_long_thin_cylinder(void **state) {
    (void)state;
    carom_shape box = box_shape(v3(-1, -1, -1), v3(1, 1, 1));
    carom_shape rod = {.kind = CAROM_SHAPE_CYLINDER,
                       .as.cylinder = {v3(-100, 0.25, 1.5), v3(100, 0.25, 1.5), (carom_real)0.001}};
    assert_about((double)near_of(&box, &rod).distance, 0.5 - 0.001, 8 * EPS + 1e-12);
    rod.as.cylinder.a.z = rod.as.cylinder.b.z = 1;
    carom_penetration p = depth_of(&box, &rod);
    assert_true(p.overlap && near_of(&box, &rod).distance == 0);
    assert_about((double)p.depth, 0.001, 1e-9 + 8 * EPS);
    assert_vec_about(p.normal, 0, 0, 1, 1e-6);
}

static void unit_cubes_overlap_by_a_tenth(void **state) {
    (void)state;
    carom_shape a = unit_box(), b = box_shape(v3(0.4, -0.5, -0.5), v3(1.4, 0.5, 0.5));
    carom_penetration p = depth_of(&a, &b), q = depth_of(&b, &a);
    assert_about((double)p.depth, 0.1, 2 * EPS);
    assert_same(p.normal, v3(1, 0, 0));
    assert_same(q.normal, v3(-1, 0, 0));
    assert_true(q.depth == p.depth);
}

static void spheres_apart_along_y(void **state) {
    (void)state;
    carom_shape a = sphere_at(v3(0, 0, 0), 1), b = sphere_at(v3(0, 3, 0), 1);
    carom_closest_any c = near_of(&a, &b);
    assert_true(c.distance == 1);
    assert_same(c.point_a, v3(0, 1, 0));
    assert_same(c.point_b, v3(0, 2, 0));
}

static void needle_and_box(void **state) {
    (void)state;
    carom_shape needle = box_shape(v3(0, 0, 0), v3(500, 1, 1));
    carom_shape on_top = box_shape(v3(499.5, 0.25, 1), v3(500.5, 1.25, 2));
    assert_true(near_of(&needle, &on_top).distance == 0 && depth_of(&needle, &on_top).depth == 0);
    assert_same(depth_of(&needle, &on_top).normal, v3(0, 0, 1));
    carom_shape beyond = box_shape(v3(500.5, 0, 0), v3(501.5, 1, 1));
    assert_true(near_of(&needle, &beyond).distance == (carom_real)0.5);
    carom_shape corner = box_shape(v3(500, 1, 1), v3(501, 2, 2));
    assert_true(carom_overlap(&needle, at_place(0, 0, 0), &corner, at_place(0, 0, 0)));
}

/* Any pose, all kinds: in contact, each holds the other, and every normal is unit. */
static void identical_shapes_at_identical_poses(void **state) {
    (void)state;
    const carom_pose poses[] = {at_place(0, 0, 0),
                                at_place(1e5, -3, 7),
                                {v3(1, 2, 3), {(carom_real)0.6, 0, 0, (carom_real)0.8}}};
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < COUNT(poses); i++) {
            any_kind k;
            make_kind(&k, (carom_shape_kind)kind, v3(1, 2, 0.5));
            const carom_shape *s = &k.shape;
            carom_penetration p = carom_penetrate(s, poses[i], s, poses[i]);
            carom_moving_shape a = {s, poses[i], v3(1, 0, 0)}, b = {s, poses[i], v3(0, 0, 0)};
            carom_sweep_hit hit = carom_sweep(&a, &b);
            assert_true(carom_overlap(s, poses[i], s, poses[i]) && p.overlap && hit.hit);
            assert_true(carom_closest(s, poses[i], s, poses[i]).distance == 0);
            assert_int_equal(carom_classify(s, poses[i], s, poses[i]), CAROM_CONTAINS);
            assert_true(hit.initial_overlap && hit.fraction == 0);
            assert_about(length_of(p.normal), 1, 8 * EPS);
            assert_about(length_of(hit.normal), 1, 8 * EPS);
            discard_kind(&k);
        }
}

/* The hull has a corner twice and points inside, which change nothing. */
static void points_on_a_hull_with_inner_points(void **state) {
    (void)state;
    const carom_vec3 points[] = {{0, 0, 0},
                                 {4, 0, 0},
                                 {0, 4, 0},
                                 {0, 0, 4},
                                 {1, 1, 1},
                                 {0, 0, 4},
                                 {(carom_real)0.5, (carom_real)0.25, (carom_real)0.125}};
    carom_hull *made = NULL;
    carom_hull_def def = {.points = points, .point_count = COUNT(points)};
    assert_int_equal(carom_hull_create(&made, &def), CAROM_OK);
    carom_shape hull = {.kind = CAROM_SHAPE_HULL, .as.hull = {made, carom_pose_identity()}};
    const carom_shape on[] = {point_at(2, 1, 1), point_at(1, 1, 0), /* faces */
                              point_at(2, 2, 0), point_at(0, 3, 1), /* edges */
                              point_at(4, 0, 0), point_at(0, 0, 4)};
    for (int i = 0; i < COUNT(on); i++) {
        carom_penetration p = depth_of(&on[i], &hull);
        assert_true(p.overlap && near_of(&on[i], &hull).distance == 0);
        assert_about((double)p.depth, 0, 8 * EPS);
        assert_about(length_of(p.normal), 1, 4 * EPS);
    }
    const carom_shape off = point_at(2, 2, 2);
    assert_about((double)near_of(&off, &hull).distance, 2 / sqrt(3), 4 * EPS);
    carom_hull_destroy(made);
}

static void coplanar_faces_slide(void **state) {
    (void)state;
    carom_shape a = unit_box();
    for (int i = -9; i <= 9; i++) {
        carom_shape b = box_shape(v3(i * 0.125 - 0.5, -0.5, 0.5), v3(i * 0.125 + 0.5, 0.5, 1.5));
        bool touch = i >= -8 && i <= 8;
        assert_int_equal(carom_overlap(&a, at_place(0, 0, 0), &b, at_place(0, 0, 0)), touch);
        assert_true(near_of(&a, &b).distance == (carom_real)(touch ? 0 : 0.125));
        if (touch) assert_true(depth_of(&a, &b).depth == 0);
        if (i > -8 && i < 8) assert_same(depth_of(&a, &b).normal, v3(0, 0, 1));
    }
}

static void capsule_along_a_triangles_edge(void **state) {
    (void)state;
    carom_shape face = {.kind = CAROM_SHAPE_TRIANGLE,
                        .as.triangle = tri(v3(0, 0, 0), v3(4, 0, 0), v3(0, 4, 0))};
    carom_shape rod = {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {v3(1, -2, 0), v3(3, -2, 0), 1}};
    assert_true(near_of(&rod, &face).distance == 1);
    carom_moving_shape a = {&rod, carom_pose_identity(), v3(0, 2, 0)},
                       b = {&face, carom_pose_identity(), v3(0, 0, 0)};
    carom_sweep_hit hit = carom_sweep(&a, &b);
    assert_true(hit.hit && !hit.initial_overlap);
    assert_about((double)hit.fraction, 0.5, 1e-6);
    assert_vec_about(hit.normal, 0, 1, 0, 1e-6);
    rod.as.capsule.a.y = rod.as.capsule.b.y = -1;
    assert_true(near_of(&rod, &face).distance == 0 && depth_of(&rod, &face).depth == 0);
}

static void centre_in_the_triangles_plane(void **state) {
    (void)state;
    carom_shape face = {.kind = CAROM_SHAPE_TRIANGLE,
                        .as.triangle = tri(v3(0, 0, 0), v3(4, 0, 0), v3(0, 4, 0))};
    carom_shape within = sphere_at(v3(1, 1, 0), 1), beside = sphere_at(v3(-2, 1, 0), 1);
    carom_penetration p = depth_of(&within, &face);
    assert_true(p.overlap && p.depth == 1 && fabs((double)p.normal.z) == 1);
    assert_true(near_of(&beside, &face).distance == 1);
    assert_same(near_of(&beside, &face).point_b, v3(0, 1, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tilted_boxes_stacked),
        cmocka_unit_test(box_and_long_thin_cylinder),
        cmocka_unit_test(unit_cubes_overlap_by_a_tenth),
        cmocka_unit_test(spheres_apart_along_y),
        cmocka_unit_test(needle_and_box),
        cmocka_unit_test(identical_shapes_at_identical_poses),
        cmocka_unit_test(points_on_a_hull_with_inner_points),
        cmocka_unit_test(coplanar_faces_slide),
        cmocka_unit_test(capsule_along_a_triangles_edge),
        cmocka_unit_test(centre_in_the_triangles_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
