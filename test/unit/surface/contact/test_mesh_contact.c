/* Manifolds of shapes on meshes and height fields: corners and ends over floors of tiles, one
 * manifold for each wall, the same whatever the order of the triangles and wherever the two
 * stand. */
#include "common/test_manifold_common.h"

static void flip_up(carom_vec3 *p) {
    carom_real y = p->y;
    p->y = p->z;
    p->z = y;
}

/* A box over a floor in any place and turn: its four lower corners and nothing else, straight up,
 * each with the number that it has everywhere. */
static void box_on_tiles(const carom_shape *floor, double tile, bool y_up) {
    uint32_t ids[4] = {0};
    for (int k = 0; k < 300; k++) {
        carom_shape box = box_shape(0.5, 0.375, 0.25);
        if (y_up) box = box_shape(0.5, 0.25, 0.375);
        double sink = k % 3 ? 0x1p-6 : 0, turn = k % 4 < 2 ? 0 : random_in(-3, 3);
        carom_vec3 place = k % 2 ? random_vec(1.5 * tile) : lattice_vec(2);
        if (k % 2 == 0) place = v3((double)place.x * tile / 2, (double)place.y * tile / 2, 0);
        place.z = (carom_real)(0.25 - sink);
        if (sink == 0 && turn != 0) continue; /* rounding decides */
        if (y_up) flip_up(&place);
        carom_pose pose = {place, {0, 0, (carom_real)sin(turn), (carom_real)cos(turn)}};
        if (y_up) pose.rotation = (carom_quat){0, (carom_real)sin(turn), 0, (carom_real)cos(turn)};
        carom_contact_manifold m = contact_of(floor, here(), &box, pose);
        check_manifold(&m, 8);
        assert_int_equal(m.count, 4);
        assert_same(m.normal, y_up ? v3(0, 1, 0) : v3(0, 0, 1));
        for (int i = 0; i < 4; i++) {
            carom_vec3 corner = v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.375 : -0.375, -0.25);
            if (y_up) flip_up(&corner);
            corner = carom_pose_transform_point(pose, corner);
            carom_vec3 up = v3(0, y_up ? sink : 0, y_up ? 0 : sink);
            assert_true(has_point(&m, step(corner, up, 1), 1e-5));
            for (int j = 0; j < 4; j++) {
                if (apart(m.points[j].point_b, corner) > 1e-5) continue;
                assert_true(k == 0 || ids[i] == m.points[j].id);
                ids[i] = m.points[j].id;
            }
        }
    }
}

static void four_corners(void **state) {
    (void)state;
    static const double sizes[] = {0.125, 0.3, 1, 7};
    volume_seed = 21;
    for (int i = 0; i < COUNT(sizes); i++) {
        static test_mesh m;
        /* small tiles: all of the box must be over the floor */
        double tile = sizes[i] < 0.3 ? 0.3 : sizes[i];
        carom_shape floor = make_tiled_floor(&m, tile), field = make_flat_field(tile);
        box_on_tiles(&floor, tile, false);
        box_on_tiles(&field, tile, true);
        carom_mesh_destroy(m.mesh);
        carom_heightfield_destroy((carom_heightfield *)field.as.heightfield);
    }
}

/* Over 7,200 triangles, more than are stored. */
static void box_over_many_tiles(void **state) {
    (void)state;
    carom_shape floor = make_field_of(FIELD_SIDE, 0.04), box = box_shape(1.2, 0.25, 1.2);
    carom_pose pose = at_place(v3(0.01, 0.24, 0.02));
    carom_contact_manifold found = contact_of(&box, pose, &floor, here());
    check_manifold(&found, 1);
    assert_int_equal(found.count, 4);
    assert_same(found.normal, v3(0, -1, 0));
    for (int i = 0; i < 4; i++)
        assert_true(has_point(
            &found, v3(0.01 + (i & 1 ? 1.2 : -1.2), -0.01, 0.02 + (i & 2 ? 1.2 : -1.2)), 1e-6));
    carom_heightfield_destroy((carom_heightfield *)floor.as.heightfield);
}

