/* Meshes and height fields against each other through the generic calls, shapes in and around
 * closed meshes, turning shapes, boxes and supports, and what is invalid. */
#include "carom/contact.h"
#include "carom/mesh_moving.h"
#include "common/test_mesh_common.h"

static carom_pose here(void) {
    return carom_pose_identity();
}

static carom_heightfield *make_hills(double roughness, uint8_t *holes) {
    static carom_real heights[49];
    carom_heightfield *field = NULL;
    for (int i = 0; i < 49; i++)
        heights[i] = (carom_real)(roughness * random_in(-1, 1));
    carom_heightfield_def def = {.heights = heights,
                                 .columns = 7,
                                 .rows = 7,
                                 .origin = v3(-1.5, 0, -1.5),
                                 .spacing = v3(0.5, 1, 0.5),
                                 .holes = holes};
    assert_int_equal(carom_heightfield_create(&field, &def), CAROM_OK);
    return field;
}

static size_t triangles_of(const carom_shape *s, carom_pose pose, carom_triangle *out) {
    bool field = s->kind == CAROM_SHAPE_HEIGHTFIELD;
    size_t count = field ? carom_heightfield_triangle_count(s->as.heightfield)
                         : carom_mesh_triangle_count(s->as.mesh);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = field ? carom_heightfield_triangle(s->as.heightfield, i)
                       : carom_mesh_triangle(s->as.mesh, i);
        for (int k = 0; k < 3; k++)
            out[i].v[k] = carom_pose_transform_point(pose, out[i].v[k]);
    }
    return count;
}

/* ---- two surfaces */

static void check_surfaces(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                           carom_pose pose_b) {
    static carom_triangle ta[MESH_LARGEST], tb[MESH_LARGEST];
    size_t na = triangles_of(a, pose_a, ta), nb = triangles_of(b, pose_b, tb);
    carom_vec3 motion = random_vec(2);
    double distance = HUGE_VAL, fraction = 2;
    for (size_t i = 0; i < na; i++)
        for (size_t k = 0; k < nb; k++) {
            carom_shape p = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = ta[i]};
            carom_shape q = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = tb[k]};
            carom_moving_shape mp = {&p, here(), motion}, mq = {&q, here(), v3(0, 0, 0)};
            carom_closest_points c = carom_closest_triangle_triangle(&ta[i], &tb[k]);
            distance = fmin(distance, (double)c.distance);
            carom_sweep_hit hit = carom_sweep(&mp, &mq);
            if (hit.hit) fraction = fmin(fraction, (double)hit.fraction);
        }
    double near = 64 * EPS + 1e-7 * (EPS > 1e-10);
    carom_closest_any c = carom_closest(a, pose_a, b, pose_b);
    carom_closest_any d = carom_closest(b, pose_b, a, pose_a);
    bool touch = carom_overlap(a, pose_a, b, pose_b);
    assert_about((double)c.distance, distance, near);
    assert_about(apart(c.point_a, c.point_b), distance, 4 * near);
    assert_true(c.distance == d.distance);
    assert_same(c.point_a, d.point_b);
    assert_int_equal(touch, carom_overlap(b, pose_b, a, pose_a));
    if (distance > near) assert_false(touch);
    if (distance == 0) assert_true(touch || EPS > 1e-10 || c.distance < near);
    carom_moving_shape ma = {a, pose_a, motion}, mb = {b, pose_b, v3(0, 0, 0)};
    carom_sweep_hit hit = carom_sweep(&ma, &mb), turned = carom_sweep(&mb, &ma);
    assert_true(hit.hit == turned.hit && hit.fraction == turned.fraction);
    assert_int_equal(hit.initial_overlap, touch);
    if (hit.hit) assert_about(length_of(hit.normal), 1, 16 * EPS);
    if (fraction > 1) fraction = hit.hit ? 1 : 0;
    assert_about((double)hit.fraction, fraction, 1e-5);
    carom_penetration p = carom_penetrate(a, pose_a, b, pose_b);
    carom_penetration q = carom_penetrate(b, pose_b, a, pose_a);
    carom_contact_manifold m = {.capacity = 4};
    assert_true(p.overlap == touch && q.overlap == touch && p.depth == q.depth);
    assert_same(p.point_a, q.point_b);
    assert_int_equal(carom_contact(a, pose_a, b, pose_b, &m) > 0, touch);
    if (touch) assert_about(length_of(p.normal), 1, 16 * EPS);
    if (touch) assert_int_equal(carom_classify(a, pose_a, b, pose_b), CAROM_INTERSECTS);
}

