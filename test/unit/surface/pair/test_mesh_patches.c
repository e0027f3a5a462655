/* Manifolds of two surfaces: one for each patch in which they touch, however they are cut into
 * triangles and in whatever order these come. */
#include "common/test_manifold_common.h"

/* ---- tables */

static void add_box(test_mesh *m, carom_vec3 low, carom_vec3 high) {
    static test_mesh box;
    fill_corners_of_box(&box, low, high);
    for (size_t i = 0; i < box.count; i++)
        add_test_triangle(m, box.vertices[3 * i], box.vertices[3 * i + 1], box.vertices[3 * i + 2]);
}

static const carom_vec3 leg_at[4] = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};

/* Legs of an eighth, lowest at z = 0; `drop`: leg i is longer by i * drop. */
static void make_table(test_mesh *m, double drop) {
    m->count = 0;
    add_box(m, v3(-1.25, -1.25, 1), v3(1.25, 1.25, 1.125));
    for (int i = 0; i < 4; i++) {
        double x = (double)leg_at[i].x, y = (double)leg_at[i].y;
        add_box(m, v3(x - 0.125, y - 0.125, -i * drop), v3(x + 0.125, y + 0.125, 1));
    }
    build_test_mesh(m);
}

/* The manifold of the leg there; each has four corners, straight down. */
static const carom_contact_manifold *manifold_of_leg(const carom_contact_manifold *list, int count,
                                                     carom_vec3 at) {
    const carom_contact_manifold *found = NULL;
    for (int i = 0; i < count; i++) {
        carom_vec3 p = list[i].points[0].point_a;
        if (fabs((double)p.x - (double)at.x) > 0.4 || fabs((double)p.y - (double)at.y) > 0.4)
            continue;
        assert_null(found);
        found = &list[i];
    }
    assert_non_null(found);
    return found;
}

static void check_table(const carom_contact_manifold *list, carom_pose pose, double depth) {
    for (int leg = 0; leg < 4; leg++) {
        carom_vec3 at = carom_pose_transform_point(pose, leg_at[leg]);
        const carom_contact_manifold *m = manifold_of_leg(list, 4, at);
        check_manifold(m, 4);
        assert_vec_about(m->normal, 0, 0, -1, 1e-5);
        assert_int_equal(m->count, 4);
        for (int i = 0; i < 4; i++) {
            double x = (double)leg_at[leg].x, y = (double)leg_at[leg].y;
            carom_vec3 corner = v3(x + (i & 1 ? 0.125 : -0.125), y + (i & 2 ? 0.125 : -0.125), 0);
            assert_true(has_point(m, carom_pose_transform_point(pose, corner), 1e-5));
            assert_about((double)m->points[i].depth, depth, 1e-6);
        }
    }
}

static void assert_turned(const carom_contact_manifold *list, const carom_contact_manifold *back,
                          int count) {
    for (int i = 0; i < count; i++) {
        assert_int_equal(list[i].count, back[i].count);
        assert_same(list[i].normal, step(v3(0, 0, 0), back[i].normal, -1));
        for (int k = 0; k < list[i].count; k++) {
            assert_same(list[i].points[k].point_a, back[i].points[k].point_b);
            assert_same(list[i].points[k].point_b, back[i].points[k].point_a);
            assert_true(list[i].points[k].id == back[i].points[k].id);
            assert_true(list[i].points[k].depth == back[i].points[k].depth);
        }
    }
}

/* On a slab, on tiles and on a height field; touching, sunk in, and just above. */
static void table_stands_on(const carom_shape *floor, bool y_up) {
    static test_mesh table;
    make_table(&table, 0);
    carom_shape body = mesh_shape(&table);
    uint32_t ids[4][4] = {{0}};
    for (int k = 0; k < 9; k++) {
        double depth = k % 3 == 0 ? 0 : k % 3 == 1 ? 0x1p-6 : -0x1p-6;
        carom_contact_manifold list[CAROM_CONTACT_LIMIT], back[CAROM_CONTACT_LIMIT];
        carom_pose pose = at_place(v3(k * 0x1p-4, k * -0x1p-5, -depth)), stands = pose;
        carom_pose ground = here(); /* turned, when y is up there */
        if (y_up)
            ground.rotation = (carom_quat){(carom_real)sqrt(0.5), 0, 0, (carom_real)sqrt(0.5)};
        const carom_contact_manifold wanted = {.margin = (carom_real)(depth < 0 ? 0x1p-5 : 0),
                                               .capacity = CAROM_CONTACT_LIMIT};
        if (y_up && depth == 0) continue; /* rounding decides */
        list[0] = back[0] = wanted;
        assert_int_equal(contacts_asked(&body, stands, floor, ground, list), 4);
        check_table(list, pose, depth);
        assert_int_equal(contacts_asked(floor, ground, &body, stands, back), 4);
        assert_turned(list, back, 4);
        for (int leg = 0; leg < 4; leg++) {
            carom_vec3 at = carom_pose_transform_point(pose, leg_at[leg]);
            const carom_contact_manifold *m = manifold_of_leg(list, 4, at);
            for (int i = 0; i < 4; i++) {
                carom_vec3 p = m->points[i].point_a;
                int corner = ((double)p.x > (double)at.x) + 2 * ((double)p.y > (double)at.y);
                assert_true(k <= 1 || ids[leg][corner] == m->points[i].id);
                ids[leg][corner] = m->points[i].id;
            }
        }
    }
    carom_mesh_destroy(table.mesh);
}