/* Two boxes' worth of floor end under the box: the cliff's edge takes the place of two corners. */
static void over_a_cliff(void **state) {
    (void)state;
    static test_mesh m;
    m.count = 0;
    add_tiles(&m, v3(-3, -3, 0), v3(0.5, 0, 0), v3(0, 1, 0), 6);
    add_tiles(&m, v3(0, -3, -6), v3(0, 0, 1), v3(0, 1, 0), 6);
    build_test_mesh(&m);
    carom_shape cliff = mesh_shape(&m), box = box_shape(1, 0.75, 0.5);
    carom_contact_manifold found =
        contact_of(&cliff, here(), &box, at_place(v3(0.25, 0.1, 0.5 - 0x1p-7)));
    check_manifold(&found, 4);
    assert_int_equal(found.count, 4);
    assert_same(found.normal, v3(0, 0, 1));
    for (int i = 0; i < 4; i++)
        assert_true(has_point(&found, v3(i & 1 ? 0 : -0.75, i & 2 ? 0.85 : -0.65, 0), 1e-6));
    carom_mesh_destroy(m.mesh);
}

/* ---- several manifolds */

static const carom_contact_manifold *facing(const carom_contact_manifold *list, int count,
                                            carom_vec3 normal) {
    for (int i = 0; i < count; i++)
        if (dot_of(list[i].normal, normal) > 0.999) return &list[i];
    return NULL;
}

/* In a corner of a room: a floor and two walls, four corners on each. */
static void corner_of_a_room(void **state) {
    (void)state;
    static test_mesh m;
    make_room_corner(&m);
    carom_shape room = mesh_shape(&m), box = box_shape(0.5, 0.25, 0.375);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    const carom_vec3 axes[3] = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
    for (int k = 0; k < 27; k++) {
        const double sink[3] = {0x1p-7 * (k % 3), 0x1p-7 * (k / 3 % 3), 0x1p-7 * (k / 9)};
        carom_vec3 place = v3(0.5 - sink[0], 0.25 - sink[1], 0.375 - sink[2]);
        int count = contacts_of(&room, here(), &box, at_place(place), list);
        assert_int_equal(count, 3);
        for (int i = 0; i < 3; i++) {
            const carom_contact_manifold *one = facing(list, count, axes[i]);
            assert_non_null(one);
            assert_same(one->normal, axes[i]);
            check_manifold(one, 2);
            assert_int_equal(one->count, 4);
            for (int j = 0; j < 4; j++)
                assert_about((double)one->points[j].depth, sink[i], 1e-6);
            assert_true(i == 0 || list[i].points[0].depth <= list[i - 1].points[0].depth);
        }
        carom_contact_manifold one = contact_of(&room, here(), &box, at_place(place));
        assert_memory_equal(&one.normal, &list[0].normal, sizeof one.normal);
        assert_true(one.count == list[0].count && one.points[0].depth == list[0].points[0].depth);
    }
    carom_mesh_destroy(m.mesh);
}

/* Turned, so that the normals of a wall's tiles differ by rounding. */
static void turned_corner_of_small_tiles(void **state) {
    (void)state;
    static test_mesh m;
    const double half[3] = {0.5, 0.25, 0.375}, sink[3] = {0x1p-7, 0x1p-6, 0x1p-8};
    const double s = sin(0.21) / 3, c = cos(0.21);
    const double x = 2 * s, y = -s, z = 2 * s;
    const carom_vec3 axes[3] = {
        v3(1 - 2 * (y * y + z * z), 2 * (x * y + c * z), 2 * (x * z - c * y)),
        v3(2 * (x * y - c * z), 1 - 2 * (x * x + z * z), 2 * (y * z + c * x)),
        v3(2 * (x * z + c * y), 2 * (y * z - c * x), 1 - 2 * (x * x + y * y))};
    m.count = 0;
    for (int i = 0; i < 3; i++)
        add_tiles(&m, v3(0, 0, 0), step(v3(0, 0, 0), axes[i], 0.071),
                  step(v3(0, 0, 0), axes[(i + 1) % 3], 0.071), 20);
    build_test_mesh(&m);
    carom_shape room = mesh_shape(&m), box = box_shape(half[0], half[1], half[2]);
    carom_pose pose = here();
    pose.rotation = (carom_quat){(carom_real)x, (carom_real)y, (carom_real)z, (carom_real)c};
    for (int i = 0; i < 3; i++)
        pose.position = step(pose.position, axes[i], half[i] - sink[i]);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    int count = contacts_of(&room, here(), &box, pose, list);
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++) {
        const carom_contact_manifold *one = facing(list, count, axes[i]);
        assert_non_null(one);
        assert_int_equal(one->count, 4);
        for (int j = 0; j < 4; j++)
            assert_about((double)one->points[j].depth, sink[i], 1e-5);
    }
    carom_mesh_destroy(m.mesh);
}

