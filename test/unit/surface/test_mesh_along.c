/* How far along a direction until free of meshes and height fields. */
#include "carom/contact.h"
#include "common/test_ground_common.h"

static double along_both_ways(const carom_shape *a, carom_pose pa, const carom_shape *b,
                              carom_pose pb, carom_vec3 direction) {
    double way = (double)carom_penetrate_along(a, pa, b, pb, direction);
    SCALE(direction, -3);
    double other = (double)carom_penetrate_along(b, pb, a, pa, direction);
    assert_about(other, way, 1e-5 * (1 + way));
    return way;
}

/* A solid cube of two units, and a box or a ball in it, over its edge, and beside it. */
static void out_of_a_cube(void **state) {
    (void)state;
    static test_mesh m, inner;
    fill_corners_of_box(&m, v3(-1, -1, -1), v3(1, 1, 1));
    fill_corners_of_box(&inner, v3(-0.5, -0.25, -0.25), v3(0.5, 0.25, 0.25));
    build_test_mesh(&m);
    build_test_mesh(&inner);
    const carom_shape cube = mesh_shape(&m);
    const carom_shape solids[3] = {
        box_shape(0.5, 0.25, 0.25),
        {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), (carom_real)0.5}},
        mesh_shape(&inner)};
    const carom_vec3 right = v3(2, 0, 0);
    volume_seed = 3;
    for (int k = 0; k < 30; k++) {
        const carom_shape *solid = &solids[k % 3];
        double x = k < 15 ? random_in(-1.4, 1.4) : random_in(-0.4, 0.4), y = random_in(-0.4, 0.4);
        carom_pose pose = at_place(v3(x, y, 0.1));
        double way = along_both_ways(&cube, here(), solid, pose, right);
        assert_about(way, 1.5 - x, 1e-5);
        way = along_both_ways(&cube, here(), solid, pose, v3(-1, 0, 0));
        assert_about(way, 1.5 + x, 1e-5);
        carom_pose moved = random_mesh_pose(2), both = carom_pose_compose(moved, pose);
        carom_vec3 turned = carom_pose_rotate_vector(moved, right);
        assert_about(along_both_ways(&cube, moved, solid, both, turned), 1.5 - x, 1e-4);
        pose.position.x = 2;
        assert_about(along_both_ways(&cube, here(), solid, pose, right), 0, 0);
        if (k % 3 == 1) continue;
        pose.position = v3(1.5, y, 0.1); /* touching */
        assert_about(along_both_ways(&cube, here(), solid, pose, right), 0, 0);
        assert_about(along_both_ways(&cube, here(), solid, pose, v3(0, 1, 0)), 0, 0);
    }
    carom_mesh_destroy(m.mesh);
    carom_mesh_destroy(inner.mesh);
}

/* Of a floor the surface alone is in the way; along it, all of its tiles. Between two floors there
 * is a gap. */
static void out_of_floors(void **state) {
    (void)state;
    static test_mesh m;
    m.count = 0;
    add_tiles(&m, v3(-3, -3, 0), v3(0.5, 0, 0), v3(0, 0.5, 0), SIDE);
    add_tiles(&m, v3(-3, -3, 2), v3(1, 0, 0), v3(0, 1, 0), 6);
    build_test_mesh(&m);
    carom_shape floors = mesh_shape(&m), box = box_shape(0.5, 0.25, 0.375);
    carom_shape field = make_flat_field(0.5), tall = box_shape(0.5, 0.25, 1.5);
    for (int k = 0; k < 8; k++) {
        double x = -1 + 0.27 * k, sink = 0.01 * k * k + 0.001;
        carom_pose pose = at_place(v3(x, 0.3, 0.375 - sink));
        assert_about(along_both_ways(&floors, here(), &box, pose, v3(0, 0, 5)), sink, 1e-5);
        assert_about(along_both_ways(&floors, here(), &box, pose, v3(0, 0, -1)), 0.75 - sink, 1e-5);
        assert_about(along_both_ways(&floors, here(), &box, pose, v3(1, 0, 0)), 3.5 - x, 1e-5);
        pose = at_place(v3(x, 0.3, 1.5 - sink)); /* in both: from one into the other */
        assert_about(along_both_ways(&floors, here(), &tall, pose, v3(0, 0, 1)), 2 + sink, 1e-5);
        pose = at_place(v3(x, 0.25 - sink, 0.3));
        assert_about(along_both_ways(&field, here(), &box, pose, v3(0, 5, 0)), sink, 1e-5);
        pose = at_place(v3(x, 0.3, 1));
        assert_about(along_both_ways(&floors, here(), &box, pose, v3(1, 0, 0)), 0, 0);
    }
    assert_about((double)carom_penetrate_along(&floors, here(), &box, here(), v3(0, 0, 0)), 0, 0);
    assert_about((double)carom_penetrate_along(&floors, here(), &box, here(), v3(0, NAN, 0)), 0, 0);
    carom_mesh_destroy(m.mesh);
    carom_heightfield_destroy((carom_heightfield *)field.as.heightfield);
}

/* Rough ground: after the way the body is free but for rounding, and a little before it is not. */
static void out_of_hills(void **state) {
    (void)state;
    static test_mesh hills;
    int moved = 0;
    volume_seed = 12;
    make_hills_mesh(&hills);
    carom_shape ground = mesh_shape(&hills);
    for (int k = 0; k < 200; k++) {
        carom_shape body = random_body(k % 6);
        carom_pose pose = random_mesh_pose(1), end = pose;
        carom_vec3 direction = random_vec(1);
        double length = length_of(direction);
        if (length < 0.1) continue;
        SCALE(direction, 1 / length);
        double way = along_both_ways(&ground, here(), &body, pose, direction);
        end.position = step(pose.position, direction, way + 1e-4);
        carom_penetration p = carom_penetrate(&body, end, &ground, here());
        assert_true(!p.overlap || (double)p.depth < 1e-3);
        if (!(way > 1e-3)) continue;
        moved++;
        end.position = step(pose.position, direction, way - 1e-4);
        assert_true(carom_overlap(&body, end, &ground, here()));
    }
    assert_true(moved > 60);
    carom_mesh_destroy(hills.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_a_cube),
        cmocka_unit_test(out_of_floors),
        cmocka_unit_test(out_of_hills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
