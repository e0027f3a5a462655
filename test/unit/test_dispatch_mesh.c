/* Every kind of shape against a mesh: overlap, closest points and sweeps equal brute force over the
 * triangles; a box that slides over a floor meets no edge of it. */
#include "test_mesh_soup_common.h"

static carom_hull *pebble;
static carom_vec3 square[4], slab_normals[3];
static carom_real slab_low[3], slab_high[3];

static carom_pose here(void) {
    return carom_pose_identity();
}

static carom_shape any_shape(carom_shape_kind kind, int style) {
    carom_vec3 c = any_point(style), d = random_vec(0.4), e = random_vec(0.4);
    carom_real r = (carom_real)(0.2 * random01());
    carom_shape s = {.kind = kind};
    if (style == 2) d = lattice_vec(1), e = lattice_vec(1), r = (carom_real)floor(2 * random01());
    carom_obb box = random_obb(0, 1);
    box.center = c;
    for (int i = 0; i < 4; i++)
        square[i] = step(step(c, d, i == 1 || i == 2), e, i >= 2);
    for (int i = 0; i < 3; i++) {
        slab_normals[i] = box.axes[i];
        slab_low[i] = (carom_real)(dot_of(box.axes[i], c) - 0.2);
        slab_high[i] = (carom_real)(dot_of(box.axes[i], c) + 0.2);
    }
    switch (kind) {
    case CAROM_SHAPE_SEGMENT: s.as.segment = (carom_segment){c, step(c, d, 3)}; break;
    case CAROM_SHAPE_RAY: s.as.ray = (carom_ray){c, step(d, v3(0.1, 0, 0), 1), 0, 9}; break;
    case CAROM_SHAPE_LINE: s.as.line = (carom_line){c, step(d, v3(0.1, 0, 0), 1)}; break;
    case CAROM_SHAPE_PLANE: s.as.plane = (carom_plane){box.axes[0], slab_low[0]}; break;
    case CAROM_SHAPE_HALFSPACE: s.as.halfspace = (carom_halfspace){box.axes[0], -2}; break;
    case CAROM_SHAPE_SPHERE: s.as.sphere = (carom_sphere){c, r}; break;
    case CAROM_SHAPE_CAPSULE: s.as.capsule = (carom_capsule){c, step(c, d, 1), r}; break;
    case CAROM_SHAPE_AABB:
        s.as.aabb = (carom_aabb){c, step(c, v3(fabs((double)d.x), fabs((double)d.y), 0.1), 1)};
        break;
    case CAROM_SHAPE_OBB: s.as.obb = box; break;
    case CAROM_SHAPE_TRIANGLE: s.as.triangle = tri(c, step(c, d, 1), step(c, e, 1)); break;
    case CAROM_SHAPE_POLYGON: s.as.polygon = (carom_polygon){square, 4}; break;
    case CAROM_SHAPE_KDOP: s.as.kdop = (carom_kdop){slab_normals, slab_low, slab_high, 3}; break;
    case CAROM_SHAPE_CYLINDER: s.as.cylinder = (carom_cylinder){c, step(c, d, 1), r}; break;
    case CAROM_SHAPE_CONE: s.as.cone = (carom_cone){c, step(c, d, 1), r}; break;
    case CAROM_SHAPE_ELLIPSOID:
        s.as.ellipsoid =
            (carom_ellipsoid){c, {box.axes[0], box.axes[1], box.axes[2]}, v3(0.1, 0.2, 0.3)};
        break;
    case CAROM_SHAPE_TETRAHEDRON:
        s.as.tetrahedron =
            (carom_tetrahedron){{c, step(c, d, 1), step(c, e, 1), step(c, box.axes[0], 0.3)}};
        break;
    case CAROM_SHAPE_HULL: s.as.hull = (carom_placed_hull){pebble, {c, {0, 0, 0, 1}}}; break;
    default: s.as.point = c;
    }
    return s;
}

static carom_sweep_hit sweep_shape(const carom_shape *a, carom_vec3 motion, const carom_shape *b) {
    carom_moving_shape p = {a, here(), motion}, q = {b, here(), v3(0, 0, 0)};
    return carom_sweep(&p, &q);
}