static void surfaces_equal_brute_force(void **state) {
    (void)state;
    static test_mesh small, ball;
    volume_seed = 90;
    fill_lattice(&small, 12, 2);
    fill_ball(&ball, 2, 0.6);
    carom_heightfield *field[2] = {make_hills(0.4, NULL), make_hills(0.2, NULL)};
    const carom_shape all[4] = {
        {.kind = CAROM_SHAPE_MESH, .as.mesh = small.mesh},
        {.kind = CAROM_SHAPE_MESH, .as.mesh = ball.mesh},
        {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field[0]},
        {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field[1]},
    };
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int round = 0; round < 3; round++) {
                carom_pose a = random_mesh_pose(round ? 2 : 1), b = random_mesh_pose(1);
                if (round == 2) b = here();
                check_surfaces(&all[i], a, &all[k], b);
            }
    carom_mesh_destroy(small.mesh);
    carom_mesh_destroy(ball.mesh);
    carom_heightfield_destroy(field[0]);
    carom_heightfield_destroy(field[1]);
}

/* ---- inside */

static void in_and_around_a_closed_mesh(void **state) {
    (void)state;
    static test_mesh box;
    fill_corners_of_box(&box, v3(-1, -1, -1), v3(1, 1, 1));
    build_test_mesh(&box);
    carom_shape mesh = {.kind = CAROM_SHAPE_MESH, .as.mesh = box.mesh};
    carom_pose pose = here();
    pose.position = v3(5, 0, 0);
    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(5, 0, 0), (carom_real)0.5}};
    assert_int_equal(carom_classify(&ball, here(), &mesh, pose), CAROM_INSIDE);
    assert_int_equal(carom_classify(&mesh, pose, &ball, here()), CAROM_CONTAINS);
    assert_false(carom_overlap(&ball, here(), &mesh, pose));
    assert_true(carom_closest(&ball, here(), &mesh, pose).distance == (carom_real)0.5);
    ball.as.sphere.radius = 1; /* from within */
    assert_int_equal(carom_classify(&ball, here(), &mesh, pose), CAROM_INTERSECTS);
    ball.as.sphere.radius = 2;
    assert_int_equal(carom_classify(&ball, here(), &mesh, pose), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&mesh, pose, &ball, here()), CAROM_INSIDE);
    ball.as.sphere = (carom_sphere){v3(9, 0, 0), 1};
    assert_int_equal(carom_classify(&ball, here(), &mesh, pose), CAROM_DISJOINT);
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = v3(6, 0, 0)};
    assert_int_equal(carom_classify(&point, here(), &mesh, pose), CAROM_INSIDE); /* on it */
    point.as.point.x = (carom_real)5.5;
    assert_int_equal(carom_classify(&mesh, pose, &point, here()), CAROM_CONTAINS);
    carom_shape half = {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {v3(0, 1, 0), 1}};
    assert_int_equal(carom_classify(&half, here(), &mesh, pose), CAROM_CONTAINS);
    carom_penetration p = carom_penetrate(&half, here(), &mesh, pose);
    assert_true(p.overlap && p.depth == 2);
    assert_same(p.normal, v3(0, 1, 0));
    carom_shape plane = {.kind = CAROM_SHAPE_PLANE, .as.plane = {v3(0, 2, 0), (carom_real)1.5}};
    p = carom_penetrate(&plane, here(), &mesh, pose);
    assert_true(p.overlap && p.depth == (carom_real)0.25);
    assert_same(p.normal, v3(0, -1, 0));
    /* a smaller mesh within, and without its lid */
    carom_shape same = mesh;
    assert_int_equal(carom_classify(&mesh, pose, &same, pose), CAROM_INTERSECTS);
    test_mesh small = {.count = 0};
    fill_corners_of_box(&small, v3(-0.5, -0.5, -0.5), v3(0.5, 0.5, 0.5));
    build_test_mesh(&small);
    carom_shape within = {.kind = CAROM_SHAPE_MESH, .as.mesh = small.mesh};
    assert_int_equal(carom_classify(&mesh, pose, &within, pose), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&within, pose, &mesh, pose), CAROM_INSIDE);
    carom_mesh_destroy(box.mesh);
    box.count--;
    build_test_mesh(&box);
    mesh.as.mesh = box.mesh;
    assert_int_equal(carom_classify(&point, here(), &mesh, pose), CAROM_DISJOINT);
    assert_int_equal(carom_classify(&within, pose, &mesh, pose), CAROM_DISJOINT);
    carom_mesh_destroy(box.mesh);
    carom_mesh_destroy(small.mesh);
}