static void a_table_has_four_legs(void **state) {
    (void)state;
    static test_mesh slab, tiles;
    fill_corners_of_box(&slab, v3(-4, -4, -1), v3(4, 4, 0));
    build_test_mesh(&slab);
    carom_shape floors[2] = {mesh_shape(&slab), make_tiled_floor(&tiles, 0.7)};
    carom_shape field = make_flat_field(0.7);
    table_stands_on(&floors[0], false);
    table_stands_on(&floors[1], false);
    table_stands_on(&field, true);
    carom_mesh_destroy(slab.mesh);
    carom_mesh_destroy(tiles.mesh);
    carom_heightfield_destroy((carom_heightfield *)field.as.heightfield);
}

/* Of a table on uneven legs the deepest come first; less room keeps these. */
static void the_deepest_come_first(void **state) {
    (void)state;
    static test_mesh table, slab, again;
    make_table(&table, 0x1p-5);
    fill_corners_of_box(&slab, v3(-4, -4, -1), v3(4, 4, 0));
    build_test_mesh(&slab);
    carom_shape body = mesh_shape(&table), floor = mesh_shape(&slab);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT], some[CAROM_CONTACT_LIMIT];
    carom_posed_shape p, q;
    carom_pose pose = at_place(v3(0.3, 0.2, -0x1p-6));
    assert_int_equal(contacts_of(&body, pose, &floor, here(), list), 4);
    for (int i = 0; i < 4; i++) {
        carom_vec3 at = carom_pose_transform_point(pose, leg_at[3 - i]);
        assert_ptr_equal(manifold_of_leg(list, 4, at), &list[i]);
        assert_about((double)list[i].points[0].depth, 0x1p-6 + (3 - i) * 0x1p-5, 1e-6);
    }
    assert_true(carom_shape_pose(&p, &body, pose) && carom_shape_pose(&q, &floor, here()));
    for (int room = 1; room < 4; room++) {
        some[0] = (carom_contact_manifold){.capacity = CAROM_CONTACT_LIMIT};
        assert_int_equal(carom_contact_several(&p, &q, some, room), room);
        for (int i = 0; i < room; i++)
            assert_memory_equal(&some[i], &list[i], sizeof *list);
    }
    carom_contact_manifold first = contact_of(&body, pose, &floor, here());
    assert_memory_equal(&first, &list[0], sizeof first);
    reverse_triangles(&again, &table);
    body = mesh_shape(&again);
    assert_int_equal(contacts_of(&body, pose, &floor, here(), some), 4);
    for (int i = 0; i < 4; i++)
        assert_same_points(&some[i], &list[i], 1e-6);
    carom_mesh_destroy(table.mesh);
    carom_mesh_destroy(slab.mesh);
    carom_mesh_destroy(again.mesh);
}

/* ---- boxes */

static int boxes_in_contact(const carom_aabb *a, const carom_aabb *b,
                            carom_contact_manifold *list) {
    static test_mesh first, second;
    carom_contact_manifold back[CAROM_CONTACT_LIMIT];
    fill_corners_of_box(&first, a->min, a->max);
    fill_corners_of_box(&second, b->min, b->max);
    build_test_mesh(&first);
    build_test_mesh(&second);
    carom_shape p = mesh_shape(&first), q = mesh_shape(&second);
    int count = contacts_of(&p, here(), &q, here(), list);
    assert_int_equal(contacts_of(&q, here(), &p, here(), back), count);
    assert_turned(list, back, count);
    for (int i = 0; i < count; i++)
        check_manifold(&list[i], 4);
    carom_mesh_destroy(first.mesh);
    carom_mesh_destroy(second.mesh);
    return count;
}

