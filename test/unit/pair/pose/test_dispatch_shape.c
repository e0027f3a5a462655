/* Single shapes: what is wrong with them, and where a pose puts them. */
#include "common/test_flat_common.h"

static void assert_problem(const carom_shape *s, const char *expected) {
    const char *found = carom_shape_problem(s);
    if (expected == NULL)
        assert_null(found);
    else
        assert_string_equal(found ? found : "none", expected);
    if (expected == NULL) return;
    carom_shape big = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = ball(0, 0, 0, 9)};
    carom_pose here = carom_pose_identity();
    assert_false(carom_overlap(s, here, &big, here)); /* and no query answers */
    assert_false(carom_overlap(&big, here, s, here));
    assert_true(carom_closest(s, here, &big, here).distance == HUGE_VAL);
    assert_int_equal(carom_classify(&big, here, s, here), CAROM_DISJOINT);
}

static void what_is_wrong(void **state) {
    (void)state;
    carom_vec3 v[] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0)};
    carom_mesh_def def = {0};
    carom_mesh *mesh;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    carom_shape s = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = ball(0, 0, 0, -1)};
    assert_problem(&s, "radius is negative");
    s.as.sphere.radius = (carom_real)INFINITY;
    assert_problem(&s, "radius is not finite");
    s.as.sphere.radius = 0;
    assert_problem(&s, NULL);
    s = (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {v[0], v[0], -1}};
    assert_problem(&s, "radius is negative");
    s = (carom_shape){.kind = CAROM_SHAPE_LINE, .as.line = {v[1], v[0]}};
    assert_problem(&s, "direction is zero");
    s = (carom_shape){.kind = CAROM_SHAPE_RAY, .as.ray = {v[1], v[0], 0, 1}};
    assert_problem(&s, "direction is zero");
    s.as.ray = (carom_ray){v[0], v[1], 2, 1};
    assert_problem(&s, "t_min is above t_max");
    s.as.ray.t_max = (carom_real)NAN;
    assert_problem(&s, "t_min or t_max is not a number");
    s.as.ray.t_max = (carom_real)INFINITY;
    assert_problem(&s, NULL);
    s = (carom_shape){.kind = CAROM_SHAPE_PLANE, .as.plane = {v[0], 1}};
    assert_problem(&s, "normal is zero");
    s.as.plane = (carom_plane){v[1], (carom_real)NAN};
    assert_problem(&s, "offset is not finite");
    s = (carom_shape){.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {v[0], 1}};
    assert_problem(&s, "normal is zero");
    s = (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = {v[1], v[2]}};
    assert_problem(&s, "box is inverted");
    s = (carom_shape){.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(0, 0, 0, 1, -1, 1)};
    assert_problem(&s, "half_extents are negative");
    s.as.obb = obb_straight(0, 0, 0, 1, 0, 1);
    assert_problem(&s, NULL);
    s.as.obb.axes[1] = v3(0, 2, 0);
    assert_problem(&s, "axes are not unit and perpendicular");
    s.as.obb.axes[1] = v3(1, 0, 0);
    assert_problem(&s, "axes are not unit and perpendicular");
    s = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .as.polygon = {v, 0}};
    assert_problem(&s, "polygon has no vertices");
    s.as.polygon = (carom_polygon){NULL, 3};
    assert_problem(&s, "polygon has no vertices");
    s.as.polygon = (carom_polygon){v, 3};
    assert_problem(&s, NULL);
    v[2].z = (carom_real)NAN;
    assert_problem(&s, "coordinate is not finite");
    s = (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = NULL};
    assert_problem(&s, "mesh is missing");
    s.as.mesh = mesh;
    assert_problem(&s, NULL);
    s.kind = CAROM_SHAPE_KINDS;
    assert_problem(&s, "shape is of no known kind");
    s.kind = (carom_shape_kind)77;
    assert_problem(&s, "shape is of no known kind");
    carom_mesh_destroy(mesh);
}