/* A field in a closed mesh, all of it and a part that holes cut off. */
static void field_in_a_closed_mesh(void **state) {
    (void)state;
    static test_mesh box;
    carom_real heights[6] = {0};
    uint8_t holes[2] = {0, 0};
    carom_heightfield_def def = {
        .heights = heights, .columns = 3, .rows = 2, .spacing = v3(1, 1, 1), .holes = holes};
    carom_heightfield *field = NULL;
    assert_int_equal(carom_heightfield_create(&field, &def), CAROM_OK);
    fill_corners_of_box(&box, v3(-1, -1, -1), v3(3, 1, 3));
    build_test_mesh(&box);
    carom_shape mesh = {.kind = CAROM_SHAPE_MESH, .as.mesh = box.mesh};
    carom_shape ground = {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field};
    assert_int_equal(carom_classify(&mesh, here(), &ground, here()), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&ground, here(), &mesh, here()), CAROM_INSIDE);
    carom_pose away = here();
    away.position.y = 9;
    assert_int_equal(carom_classify(&ground, away, &mesh, here()), CAROM_DISJOINT);
    away.position.y = 1;
    assert_int_equal(carom_classify(&ground, away, &mesh, here()), CAROM_INTERSECTS);
    carom_mesh_destroy(box.mesh);
    carom_heightfield_destroy(field);
}

/* ---- turning */

static void turning_equals_brute_force(void **state) {
    (void)state;
    static test_mesh ball;
    volume_seed = 12;
    fill_ball(&ball, 2, 0.6);
    carom_heightfield *field = make_hills(0.3, NULL);
    const carom_shape all[2] = {{.kind = CAROM_SHAPE_MESH, .as.mesh = ball.mesh},
                                {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field}};
    static carom_triangle t[MESH_LARGEST];
    int hits = 0;
    for (int k = 0; k < 16; k++) {
        const carom_shape *ground = &all[k % 2];
        carom_shape box = {.kind = CAROM_SHAPE_AABB};
        box.as.aabb = (carom_aabb){v3(-0.7, -0.1, -0.1), v3(0.7, 0.1, 0.1)};
        carom_turning_shape a = {.shape = &box, .start = random_mesh_pose(1.5)};
        carom_turning_shape b = {.shape = ground, .start = random_mesh_pose(0.5)};
        a.end = random_mesh_pose(1.5);
        b.end = k < 8 ? b.start : random_mesh_pose(0.5);
        size_t count = triangles_of(ground, here(), t);
        double first = 2;
        for (size_t i = 0; i < count; i++) {
            carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = t[i]};
            carom_turning_shape moving = b;
            moving.shape = &part;
            carom_toi_hit hit = carom_toi(&a, &moving, 0);
            if (hit.hit) first = fmin(first, (double)hit.fraction);
        }
        carom_toi_hit hit = carom_toi(&a, &b, 0), turned = carom_toi(&b, &a, 0);
        assert_int_equal(hit.hit, first <= 1);
        assert_int_equal(turned.hit, hit.hit);
        if (!hit.hit) continue;
        hits++;
        assert_true((double)hit.fraction == first && hit.fraction <= hit.fraction_upper);
        assert_about(length_of(hit.normal), 1, 16 * EPS);
        assert_same(hit.normal, step(v3(0, 0, 0), turned.normal, -1));
    }
    assert_true(hits >= 4);
    carom_turning_shape a = {.shape = &all[0], .start = here()}, b = {.shape = &all[0]};
    a.start.position = v3(5, 0, 0);
    a.end = b.start = b.end = here();
    carom_toi_hit hit = carom_toi(&a, &b, 0);
    assert_true(hit.hit && hit.fraction > 0.7 && hit.fraction < 1);
    carom_toi_hit ground = carom_toi(&a, &(carom_turning_shape){.shape = &all[1]}, 0);
    assert_true(ground.hit);
    carom_mesh_destroy(ball.mesh);
    carom_heightfield_destroy(field);
}

/* ---- boxes, and what is no shape */