static void two_boxes(void **state) {
    (void)state;
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    carom_aabb box = aabb(0, 0, 0, 1, 1, 1);
    carom_aabb beside = aabb(1, 0.25, 0.25, 2, 0.75, 2); /* shares a part of a face */
    assert_int_equal(boxes_in_contact(&box, &beside, list), 1);
    assert_same(list[0].normal, v3(1, 0, 0));
    assert_int_equal(list[0].count, 4);
    for (int i = 0; i < 4; i++) {
        assert_true(has_point(&list[0], v3(1, i & 1 ? 0.25 : 0.75, i & 2 ? 0.25 : 1), 1e-6));
        assert_true(list[0].points[i].depth == 0);
    }
    carom_aabb whole = aabb(1, 0, 0, 2, 1, 1); /* all of it */
    assert_int_equal(boxes_in_contact(&box, &whole, list), 1);
    assert_same(list[0].normal, v3(1, 0, 0));
    assert_int_equal(list[0].count, 4);
    carom_aabb edge = aabb(1, 0.25, 1, 2, 0.75, 2); /* an edge of each on the other's */
    assert_int_equal(boxes_in_contact(&box, &edge, list), 1);
    assert_true(list[0].normal.y == 0 && list[0].normal.x >= 0 && list[0].normal.z >= 0);
    assert_true(has_point(&list[0], v3(1, 0.25, 1), 0) && has_point(&list[0], v3(1, 0.75, 1), 0));
    carom_aabb corner = aabb(1, 1, 1, 2, 2, 2);
    assert_int_equal(boxes_in_contact(&box, &corner, list), 1);
    assert_int_equal(list[0].count, 1);
    assert_same(list[0].points[0].point_a, v3(1, 1, 1));
    /* from within, on one wall and in a corner: how deep the solids are does not matter */
    carom_aabb room = aabb(-1, -1, -1, 2, 2, 1);
    assert_int_equal(boxes_in_contact(&box, &room, list), 1);
    assert_same(list[0].normal, v3(0, 0, 1));
    assert_int_equal(list[0].count, 4);
    assert_true(list[0].points[0].depth == 0);
    room.min = v3(0, 0, -1);
    assert_int_equal(boxes_in_contact(&box, &room, list), 3);
    for (int i = 0; i < 3; i++) {
        carom_vec3 n = list[i].normal;
        assert_true(same_vec(n, v3(-1, 0, 0)) || same_vec(n, v3(0, -1, 0)) ||
                    same_vec(n, v3(0, 0, 1)));
    }
}

/* Walls that face inwards: touched from within, along each. */
static void a_box_in_the_corner_of_a_room(void **state) {
    (void)state;
    static test_mesh room, body;
    make_room_corner(&room);
    fill_corners_of_box(&body, v3(0, 0, 0), v3(1, 1, 1));
    build_test_mesh(&body);
    carom_shape walls = mesh_shape(&room), box = mesh_shape(&body);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    for (int k = 0; k < 3; k++) {
        double off = k == 0 ? 0 : k == 1 ? -0x1p-7 : 0x1p-7;
        carom_pose pose = at_place(v3(off, off, off));
        list[0] = (carom_contact_manifold){.margin = (carom_real)(off > 0 ? 0x1p-6 : 0)};
        int count = contacts_asked(&box, pose, &walls, here(), list);
        if (off < 0) continue; /* one curve */
        assert_int_equal(count, 3);
        for (int axis = 0; axis < 3; axis++) {
            carom_vec3 n = v3(axis == 0 ? -1 : 0, axis == 1 ? -1 : 0, axis == 2 ? -1 : 0);
            int same = 0;
            for (int i = 0; i < 3; i++)
                same += apart(list[i].normal, n) < 1e-6 && list[i].count == 4 &&
                        fabs((double)list[i].points[0].depth + off) < 1e-6;
            assert_int_equal(same, 1);
        }
    }
    carom_mesh_destroy(room.mesh);
    carom_mesh_destroy(body.mesh);
}