static void numbers_that_are_not_finite(void **state) {
    (void)state;
    static const int sizes[] = {3, 6, 6, 6, 3, 3, 3, 6, 6, 15, 9};
    const carom_shape good[] = {
        {.kind = CAROM_SHAPE_POINT, .as.point = {1, 1, 1}},
        {.kind = CAROM_SHAPE_SEGMENT, .as.segment = seg(0, 0, 0, 1, 1, 1)},
        {.kind = CAROM_SHAPE_RAY, .as.ray = {{0, 0, 0}, {1, 1, 1}, 0, 1}},
        {.kind = CAROM_SHAPE_LINE, .as.line = {{0, 0, 0}, {1, 1, 1}}},
        {.kind = CAROM_SHAPE_PLANE, .as.plane = {{1, 1, 1}, 0}},
        {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {{1, 1, 1}, 0}},
        {.kind = CAROM_SHAPE_SPHERE, .as.sphere = ball(0, 0, 0, 1)},
        {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {{0, 0, 0}, {1, 1, 1}, 1}},
        {.kind = CAROM_SHAPE_AABB, .as.aabb = aabb(0, 0, 0, 1, 1, 1)},
        {.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(0, 0, 0, 1, 1, 1)},
        {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = tri(v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0))},
    };
    for (int i = 0; i < COUNT(good); i++) {
        assert_problem(&good[i], NULL);
        for (int number = 0; number < sizes[i]; number++)
            for (int bad = 0; bad < 3; bad++) {
                carom_shape s = good[i];
                ((carom_real *)(void *)&s.as)[number] = (carom_real)(bad == 0   ? NAN
                                                                     : bad == 1 ? INFINITY
                                                                                : -INFINITY);
                assert_problem(&s, "coordinate is not finite");
            }
    }
}

/* A quarter turn about z with exact sines: (x, y, z) to (-y, x, z); then on by (10, 20, 30). */
static carom_pose quarter(void) {
    double h = sqrt(0.5);
    return (carom_pose){v3(10, 20, 30), {0, 0, (carom_real)h, (carom_real)h}};
}

static void turned_shapes(void **state) {
    (void)state;
    double slack = 64 * EPS;
    carom_posed_shape out;
    carom_shape s = {.kind = CAROM_SHAPE_POINT, .as.point = {1, 2, 3}};
    assert_true(carom_shape_pose(&out, &s, quarter()));
    assert_true(apart(out.shape.as.point, v3(8, 21, 33)) < slack);
    s = (carom_shape){.kind = CAROM_SHAPE_RAY, .as.ray = {{1, 2, 3}, {4, 5, 6}, 1, 2}};
    assert_true(carom_shape_pose(&out, &s, quarter()));
    assert_true(apart(out.shape.as.ray.origin, v3(8, 21, 33)) < slack);
    assert_true(apart(out.shape.as.ray.direction, v3(-5, 4, 6)) < slack);
    assert_true(out.shape.as.ray.t_min == 1 && out.shape.as.ray.t_max == 2);
    s = (carom_shape){.kind = CAROM_SHAPE_PLANE, .as.plane = {{2, 0, 0}, 6}}; /* x = 3: y = 23 */
    assert_true(carom_shape_pose(&out, &s, quarter()));
    assert_true(apart(out.shape.as.plane.normal, v3(0, 2, 0)) < slack);
    assert_about((double)out.shape.as.plane.offset, 46, slack);
    s = (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = aabb(1, 2, 3, 3, 6, 9)};
    assert_true(carom_shape_pose(&out, &s, quarter()));
    assert_int_equal(out.shape.kind, CAROM_SHAPE_OBB);
    assert_true(apart(out.shape.as.obb.center, v3(6, 22, 36)) < slack);
    assert_same(out.shape.as.obb.half_extents, v3(1, 2, 3));
    assert_true(apart(out.shape.as.obb.axes[0], v3(0, 1, 0)) < slack);
    assert_true(apart(out.shape.as.obb.axes[1], v3(-1, 0, 0)) < slack);
    assert_null(carom_shape_problem(&out.shape));
    carom_pose shift = quarter();
    shift.rotation = (carom_quat){0, 0, 0, 1};
    assert_true(carom_shape_pose(&out, &s, shift)); /* moved, it stays aligned */
    assert_int_equal(out.shape.kind, CAROM_SHAPE_AABB);
    assert_same(out.shape.as.aabb.max, v3(13, 26, 39));
}