/* The same corner in each octant, of more and smaller triangles than are remembered: the corners of
 * the box on each side. */
static void corner_of_small_tiles(void **state) {
    (void)state;
    static test_mesh m;
    const double half[3] = {0.5, 0.25, 0.375}, sink[3] = {0x1p-7, 0x1p-6, 0x1p-8};
    for (int k = 0; k < 8; k++) {
        const carom_vec3 axes[3] = {v3(k & 1 ? -1 : 1, 0, 0), v3(0, k & 2 ? -1 : 1, 0),
                                    v3(0, 0, k & 4 ? -1 : 1)};
        m.count = 0;
        for (int i = 0; i < 3; i++)
            add_tiles(&m, v3(0, 0, 0), step(v3(0, 0, 0), axes[i], 0.071),
                      step(v3(0, 0, 0), axes[(i + 1) % 3], 0.071), 20);
        build_test_mesh(&m);
        carom_shape room = mesh_shape(&m), box = box_shape(half[0], half[1], half[2]);
        carom_pose pose = here();
        for (int i = 0; i < 3; i++)
            pose.position = step(pose.position, axes[i], half[i] - sink[i]);
        carom_contact_manifold list[CAROM_CONTACT_LIMIT];
        int count = contacts_of(&room, here(), &box, pose, list);
        assert_int_equal(count, 3);
        for (int i = 0; i < 3; i++) {
            const carom_contact_manifold *one = facing(list, count, axes[i]);
            assert_non_null(one);
            check_manifold(one, 2);
            assert_int_equal(one->count, 4);
            for (int j = 0; j < 4; j++)
                assert_about((double)one->points[j].depth, sink[i], 1e-5);
            for (int j = 0; j < 4; j++) {
                double at[3] = {-sink[0], -sink[1], -sink[2]};
                for (int c = 1; c < 3; c++) {
                    int side = (i + c) % 3;
                    at[side] = (j >> (c - 1)) & 1 ? 2 * half[side] - sink[side] : 0;
                }
                carom_vec3 corner = v3(0, 0, 0);
                for (int c = 0; c < 3; c++)
                    corner = step(corner, axes[c], at[c]);
                assert_true(has_point(one, corner, 0.02));
            }
        }
        carom_mesh_destroy(m.mesh);
    }
}

/* Between two slopes: one point on each. */
static void ball_in_a_groove(void **state) {
    (void)state;
    static test_mesh m;
    m.count = 0;
    add_tiles(&m, v3(0, -2, 0), v3(0.4, 0, 0.4), v3(0, 0.7, 0), 6);
    add_tiles(&m, v3(0, -2, 0), v3(-0.4, 0, 0.4), v3(0, 0.7, 0), 6);
    build_test_mesh(&m);
    carom_shape groove = mesh_shape(&m);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    for (int k = 0; k < 40; k++) {
        double y = -1.9 + 0.09 * k, s = sqrt(0.5), r = 0.75, sink = 0x1p-8 * (1 + k % 3);
        carom_shape ball = {.kind = CAROM_SHAPE_SPHERE,
                            .as.sphere = {v3(0, y, r / s - sink), (carom_real)r}};
        assert_int_equal(contacts_of(&groove, here(), &ball, here(), list), 2);
        for (int i = 0; i < 2; i++) {
            check_manifold(&list[i], 2);
            assert_int_equal(list[i].count, 1);
            assert_about((double)list[i].points[0].depth, sink * s, 1e-6);
            double x = (double)list[i].normal.x;
            assert_vec_about(list[i].normal, x > 0 ? s : -s, 0, s, 1e-6);
        }
        assert_true(list[0].normal.x * list[1].normal.x < 0);
    }
    carom_mesh_destroy(m.mesh);
}

/* ---- round shapes */

