/* Bodies in the corner of one mesh: a floor and two walls, all of one collider. */
#include "common/test_world_common.h"

#define TILES 6

/* Three grids of tiles that meet in the origin. */
static carom_mesh *make_corner(double tile) {
    static carom_vec3 v[3 * TILES * TILES * 6];
    static uint32_t indices[3 * TILES * TILES * 6];
    uint32_t n = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < TILES * TILES; i++)
            for (int k = 0; k < 6; k++) {
                static const int corner[6] = {0, 1, 2, 3, 2, 1};
                double p[3] = {0, 0, 0};
                p[(axis + 1) % 3] = tile * (i % TILES + (corner[k] & 1));
                p[(axis + 2) % 3] = tile * (i / TILES + (corner[k] >> 1));
                v[n] = v3(p[0], p[1], p[2]);
                indices[n] = n;
                n++;
            }
    carom_mesh *mesh = NULL;
    carom_mesh_def def = {
        .vertices = v, .indices = indices, .vertex_count = n, .triangle_count = n / 3};
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

static carom_collider_id insert_body(carom_world *world, carom_shape shape, carom_vec3 place,
                                     carom_vec3 velocity) {
    carom_collider_id id;
    carom_collider_def def = {.kind = CAROM_COLLIDER_MOVING,
                              .shape = shape,
                              .pose = at((double)place.x, (double)place.y, (double)place.z),
                              .velocity = velocity,
                              .mass = 1,
                              .category = 1,
                              .mask = UINT32_MAX};
    assert_int_equal(carom_world_insert(world, &def, &id), CAROM_OK);
    return id;
}

/* Pressed into the corner by gravity, from a little within the floor, the walls, or free: no wall
 * lets it through, whichever is deepest. */
static void pressed_into_a_corner(void **state) {
    (void)state;
    carom_mesh *mesh = make_corner(0.7);
    seed = 3;
    for (int k = 0; k < 96; k++) {
        carom_world_def def = carom_world_defaults();
        carom_world *world = NULL;
        def.response = true;
        def.gravity = v3(-3, -5, -9);
        assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
        carom_collider_def room = {.shape = {.kind = CAROM_SHAPE_MESH, .as.mesh = mesh},
                                   .category = 1,
                                   .mask = UINT32_MAX};
        assert_int_equal(carom_world_insert(world, &room, NULL), CAROM_OK);
        const double half[3] = {0.5, 0.375, 0.25};
        double place[3], least[3];
        for (int i = 0; i < 3; i++) {
            double gap = k >> i & 1 ? -0.01 * (1 + i + k / 8) : 0.02 * (1 + (k / 8) * uniform());
            place[i] = half[i] + gap;
            least[i] = (gap < 0 ? gap : 0) - 1e-5;
        }
        carom_shape shape = k & 32 ? ball(0.25) : block(half[0], half[1], half[2]);
        if (k & 32)
            for (int i = 0; i < 3; i++)
                place[i] += 0.25 - half[i];
        carom_collider_id id = insert_body(world, shape, v3(place[0], place[1], place[2]),
                                           v3(between(-2, 0), between(-2, 0), between(-2, 0)));
        if (k >= 64) { /* a turn about z adds to x and y */
            carom_vec3 velocity = carom_world_collider(world, id).velocity;
            assert_int_equal(carom_world_set_velocity(world, id, velocity, v3(0, 0, 0.02)),
                             CAROM_OK);
            least[0] -= 0.02;
            least[1] -= 0.02;
            least[2] -= 0.002;
        }
        for (int n = 0; n < 20; n++) {
            assert_int_equal(carom_world_step(world, (carom_real)0.02), CAROM_OK);
            carom_vec3 p = carom_world_collider(world, id).pose.position;
            const double now[3] = {(double)p.x, (double)p.y, (double)p.z};
            for (int i = 0; i < 3; i++) {
                double gap = now[i] - (k & 32 ? 0.25 : half[i]);
                if (gap < least[i]) fail_msg("%d: %d falls to %g at %d", k, i, gap, n);
            }
        }
        carom_world_destroy(world);
    }
    carom_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pressed_into_a_corner)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