static void check_shape(const soup *s, const carom_shape *shape, carom_vec3 motion) {
    carom_shape mesh = {.kind = CAROM_SHAPE_MESH, .as.mesh = s->mesh};
    carom_closest_any best = {.distance = (carom_real)HUGE_VAL};
    carom_sweep_hit first = {.hit = false};
    bool overlap = false;
    for (size_t i = 0; i < s->def.triangle_count; i++) {
        carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = given(s, i)};
        carom_closest_any c = carom_closest(shape, here(), &part, here());
        carom_sweep_hit hit = sweep_shape(shape, motion, &part);
        if (c.distance < best.distance) best = c;
        if (hit.hit && (!first.hit || hit.fraction < first.fraction)) first = hit;
        overlap = overlap || carom_overlap(shape, here(), &part, here());
    }
    carom_closest_any found = carom_closest(shape, here(), &mesh, here());
    assert_int_equal(carom_overlap(shape, here(), &mesh, here()), overlap);
    assert_true(found.distance == best.distance);
    if (shape->kind > CAROM_SHAPE_SPHERE) {
        assert_same(found.point_a, best.point_a);
        assert_same(found.point_b, best.point_b);
    }
    carom_sweep_hit hit = sweep_shape(shape, motion, &mesh);
    assert_int_equal(hit.hit, first.hit);
    assert_true(hit.fraction == first.fraction && hit.initial_overlap == first.initial_overlap);
    assert_same(hit.point, first.point);
    if (hit.hit) assert_about(length_of(hit.normal), 1, 1e-6);
}

static void check_kinds(int style, size_t triangles) {
    volume_seed = 400 + (uint64_t)style;
    unit = 1;
    make_soup(&shared, style);
    assert_true(triangles <= shared.def.triangle_count);
    shared.def.triangle_count = triangles;
    carom_mesh_destroy(shared.mesh);
    assert_int_equal(carom_mesh_create(&shared.mesh, &shared.def), CAROM_OK);
    for (int kind = CAROM_SHAPE_SEGMENT; kind < CAROM_SHAPE_MESH; kind++)
        for (int k = 0; k < 6; k++) {
            carom_shape shape = any_shape((carom_shape_kind)kind, style);
            carom_vec3 motion = style == 2 ? lattice_vec(2) : random_vec(2);
            if (!carom_shape_problem(&shape)) check_shape(&shared, &shape, motion);
        }
    carom_mesh_destroy(shared.mesh);
}

static void shapes_equal_brute_force(void **state) {
    (void)state;
    carom_vec3 points[12];
    volume_seed = 3;
    for (int i = 0; i < 12; i++)
        points[i] = random_vec(0.3);
    carom_hull_def def = {.points = points, .point_count = 12};
    assert_int_equal(carom_hull_create(&pebble, &def), CAROM_OK);
    check_kinds(0, 60);
    check_kinds(1, 20);
    check_kinds(2, 40);
    carom_hull_destroy(pebble);
}

/* Down a little and along: the floor is met from above, wherever its inner edges are. */
static void sliding_box(void **state) {
    (void)state;
    unit = 1;
    make_soup(&shared, 3);
    carom_shape mesh = {.kind = CAROM_SHAPE_MESH, .as.mesh = shared.mesh};
    for (int k = 0; k < 60; k++) {
        carom_obb box = obb_straight(random_in(-3, 3), random_in(-3, 3), 0.5, 0.3, 0.4, 0.4999);
        carom_shape shape = {.kind = CAROM_SHAPE_OBB, .as.obb = box};
        if (k % 2) {
            carom_vec3 c = box.center;
            shape.kind = CAROM_SHAPE_CAPSULE;
            shape.as.capsule =
                (carom_capsule){c, step(c, v3(0.2, 0.1, 0.3), 1), (carom_real)0.4999};
        }
        carom_sweep_hit hit = sweep_shape(&shape, v3(2, random_in(-1, 1), -0.01), &mesh);
        assert_true(hit.hit && !hit.initial_overlap);
        assert_vec_about(hit.normal, 0, 0, -1, 1e-5);
    }
    carom_mesh_destroy(shared.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_equal_brute_force),
        cmocka_unit_test(sliding_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
