/* A mover goes the same way through a level that is turned by exact rotations or scaled by powers
 * of two, and the same frames give the same bits. */
#include "common/test_mover_common.h"

#define FRAMES 240

/* p -> scale * turned p; the turns are permutations of axes with signs. */
typedef struct view {
    int turn;
    double scale;
} view;

static carom_vec3 seen_as(view v, double x, double y, double z) {
    const double s = v.scale;
    switch (v.turn) {
    case 1: return v3(s * z, s * y, s * -x); /* a quarter about y */
    case 2: return v3(s * -x, s * y, s * -z);
    case 3: return v3(s * z, s * x, s * y);   /* y becomes z */
    case 4: return v3(s * x, s * -y, s * -z); /* upside down */
    default: return v3(s * x, s * y, s * z);
    }
}

static carom_shape box_seen(view v, const double b[6]) {
    const carom_vec3 p = seen_as(v, b[0], b[1], b[2]), q = seen_as(v, b[3], b[4], b[5]);
    carom_shape s = {.kind = CAROM_SHAPE_AABB};
    s.as.aabb.min = v3(fmin((double)p.x, (double)q.x), fmin((double)p.y, (double)q.y),
                       fmin((double)p.z, (double)q.z));
    s.as.aabb.max = v3(fmax((double)p.x, (double)q.x), fmax((double)p.y, (double)q.y),
                       fmax((double)p.z, (double)q.z));
    return s;
}

static carom_mesh *slope_seen(view v) {
    const carom_vec3 corner[4] = {seen_as(v, 0, 0, -8), seen_as(v, 0, 0, 8), seen_as(v, -6, 3, 8),
                                  seen_as(v, -6, 3, -8)};
    const uint32_t faces[6] = {0, 1, 2, 0, 2, 3};
    const carom_mesh_def def = {
        .vertices = corner, .indices = faces, .vertex_count = 4, .triangle_count = 2};
    carom_mesh *mesh;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

/* Walks through the level; `path` gets where it is after each frame, in its own view. */
static void walk(view v, carom_vec3 path[FRAMES]) {
    static const double boxes[6][6] = {{-40, -1, -40, 40, 0, 40}, {3, 0, -8, 9, 0.25, 8},
                                       {4, 0, -8, 9, 0.5, 8},     {5, 0, -8, 9, 0.75, 8},
                                       {7, 0, -8, 9, 5, 8},       {-40, 0, 4, 40, 5, 5}};
    static const double wishes[6][3] = {{4, 0, 0},  {1, 0, 3}, {-6, 0, 0.5},
                                        {-4, 0, 0}, {8, 6, 0}, {3, 0, 30}};
    carom_world *world = new_world();
    carom_mesh *mesh = slope_seen(v);
    carom_mover mover = {
        .def = {.shape = {.kind = CAROM_SHAPE_CAPSULE,
                          .as.capsule = {seen_as(v, 0, 0.5, 0), seen_as(v, 0, 1.5, 0),
                                         (carom_real)(0.5 * v.scale)}},
                .up = seen_as(v, 0, 1, 0),
                .step_height = (carom_real)(0.3 * v.scale),
                .snap_distance = (carom_real)(0.3 * v.scale)},
        .pose = {seen_as(v, 0, 0.5, 0), {0, 0, 0, 1}}};
    double fall = 0;
    for (int i = 0; i < 6; i++)
        scenery(world, box_seen(v, boxes[i]), identity);
    scenery(world, (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = mesh}, identity);
    for (int i = 0; i < FRAMES; i++) {
        const double *w = wishes[i * 6 / FRAMES], dt = i % 60 == 0 ? 0.25 : 1.0 / 64;
        carom_mover_result r;
        fall = mover.ground == CAROM_MOVER_GROUND ? 0 : fall - 8 * dt;
        const carom_mover_request request = {.velocity = seen_as(v, w[0], w[1] + fall, w[2]),
                                             .dt = (carom_real)dt};
        assert_true(carom_mover_move(world, &mover, &request, &r));
        assert_true(r.free);
        path[i] = mover.pose.position;
    }
    carom_world_destroy(world);
    carom_mesh_destroy(mesh);
}

static void check_same(view v, const carom_vec3 path[FRAMES], double slack) {
    carom_vec3 other[FRAMES];
    walk(v, other);
    for (int i = 0; i < FRAMES; i++) {
        const carom_vec3 at_place =
            seen_as(v, (double)path[i].x, (double)path[i].y, (double)path[i].z);
        assert_true(is_about(other[i].x, (double)at_place.x, slack * v.scale));
        assert_true(is_about(other[i].y, (double)at_place.y, slack * v.scale));
        assert_true(is_about(other[i].z, (double)at_place.z, slack * v.scale));
    }
}

static void test_turned_and_scaled(void **state) {
    carom_vec3 path[FRAMES];
    (void)state;
    walk((view){0, 1}, path);
    double highest = 0, lowest_x = 0;
    for (int i = 0; i < FRAMES; i++) {
        highest = fmax(highest, (double)path[i].y);
        lowest_x = fmin(lowest_x, (double)path[i].x);
    }
    assert_true(highest > 1 && lowest_x < -2); /* the stairs and the slope were climbed */
    check_same((view){0, 1}, path, 0);
    for (int k = -12; k <= 12; k += 3)
        check_same((view){0, ldexp(1, k)}, path, 0);
    for (int turn = 1; turn <= 4; turn++)
        check_same((view){turn, 1}, path, 1e-4);
    check_same((view){3, 32}, path, 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_turned_and_scaled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