/* Turned and moved alike, distances stay; a turn there and a point by hand agree. */
static void turning_both_changes_nothing(void **state) {
    (void)state;
    volume_seed = 510;
    carom_pose here = carom_pose_identity();
    for (int k = 0; k < 3000; k++) {
        carom_shape a = {.kind = CAROM_SHAPE_TRIANGLE,
                         .as.triangle = {{random_vec(1), random_vec(1), random_vec(1)}}};
        carom_shape b = {.kind = CAROM_SHAPE_SEGMENT, .as.segment = {random_vec(2), random_vec(2)}};
        double q[4], n = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = random_in(-1, 1);
            n += q[i] * q[i];
        }
        n = sqrt(n);
        carom_pose pose = {random_vec(2),
                           {(carom_real)(q[0] / n), (carom_real)(q[1] / n), (carom_real)(q[2] / n),
                            (carom_real)(q[3] / n)}};
        carom_closest_any c = carom_closest(&a, here, &b, here);
        carom_closest_any d = carom_closest(&a, pose, &b, pose);
        assert_about((double)c.distance, (double)d.distance, 128 * EPS);
        if ((double)c.distance > 0.1)
            assert_true(apart(carom_pose_transform_point(pose, c.point_a), d.point_a) < 1e-3);
    }
}

static void what_cannot_be_moved(void **state) {
    (void)state;
    carom_vec3 v[257];
    for (int i = 0; i < COUNT(v); i++) /* on a parabola: convex */
        v[i] = v3(i, i * i, 0);
    carom_posed_shape out;
    carom_shape s = {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {v, COUNT(v)}};
    assert_true(carom_shape_pose(&out, &s, quarter()));
    assert_ptr_equal(out.shape.as.polygon.vertices, v);
    carom_shape corner = {.kind = CAROM_SHAPE_POINT, .as.point = v3(6, 22, 30)};
    assert_about((double)carom_closest(&corner, carom_pose_identity(), &s, quarter()).distance, 0,
                 256 * EPS);
    s = (carom_shape){.kind = CAROM_SHAPE_MESH};
    assert_false(carom_shape_pose(&out, &s, carom_pose_identity())); /* without a mesh */
    assert_false(carom_overlap_posed(&out, &out));
}

/* A cylinder or cone without height is a disk across z, and turns with its pose: the quarter turn
 * about y stands it across x. */
static void disks_turn(void **state) {
    (void)state;
    const carom_real half = (carom_real)0.70710678118654752;
    carom_pose turned = {.position = {10, 0, 0}, .rotation = {0, half, 0, half}};
    carom_shape cone = {.kind = CAROM_SHAPE_CONE,
                        .as.cone = {.base = {1, 0, 0}, .apex = {1, 0, 0}, .radius = 2}};
    carom_shape disk = {.kind = CAROM_SHAPE_CYLINDER,
                        .as.cylinder = {.a = {1, 0, 0}, .b = {1, 0, 0}, .radius = 2}};
    const carom_shape *flat[2] = {&disk, &cone};
    for (int i = 0; i < 2; i++) {
        carom_aabb box = carom_shape_bounds(flat[i], turned);
        assert_true(fabs((double)box.min.x - 10) < 1e-5 && fabs((double)box.max.x - 10) < 1e-5);
        assert_true(fabs((double)box.max.y - 2) < 1e-5 && fabs((double)box.max.z - 1) < 1e-5);
        carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{13, 0, 0}, 1}};
        carom_closest_any c = carom_closest(flat[i], turned, &ball, carom_pose_identity());
        assert_true(fabs((double)c.distance - 2) < 1e-5);
        carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                           .as.ray = {{0, 1, 0}, {1, 0, 0}, 0, (carom_real)INFINITY}};
        carom_ray_hit hit = carom_raycast(&ray, carom_pose_identity(), flat[i], turned);
        assert_true(hit.hit && fabs((double)hit.t - 10) < 1e-5);
        carom_shape cube = {.kind = CAROM_SHAPE_AABB, .as.aabb = {{9, -1, -1}, {11, 1, 1}}};
        assert_true(carom_overlap(flat[i], turned, &cube, carom_pose_identity()));
        assert_true(carom_penetrate(flat[i], turned, &cube, carom_pose_identity()).overlap);
        cube.as.aabb.min.x = (carom_real)10.1;
        assert_false(carom_overlap(flat[i], turned, &cube, carom_pose_identity()));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong),        cmocka_unit_test(numbers_that_are_not_finite),
        cmocka_unit_test(turned_shapes),        cmocka_unit_test(turning_both_changes_nothing),
        cmocka_unit_test(what_cannot_be_moved), cmocka_unit_test(disks_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
