/* Worlds with compounds of voxels and of points: a room of voxels holds what bounces in it, and a
 * world that is saved and loaded goes on with the same bits. */
#include "common/test_world_common.h"

#define EDGE 8

/* The walls of a room of EDGE cells, which are 1 long, about the origin. */
static carom_compound *room_of_voxels(void) {
    static carom_real values[EDGE * EDGE * EDGE];
    carom_compound *out = NULL;
    for (int i = 0; i < EDGE * EDGE * EDGE; i++) {
        const int x = i % EDGE, y = i / EDGE % EDGE, z = i / EDGE / EDGE;
        const bool inside = x > 0 && y > 0 && z > 0 && x < EDGE - 1 && y < EDGE - 1 && z < EDGE - 1;
        values[i] = inside ? -1 : 1;
    }
    const carom_voxels_def def = {.origin = v3(-EDGE / 2, -EDGE / 2, -EDGE / 2),
                                  .cell = v3(1, 1, 1),
                                  .values = values,
                                  .size = {EDGE, EDGE, EDGE}};
    assert_int_equal(carom_compound_create_voxels(&out, &def), CAROM_OK);
    return out;
}

static carom_compound *cloud_of_balls(void) {
    carom_vec3 points[60];
    carom_compound *out = NULL;
    for (int i = 0; i < 60; i++)
        points[i] = v3(between(-1, 1), between(-3, -2), between(-1, 1));
    const carom_points_def def = {.points = points, .count = 60, .radius = (carom_real)0.125};
    assert_int_equal(carom_compound_create_points(&out, &def), CAROM_OK);
    return out;
}

static carom_world *room_with_balls(const carom_compound *const clouds[2]) {
    carom_world_def def = carom_world_defaults();
    carom_world *world = NULL;
    def.response = def.paths = true;
    def.gravity = v3(0, -9, 0);
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    for (int i = 0; i < 2; i++) {
        const carom_shape shape = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = clouds[i]};
        insert(world, shape, CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    }
    for (int i = 0; i < 27; i++)
        insert(world, ball(0.2), CAROM_COLLIDER_MOVING, at(i % 3 - 1, i / 3 % 3, i / 9 - 1),
               v3(between(-60, 60), between(-60, 60), between(-60, 60)));
    return world;
}

static void check_inside(const carom_world *world) {
    const double wall = EDGE / 2 - 1 - 0.2 + 1e-3;
    for (uint32_t i = 2; i < carom_world_slots(world); i++) {
        const carom_vec3 p = carom_world_collider(world, carom_world_id(world, i)).pose.position;
        assert_true(fabs((double)p.x) <= wall);
        assert_true(fabs((double)p.y) <= wall);
        assert_true(fabs((double)p.z) <= wall);
    }
}

static void test_room_holds(void **state) {
    (void)state;
    seed = 71;
    carom_compound *clouds[2] = {room_of_voxels(), cloud_of_balls()};
    const carom_compound *known[2] = {clouds[0], clouds[1]};
    carom_world *world = room_with_balls(known), *other = NULL;
    const carom_world_assets assets = {.compounds = known, .compound_count = 2};
    size_t impacts, seen = 0, size = 0;
    for (int i = 0; i < 60; i++) {
        assert_int_equal(carom_world_step(world, (carom_real)0.05), CAROM_OK);
        check_inside(world);
        carom_world_impacts(world, &impacts);
        seen += impacts;
    }
    assert_true(seen > 200);
    assert_int_equal(carom_world_save(world, &assets, NULL, &size), CAROM_OK);
    uint8_t *file = malloc(size);
    assert_int_equal(carom_world_save(world, &assets, file, &size), CAROM_OK);
    assert_int_equal(carom_world_load(&other, NULL, &assets, file, size), CAROM_OK);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(carom_world_step(world, (carom_real)0.05), CAROM_OK);
        assert_int_equal(carom_world_step(other, (carom_real)0.05), CAROM_OK);
        assert_true(world_hash(world) == world_hash(other));
    }
    free(file);
    carom_world_destroy(world);
    carom_world_destroy(other);
    for (int i = 0; i < 2; i++)
        carom_compound_destroy(clouds[i]);
}

/* Rays and balls of the world name the voxel, and the point, that they met. */
static void test_queries_name_children(void **state) {
    (void)state;
    seed = 72;
    carom_compound *clouds[2] = {room_of_voxels(), cloud_of_balls()};
    const carom_compound *known[2] = {clouds[0], clouds[1]};
    carom_world *world = room_with_balls(known);
    assert_int_equal(carom_world_build(world), CAROM_OK);
    const carom_ray up = {v3(2.5, 0.5, 2.5), v3(0, 1, 0), 0, 100};
    carom_world_hit hit;
    assert_true(carom_world_raycast(world, &up, ~0u, &hit));
    assert_int_equal(hit.id.index, 0);
    assert_true(hit.t == (carom_real)2.5);
    const carom_child child = carom_compound_child(clouds[0], hit.sub_b.child);
    assert_true(carom_overlap_point_aabb(v3(2.5, 3.5, 2.5), &child.shape.as.aabb));
    carom_world_destroy(world);
    for (int i = 0; i < 2; i++)
        carom_compound_destroy(clouds[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_room_holds),
        cmocka_unit_test(test_queries_name_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