static void lying_and_standing(void **state) {
    (void)state;
    static test_mesh m;
    carom_shape floor = make_tiled_floor(&m, 0.25);
    volume_seed = 33;
    for (int k = 0; k < 60; k++) {
        double turn = k % 2 ? random_in(-3, 3) : k / 2 % 4 * 0.785398, h = 0.25 - 0x1p-8;
        double c = cos(turn), s = sin(turn), x = random_in(-0.4, 0.4), y = random_in(-0.4, 0.4);
        carom_vec3 a = v3(x - 0.6 * c, y - 0.6 * s, h), b = v3(x + 0.6 * c, y + 0.6 * s, h);
        carom_shape shape = {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, (carom_real)0.25}};
        if (k % 3 == 1)
            shape = (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                                  .as.cylinder = {a, b, (carom_real)0.25}};
        carom_contact_manifold found = contact_of(&shape, here(), &floor, here());
        check_manifold(&found, 2);
        assert_int_equal(found.count, 2);
        assert_same(found.normal, v3(0, 0, -1));
        assert_true(has_point(&found, v3((double)a.x, (double)a.y, h - 0.25), 1e-5));
        assert_true(has_point(&found, v3((double)b.x, (double)b.y, h - 0.25), 1e-5));
        shape = (carom_shape){
            .kind = CAROM_SHAPE_CYLINDER,
            .as.cylinder = {v3(x, y, -0x1p-8), v3(x, y, 1), (carom_real)(0.3 + 0.01 * k)}};
        found = contact_of(&shape, here(), &floor, here());
        check_manifold(&found, 2);
        assert_int_equal(found.count, 8);
        for (int i = 0; i < 8; i++)
            assert_about(
                hypot((double)found.points[i].point_a.x - x, (double)found.points[i].point_a.y - y),
                0.3 + 0.01 * k, 1e-5);
    }
    carom_mesh_destroy(m.mesh);
}

/* ---- above the floor, and flat things */

static void within_the_margin(void **state) {
    (void)state;
    static test_mesh m;
    carom_shape floor = make_tiled_floor(&m, 0.3), box = box_shape(0.5, 0.375, 0.25);
    volume_seed = 5;
    for (int k = 0; k < 50; k++) {
        carom_pose pose = at_place(v3(random_in(-1, 1), random_in(-1, 1), 0.25 + 0x1p-6));
        carom_contact_manifold found = {.capacity = 8, .margin = (carom_real)0x1p-5};
        assert_int_equal(carom_contact(&floor, here(), &box, pose, &found), 4);
        check_manifold(&found, 2);
        assert_same(found.normal, v3(0, 0, 1));
        assert_about((double)found.points[3].depth, -0x1p-6, 1e-6);
        found.margin = (carom_real)0x1p-7;
        assert_int_equal(carom_contact(&floor, here(), &box, pose, &found), 0);
    }
    carom_mesh_destroy(m.mesh);
}

/* A mesh that stands on a plane or half-space, and hangs under the plane. */
static void mesh_on_a_plane(void **state) {
    (void)state;
    static test_mesh m;
    fill_corners_of_box(&m, v3(-1, -2, -1), v3(1, 2, 1));
    build_test_mesh(&m);
    carom_shape body = mesh_shape(&m);
    const carom_shape flat[2] = {
        {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {v3(0, 0, 2), 0}},
        {.kind = CAROM_SHAPE_PLANE, .as.plane = {v3(0, 0, 1), 0}},
    };
    for (int k = 0; k < 4; k++) {
        double side = k == 3 ? -1 : 1, sink = k == 1 ? 0 : 0x1p-5;
        carom_pose pose = at_place(v3(3, 4, side * (1 - sink)));
        carom_contact_manifold found = contact_of(&flat[k / 2], here(), &body, pose);
        check_manifold(&found, 8);
        assert_int_equal(found.count, 4);
        assert_same(found.normal, v3(0, 0, side));
        for (int i = 0; i < 4; i++) {
            assert_true(has_point(&found, v3(i & 1 ? 4 : 2, i & 2 ? 6 : 2, 0), 1e-5));
            assert_about((double)found.points[i].depth, sink, 1e-6);
        }
    }
    carom_mesh_destroy(m.mesh);
}

/* ---- two surfaces */