static void edges_and_corners(void **state) {
    (void)state;
    static test_mesh slab, body;
    fill_corners_of_box(&slab, v3(-4, -4, -1), v3(4, 4, 0));
    build_test_mesh(&slab);
    carom_shape floor = mesh_shape(&slab);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    /* a roof upside down on its ridge, and a pyramid on its tip */
    for (int k = 0; k < 2; k++) {
        carom_vec3 tip[2] = {v3(-1, 0, 0), v3(1, 0, 0)};
        if (k == 1) tip[0] = tip[1] = v3(0, 0, 0);
        carom_vec3 top[4] = {v3(-1, -1, 1), v3(1, -1, 1), v3(1, 1, 1), v3(-1, 1, 1)};
        body.count = 0;
        add_test_triangle(&body, top[0], top[1], top[2]);
        add_test_triangle(&body, top[0], top[2], top[3]);
        add_test_triangle(&body, top[1], top[0], tip[0]);
        add_test_triangle(&body, top[1], tip[0], tip[1]);
        add_test_triangle(&body, top[2], top[1], tip[1]);
        add_test_triangle(&body, top[3], top[2], tip[1]);
        add_test_triangle(&body, top[3], tip[1], tip[0]);
        add_test_triangle(&body, top[0], top[3], tip[0]);
        build_test_mesh(&body);
        carom_shape roof = mesh_shape(&body);
        carom_pose pose = at_place(v3(0.3, 0.1, 0));
        assert_int_equal(contacts_of(&roof, pose, &floor, here(), list), 1);
        assert_same(list[0].normal, v3(0, 0, -1));
        for (int i = 0; i < 2; i++)
            assert_true(has_point(&list[0], carom_pose_transform_point(pose, tip[i]), 0) || k == 0);
        assert_true(list[0].points[0].depth == 0);
        carom_mesh_destroy(body.mesh);
    }
    carom_mesh_destroy(slab.mesh);
}

/* ---- against the parts one by one */

#define BALLS 5

static carom_vec3 place_of_ball(int i) {
    return v3((i % 3 - 1) * 0.9 + 0.013, (i / 3) * 0.9 + 0.0071, 0);
}

/* A floor for each: blocks of different heights, or one flat one. */
static void make_blocks(test_mesh *m, bool flat) {
    m->count = 0;
    for (int i = 0; i < BALLS; i++) {
        carom_vec3 at = place_of_ball(i);
        double x = (double)at.x, y = (double)at.y, high = i * 0.07;
        if (!flat) add_box(m, v3(x - 0.42, y - 0.42, -1), v3(x + 0.42, y + 0.42, high));
    }
    if (flat) add_box(m, v3(-3, -3, -1), v3(3, 3, 0));
    build_test_mesh(m);
}

/* A mesh of separate balls on a floor has the manifolds that each ball has alone. */
static void check_balls(const carom_shape *floor, carom_pose ground, double margin, int *touched) {
    static test_mesh all, again, ball;
    carom_contact_manifold list[CAROM_CONTACT_LIMIT], one[BALLS][CAROM_CONTACT_LIMIT];
    carom_contact_manifold turned[CAROM_CONTACT_LIMIT];
    int count = 0, each[BALLS];
    all.count = 0;
    for (int i = 0; i < BALLS; i++) {
        carom_vec3 at = step(place_of_ball(i), v3(0, 0, random_in(0.2, 0.5)), 1);
        fill_ball(&ball, 1 + i % 2, 0.3);
        carom_mesh_destroy(ball.mesh);
        for (size_t j = 0; j < 3 * ball.count; j++)
            ball.vertices[j] = step(ball.vertices[j], at, 1);
        build_test_mesh(&ball);
        carom_shape part = mesh_shape(&ball);
        one[i][0] = (carom_contact_manifold){.margin = (carom_real)margin};
        each[i] = contacts_asked(&part, here(), floor, ground, one[i]);
        count += each[i];
        for (size_t j = 0; j < ball.count; j++)
            add_test_triangle(&all, ball.vertices[3 * j], ball.vertices[3 * j + 1],
                              ball.vertices[3 * j + 2]);
        carom_mesh_destroy(ball.mesh);
    }
    build_test_mesh(&all);
    reverse_triangles(&again, &all);
    carom_shape body = mesh_shape(&all), other = mesh_shape(&again);
    list[0] = turned[0] = (carom_contact_manifold){.margin = (carom_real)margin};
    int found = contacts_asked(&body, here(), floor, ground, list);
    assert_int_equal(found, count);
    assert_int_equal(contacts_asked(&other, here(), floor, ground, turned), found);
    for (int i = 0; i < found; i++) {
        check_manifold(&list[i], 4);
        assert_same_points(&list[i], &turned[i], 1e-5);
    }
    for (int i = 0; i < BALLS; i++)
        for (int k = 0; k < each[i]; k++) {
            const carom_contact_manifold *m = manifold_of_leg(list, found, place_of_ball(i));
            assert_about((double)m->points[0].depth, (double)one[i][k].points[0].depth, 0.01);
            assert_about(apart(m->normal, one[i][k].normal), 0, 0.05);
        }
    *touched += found;
    carom_mesh_destroy(all.mesh);
    carom_mesh_destroy(again.mesh);
}