static void boxes_and_supports(void **state) {
    (void)state;
    static test_mesh ball;
    static carom_triangle t[MESH_LARGEST];
    volume_seed = 15;
    fill_ball(&ball, 3, 1);
    carom_heightfield *field = make_hills(0.5, NULL);
    const carom_shape all[2] = {{.kind = CAROM_SHAPE_MESH, .as.mesh = ball.mesh},
                                {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field}};
    for (int k = 0; k < 40; k++) {
        carom_pose pose = k < 4 ? here() : random_mesh_pose(3);
        carom_vec3 d = random_vec(1);
        const carom_shape *s = &all[k % 2];
        size_t count = triangles_of(s, pose, t);
        carom_aabb box = carom_shape_bounds(s, pose);
        double most = -HUGE_VAL;
        for (size_t i = 0; i < 3 * count; i++) {
            carom_vec3 v = t[i / 3].v[i % 3];
            assert_true(v.x >= box.min.x && v.y >= box.min.y && v.z >= box.min.z);
            assert_true(v.x <= box.max.x && v.y <= box.max.y && v.z <= box.max.z);
            most = fmax(most, dot_of(v, d));
        }
        assert_about(dot_of(carom_shape_support(s, pose, d), d), most, 64 * EPS);
    }
    carom_mesh_destroy(ball.mesh);
    carom_heightfield_destroy(field);
}

static void assert_says_no(const carom_shape *s, carom_pose pose) {
    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 9}};
    carom_shape ray = {.kind = CAROM_SHAPE_RAY, .as.ray = {v3(0, 5, 0), v3(0, -1, 0), 0, 99}};
    carom_moving_shape a = {&ball, here(), v3(1, 0, 0)}, b = {s, pose, v3(0, 0, 0)};
    carom_turning_shape ta = {.shape = &ball}, tb = {.shape = s, .start = pose, .end = pose};
    carom_contact_manifold m = {.capacity = 1};
    assert_false(carom_overlap(&ball, here(), s, pose));
    assert_true(carom_closest(s, pose, &ball, here()).distance == HUGE_VAL);
    assert_int_equal(carom_classify(&ball, here(), s, pose), CAROM_DISJOINT);
    assert_false(carom_raycast(&ray, here(), s, pose).hit);
    assert_false(carom_sweep(&a, &b).hit);
    assert_false(carom_penetrate(s, pose, &ball, here()).overlap);
    assert_int_equal(carom_contact(s, pose, &ball, here(), &m), 0);
    assert_false(carom_toi(&ta, &tb, 0).hit);
    assert_false(carom_overlap(s, pose, s, pose));
    assert_true(carom_closest(s, pose, s, pose).distance == HUGE_VAL);
    assert_false(carom_penetrate(s, pose, s, pose).overlap);
}

static void what_is_no_surface(void **state) {
    (void)state;
    uint8_t holes[36];
    carom_mesh_def none = {0};
    carom_mesh *empty = NULL;
    memset(holes, 1, sizeof holes);
    carom_heightfield *gone = make_hills(1, holes), *hills = make_hills(1, NULL);
    assert_int_equal(carom_mesh_create(&empty, &none), CAROM_OK);
    carom_shape s = {.kind = CAROM_SHAPE_MESH, .as.mesh = NULL};
    assert_string_equal(carom_shape_problem(&s), "mesh is missing");
    assert_says_no(&s, here());
    s.as.mesh = empty;
    assert_null(carom_shape_problem(&s));
    assert_says_no(&s, here());
    s = (carom_shape){.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = NULL};
    assert_string_equal(carom_shape_problem(&s), "height field is missing");
    assert_says_no(&s, here());
    s.as.heightfield = gone;
    assert_says_no(&s, here());
    s.as.heightfield = hills;
    carom_pose bad = here();
    bad.position.x = (carom_real)NAN;
    assert_says_no(&s, bad);
    bad = here();
    bad.rotation.y = (carom_real)INFINITY;
    assert_says_no(&s, bad);
    carom_posed_shape posed;
    assert_true(carom_shape_pose(&posed, &s, (carom_pose){{1, 2, 3}, {0, 0, 0, 0}}));
    assert_true(posed.shape.as.heightfield == hills && posed.pose.position.z == 3);
    carom_mesh_destroy(empty);
    carom_heightfield_destroy(gone);
    carom_heightfield_destroy(hills);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_equal_brute_force), cmocka_unit_test(in_and_around_a_closed_mesh),
        cmocka_unit_test(field_in_a_closed_mesh),     cmocka_unit_test(turning_equals_brute_force),
        cmocka_unit_test(boxes_and_supports),         cmocka_unit_test(what_is_no_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