static void box_meshes_stacked(void **state) {
    (void)state;
    static test_mesh upper, lower, tiles;
    fill_corners_of_box(&upper, v3(-0.5, -0.375, 0), v3(0.5, 0.375, 1));
    fill_corners_of_box(&lower, v3(-2, -2, -1), v3(2, 2, 0));
    build_test_mesh(&upper);
    build_test_mesh(&lower);
    carom_shape body = mesh_shape(&upper), field = make_flat_field(0.25);
    carom_shape ground[2] = {mesh_shape(&lower), make_tiled_floor(&tiles, 0.3)};
    volume_seed = 8;
    for (int k = 0; k < 30; k++) {
        double sink = k % 2 ? 0x1p-6 : 0;
        carom_pose pose = at_place(v3(random_in(-1, 1), random_in(-1, 1), -sink));
        carom_contact_manifold found = contact_of(&ground[k % 4 == 0], here(), &body, pose);
        check_manifold(&found, 4);
        if (k % 4 != 2) assert_int_equal(found.count, 4);
        carom_contact_manifold turned = contact_of(&body, pose, &ground[k % 4 == 0], here());
        assert_int_equal(turned.count, found.count);
        if (k % 4 == 2) continue;
        assert_vec_about(found.normal, 0, 0, 1, 1e-5);
        for (int i = 0; i < 4; i++) {
            carom_vec3 corner = v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.375 : -0.375, sink);
            assert_true(has_point(&found, carom_pose_transform_point(pose, corner), 1e-5));
            assert_about((double)found.points[i].depth, sink, 1e-5);
        }
    }
    carom_pose lying = {v3(0.1, -0.015625, 0.2), {0, 0, 0, 1}};
    lying.rotation = (carom_quat){(carom_real)-sqrt(0.5), 0, 0, (carom_real)sqrt(0.5)};
    carom_contact_manifold found = contact_of(&body, lying, &field, here());
    assert_int_equal(found.count, 4);
    check_manifold(&found, 4);
    for (int i = 0; i < 4; i++)
        assert_true(
            has_point(&found, v3(i & 1 ? 0.6 : -0.4, -0.015625, i & 2 ? 0.575 : -0.175), 1e-5));
    carom_mesh_destroy(upper.mesh);
    carom_mesh_destroy(lower.mesh);
    carom_mesh_destroy(tiles.mesh);
    carom_heightfield_destroy((carom_heightfield *)field.as.heightfield);
}

/* ---- invariants, on rough ground */

/* Contact when and only when they overlap; every point lies on the ground and on the body; nothing
 * that touches is left without a manifold that faces its way or a deeper one. */
static void check_body(const carom_shape *body, carom_pose pose, const test_mesh *m) {
    carom_shape ground = mesh_shape(m);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT], back[CAROM_CONTACT_LIMIT];
    int count = contacts_of(body, pose, &ground, here(), list);
    assert_int_equal(count > 0, carom_overlap(body, pose, &ground, here()));
    assert_int_equal(contacts_of(&ground, here(), body, pose, back), count);
    for (int i = 0; i < count; i++) {
        check_manifold(&list[i], 4);
        assert_int_equal(back[i].count, list[i].count);
        for (int k = 0; k < i; k++)
            assert_true(dot_of(list[i].normal, list[k].normal) < 0.9963);
        for (int k = 0; k < list[i].count; k++) {
            const carom_contact_point *p = &list[i].points[k], *q = &back[i].points[k];
            carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = p->point_a};
            double near = 1e-5 + 0.09 * fabs((double)p->depth); /* normals are shared */
            assert_same(p->point_a, q->point_b);
            assert_true(p->id == q->id && p->depth == q->depth);
            assert_true((double)carom_closest(&point, here(), body, pose).distance < near);
            if (list[i].count > 1)
                assert_true((double)carom_closest_point_mesh(p->point_b, m->mesh).at.distance <
                            near);
        }
    }
}

static void on_rough_ground(void **state) {
    (void)state;
    static test_mesh hills, turned;
    volume_seed = 77;
    make_hills_mesh(&hills);
    reverse_triangles(&turned, &hills);
    carom_shape ground = mesh_shape(&hills), again = mesh_shape(&turned);
    int touched = 0, several = 0;
    for (int k = 0; k < 900; k++) {
        carom_shape body = random_body(k % 9);
        carom_pose pose = random_mesh_pose(1.2);
        pose.position.z = (carom_real)random_in(-0.1, 0.5);
        check_body(&body, pose, &hills);
        carom_contact_manifold list[CAROM_CONTACT_LIMIT], other[CAROM_CONTACT_LIMIT];
        int count = contacts_of(&body, pose, &ground, here(), list);
        assert_int_equal(contacts_of(&body, pose, &again, here(), other), count);
        for (int i = 0; i < count; i++)
            assert_same_points(&list[i], &other[i], 1e-6);
        touched += count > 0;
        several += count > 1;
    }
    assert_true(touched > 300 && several > 100);
    carom_mesh_destroy(hills.mesh);
    carom_mesh_destroy(turned.mesh);
}