static void as_each_part_alone(void **state) {
    (void)state;
    static test_mesh floors[2];
    carom_shape field = make_flat_field(0.4);
    carom_pose up = here();
    up.rotation = (carom_quat){(carom_real)sqrt(0.5), 0, 0, (carom_real)sqrt(0.5)};
    volume_seed = 31;
    int touched = 0;
    for (int k = 0; k < 2; k++)
        make_blocks(&floors[k], k == 1);
    for (int k = 0; k < 60; k++) {
        carom_shape floor = k % 3 < 2 ? mesh_shape(&floors[k % 3]) : field;
        check_balls(&floor, k % 3 < 2 ? here() : up, k % 2 ? 0 : 0.05, &touched);
    }
    assert_true(touched > 70);
    for (int k = 0; k < 2; k++)
        carom_mesh_destroy(floors[k].mesh);
    carom_heightfield_destroy((carom_heightfield *)field.as.heightfield);
}

/* More pieces than there is room for: a fine ball in a fine floor, and two of them. */
static void many_triangles(void **state) {
    (void)state;
    static test_mesh floor, balls, ball;
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    carom_shape ground = make_tiled_floor(&floor, 0.125);
    balls.count = 0;
    for (int i = 0; i < 2; i++) {
        fill_ball(&ball, 5, 0.45);
        for (size_t j = 0; j < ball.count; j++) {
            carom_vec3 *v = &ball.vertices[3 * j], at = v3(i ? 0.5 : -0.5, 0.01, 0.4);
            add_test_triangle(&balls, step(v[0], at, 1), step(v[1], at, 1), step(v[2], at, 1));
        }
        carom_mesh_destroy(ball.mesh);
    }
    build_test_mesh(&balls);
    carom_shape body = mesh_shape(&balls);
    list[0] = (carom_contact_manifold){.margin = (carom_real)0.05};
    assert_int_equal(contacts_asked(&body, here(), &ground, here(), list), 2);
    for (int i = 0; i < 2; i++) {
        check_manifold(&list[i], 4);
        assert_true(list[i].normal.z < (carom_real)-0.9);
    }
    carom_mesh_destroy(floor.mesh);
    carom_mesh_destroy(balls.mesh);
}

/* Two balls, first side by side, then about in the same place, and at last hardly turned, where
 * more parts wait than the heap of the search for the depth holds: it ends all the same. Contacts
 * are as sure as the depth, and none is much deeper than what was found. */
static void as_sure_as_the_depth(void **state) {
    (void)state;
    static test_mesh ball;
    fill_ball(&ball, 18, 1);
    carom_shape body = mesh_shape(&ball);
    carom_contact_manifold list[CAROM_CONTACT_LIMIT];
    int limits = 0;
    for (int k = 0; k < 15; k++) {
        carom_pose at = k > 0 ? random_mesh_pose(0.1) : here();
        at.position = k < 6 ? v3(2 - 0.28 * k, 0.1 * (k > 0), -0.02 * k) : v3(0.001 * k, 0, 0);
        carom_quat hardly = {(carom_real)(0.006 * (k - 8)), (carom_real)0.001, 0, 1};
        if (k > 8) at = (carom_pose){v3(0, 0, 0), hardly};
        carom_placed_mesh a = {.mesh = ball.mesh, .pose = here()},
                          b = {.mesh = ball.mesh, .pose = at};
        carom_mesh_penetration found = carom_penetrate_mesh_mesh(&a, &b, NULL);
        carom_penetration depth = carom_penetrate(&body, here(), &body, at);
        assert_true(depth.overlap);
        assert_int_equal(depth.certainty, found.certainty);
        list[0] = (carom_contact_manifold){0};
        int count = contacts_asked(&body, here(), &body, at, list);
        assert_true(count > 0);
        for (int i = 0; i < count; i++) {
            assert_int_equal(list[i].certainty, found.certainty);
            assert_true((double)list[i].points[0].depth <= 1.125 * (double)found.depth + 1e-5);
        }
        limits += found.certainty == CAROM_LIMIT;
    }
    assert_int_equal(limits, 0);
    carom_mesh_destroy(ball.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_has_four_legs),
        cmocka_unit_test(the_deepest_come_first),
        cmocka_unit_test(two_boxes),
        cmocka_unit_test(a_box_in_the_corner_of_a_room),
        cmocka_unit_test(edges_and_corners),
        cmocka_unit_test(as_each_part_alone),
        cmocka_unit_test(many_triangles),
        cmocka_unit_test(as_sure_as_the_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