/* Scaled by powers of two: the same bits. Moved as a whole: the same to rounding. */
static void scaled_and_moved(void **state) {
    (void)state;
    static test_mesh m, scaled;
    carom_contact_manifold list[CAROM_CONTACT_LIMIT], other[CAROM_CONTACT_LIMIT];
    make_room_corner(&m);
    carom_shape room = mesh_shape(&m);
    volume_seed = 15;
    for (int k = 0; k < 40; k++) {
        double f = ldexp(1, k % 2 ? 20 : -20);
        scaled.count = 0;
        for (size_t i = 0; i < m.count; i++)
            add_test_triangle(&scaled, m.vertices[3 * i], m.vertices[3 * i + 1],
                              m.vertices[3 * i + 2]);
        scale_numbers(scaled.vertices, 3 * scaled.count * sizeof(carom_vec3), f);
        build_test_mesh(&scaled);
        carom_shape large = mesh_shape(&scaled), box = box_shape(0.5, 0.25, 0.375);
        carom_pose pose = random_mesh_pose(0), far = pose;
        pose.position = far.position = v3(0.4, 0.4, 0.4);
        SCALE(far.position, f);
        int count = contacts_of(&room, here(), &box, pose, list);
        carom_shape big = box;
        SCALE(big.as.obb.half_extents, f);
        assert_int_equal(contacts_of(&large, here(), &big, far, other), count);
        for (int i = 0; i < count; i++) {
            assert_same(list[i].normal, other[i].normal);
            assert_int_equal(list[i].count, other[i].count);
            assert_true((carom_real)((double)list[i].points[0].depth * f) ==
                        other[i].points[0].depth);
            assert_true(list[i].points[0].id == other[i].points[0].id);
        }
        carom_pose place = random_mesh_pose(3), both = carom_pose_compose(place, pose);
        carom_mesh_destroy(scaled.mesh);
        if (contacts_of(&room, place, &box, both, other) != count) continue; /* by rounding */
        for (int i = 0; i < count; i++) {
            carom_vec3 normal = carom_pose_rotate_vector(place, list[i].normal);
            const carom_contact_manifold *same = facing(other, count, normal);
            if (same)
                assert_about((double)same->points[0].depth, (double)list[i].points[0].depth, 1e-4);
        }
    }
    carom_mesh_destroy(m.mesh);
}

static void bad_questions(void **state) {
    (void)state;
    static test_mesh m;
    carom_shape floor = make_tiled_floor(&m, 1), box = box_shape(1, 1, 1);
    carom_contact_manifold list[2] = {{.capacity = 4}};
    carom_posed_shape p, q;
    assert_true(carom_shape_pose(&p, &floor, here()) && carom_shape_pose(&q, &box, here()));
    assert_int_equal(carom_contact_several(&p, &q, list, 0), 0);
    assert_int_equal(carom_contact_several(&p, &q, list, -1), 0);
    assert_int_equal(carom_contact_several(&p, &q, list, 1), 1);
    assert_int_equal(carom_contact_several(&q, &q, list, 2), 1);
    list[0].margin = (carom_real)NAN;
    assert_int_equal(carom_contact_several(&p, &q, list, 2), 1);
    list[0].margin = -1;
    assert_int_equal(carom_contact_several(&p, &q, list, 2), 1);
    assert_true(list[0].margin == 0);
    carom_obb *numbers = &box.as.obb;
    FOR_EACH_BAD_NUMBER(*numbers, {
        bool sound = carom_shape_pose(&q, &box, here());
        assert_false(sound);
        assert_int_equal(carom_contact_several(&p, &q, list, 2), 0);
        assert_int_equal(list[0].count, 0);
    });
    carom_mesh_destroy(m.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_corners),          cmocka_unit_test(box_over_many_tiles),
        cmocka_unit_test(over_a_cliff),          cmocka_unit_test(corner_of_a_room),
        cmocka_unit_test(corner_of_small_tiles), cmocka_unit_test(turned_corner_of_small_tiles),
        cmocka_unit_test(ball_in_a_groove),      cmocka_unit_test(lying_and_standing),
        cmocka_unit_test(within_the_margin),     cmocka_unit_test(mesh_on_a_plane),
        cmocka_unit_test(box_meshes_stacked),    cmocka_unit_test(on_rough_ground),
        cmocka_unit_test(scaled_and_moved),      cmocka_unit_test(bad_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
