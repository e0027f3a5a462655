/* What happens between the beginning and the end of a step: gravity, rest, paths, and turning
 * things that must not pass through anything. */
#include "common/test_world_common.h"

static carom_world *make_world(double gravity, uint32_t impact_limit) {
    carom_world *world = NULL;
    carom_world_def def = carom_world_defaults();
    def.response = def.paths = true;
    def.gravity = v3(0, -gravity, 0);
    def.impact_limit = impact_limit;
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    return world;
}

static void step(carom_world *world, double dt) {
    assert_int_equal(carom_world_step(world, (carom_real)dt), CAROM_OK);
}

static const double slack = sizeof(carom_real) == 4 ? 1e-5 : 1e-12;

/* ---- gravity */

static void test_gravity(void **state) {
    carom_world *world = make_world(8, 0);
    carom_collider_def def = {.shape = ball(1), .kind = CAROM_COLLIDER_MOVING, .mass = 1};
    carom_collider_id id[4];
    (void)state;
    for (int i = 0; i < 4; i++) {
        def.pose = at(4 * i, 0, 0);
        if (i == 1) def.mass = 0;
        if (i == 2) def.mass = (carom_real)INFINITY;
        if (i == 3) def.kind = CAROM_COLLIDER_SENSOR, def.mass = 1;
        assert_int_equal(carom_world_insert(world, &def, &id[i]), CAROM_OK);
    }
    for (int i = 0; i < 4; i++)
        step(world, 0.25);
    carom_collider_def falling = carom_world_collider(world, id[0]);
    assert_true(falling.velocity.y == -8);
    assert_true(falling.pose.position.y == (carom_real)(-0.25 * (2 + 4 + 6 + 8)));
    for (int i = 1; i < 4; i++) {
        assert_true(carom_world_collider(world, id[i]).velocity.y == 0);
        assert_true(carom_world_collider(world, id[i]).pose.position.y == 0);
    }
    carom_world_destroy(world);
    carom_world_def bad = {.gravity = v3(0, NAN, 0)};
    world = NULL;
    assert_int_equal(carom_world_create(&world, &bad), CAROM_ERROR_NOT_FINITE);
    assert_null(world);
}

/* A ball of radius 1/2 by its support function. */
static carom_vec3 support_of_half(carom_vec3 direction, const void *user) {
    (void)user;
    return v3(0.5 * (double)direction.x, 0.5 * (double)direction.y, 0.5 * (double)direction.z);
}

static carom_shape support_ball(void) {
    return carom_shape_support_function(support_of_half, NULL, v3(0, 0, 0));
}

static void test_comes_to_rest(void **state) {
    const carom_shape core = block(0.375, 0.375, 0.375), point = {.kind = CAROM_SHAPE_POINT};
    const carom_shape shapes[] = {ball(0.5),
                                  block(0.5, 0.5, 0.5),
                                  ball(0.25),
                                  carom_shape_rounded(&core, (carom_real)0.125),
                                  carom_shape_rounded(&point, (carom_real)0.5),
                                  support_ball()};
    (void)state;
    for (int which = 0; which < 6; which++) {
        carom_world *world = make_world(10, 0);
        double low = which == 2 ? 0.25 : 0.5;
        insert(world, ground(), CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
        carom_collider_def def = {.shape = shapes[which],
                                  .kind = CAROM_COLLIDER_MOVING,
                                  .pose = at(0, 3, 0),
                                  .mass = 1,
                                  .restitution = (carom_real)0.6};
        carom_collider_id id;
        if (which == 1 || which == 3) def.angular_velocity = v3(1, 2, 0.5);
        assert_int_equal(carom_world_insert(world, &def, &id), CAROM_OK);
        for (int i = 0; i < 600; i++) {
            step(world, 1.0 / 60);
            double y = (double)carom_world_collider(world, id).pose.position.y;
            assert_true(y >= low - slack);
        }
        carom_collider_def now = carom_world_collider(world, id);
        assert_true(fabs((double)now.velocity.y) < 1e-3);
        assert_true((double)now.pose.position.y < 0.9);
        if (which == 1 || which == 3)
            assert_true(now.angular_velocity.x == 0 && now.angular_velocity.y == 0);
        carom_world_destroy(world);
    }
}

/* ---- paths */

static void test_paths(void **state) {
    carom_world *world = make_world(0, 0);
    insert(world, ground(), CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
    carom_collider_id id = insert(world, ball(1), CAROM_COLLIDER_MOVING, at(0, 3, 0), v3(1, -4, 0));
    carom_collider_id other =
        insert(world, ball(1), CAROM_COLLIDER_SENSOR, at(9, 9, 0), v3(0, 0, 0));
    size_t count;
    (void)state;
    carom_world_paths(world, &count);
    assert_int_equal(count, 0);
    step(world, 1);
    const carom_world_path *paths = carom_world_paths(world, &count);
    assert_int_equal(count, 3);
    assert_true(paths[0].id.index == id.index && paths[1].id.index == id.index);
    assert_true(paths[2].id.index == other.index && paths[2].start == 0 && paths[2].end == 1);
    assert_true(paths[0].start == 0 && paths[0].end == paths[1].start && paths[1].end == 1);
    assert_true(fabs((double)paths[0].end - 0.5) < 1e-5);
    assert_true(paths[0].from.position.y == 3 && paths[0].velocity.y == -4);
    assert_true(fabs((double)paths[1].velocity.y - 4) < 1e-5);
    assert_true(fabs((double)paths[1].from.position.y - 1) < 1e-4);
    carom_world_counts counts = carom_world_last_counts(world);
    assert_true(counts.pairs == 0 && counts.pairs_static >= 2 && counts.waiting == 0);
    carom_world_destroy(world);
}

/* ---- turning */

static carom_pose pose_on(const carom_world_path *path, double time) {
    double dt = time - (double)path->start;
    carom_vec3 w = path->angular_velocity, p = path->from.position;
    carom_pose out = path->from;
    out.position =
        v3((double)p.x + dt * (double)path->velocity.x, (double)p.y + dt * (double)path->velocity.y,
           (double)p.z + dt * (double)path->velocity.z);
    double speed = sqrt((double)(w.x * w.x + w.y * w.y + w.z * w.z));
    if (!(speed * dt > 0)) return out;
    double s = sin(speed * dt / 2) / speed, c = cos(speed * dt / 2);
    double x = s * (double)w.x, y = s * (double)w.y, z = s * (double)w.z;
    carom_quat q = path->from.rotation;
    double qx = (double)q.x, qy = (double)q.y, qz = (double)q.z, qw = (double)q.w;
    out.rotation = (carom_quat){(carom_real)(c * qx + x * qw + y * qz - z * qy),
                                (carom_real)(c * qy + y * qw + z * qx - x * qz),
                                (carom_real)(c * qz + z * qw + x * qy - y * qx),
                                (carom_real)(c * qw - x * qx - y * qy - z * qz)};
    return out;
}

/* At `moments` times of the last step: no two bodies are deeper in each other than the slack. */
static void check_apart(const carom_world *world, double dt, int moments) {
    size_t count, slots = carom_world_slots(world);
    const carom_world_path *paths = carom_world_paths(world, &count);
    carom_pose poses[64];
    assert_true(slots <= 64);
    for (int k = 1; k <= moments; k++) {
        double time = dt * k / moments;
        for (uint32_t i = 0; i < slots; i++)
            poses[i] = carom_world_collider(world, carom_world_id(world, i)).pose;
        for (size_t i = 0; i < count; i++)
            if ((double)paths[i].start <= time && time <= (double)paths[i].end)
                poses[paths[i].id.index] = pose_on(&paths[i], time);
        for (uint32_t i = 0; i < slots; i++)
            for (uint32_t j = 0; j < i; j++) {
                carom_collider_def a = carom_world_collider(world, carom_world_id(world, i));
                carom_collider_def b = carom_world_collider(world, carom_world_id(world, j));
                if (a.kind != CAROM_COLLIDER_MOVING && b.kind != CAROM_COLLIDER_MOVING) continue;
                if (b.shape.kind == CAROM_SHAPE_MESH) {
                    carom_world_probe probe = {&a.shape, poses[i], {0, 0, 0}, 2, NULL};
                    carom_collider_id met;
                    assert_int_equal(carom_world_overlap(world, &probe, &met, 1), 0);
                    continue;
                }
                carom_penetration p = carom_penetrate(&a.shape, poses[i], &b.shape, poses[j]);
                if (p.overlap && (double)p.depth > 10 * slack)
                    fail_msg("%u in %u by %g", i, j, (double)p.depth);
            }
    }
}

static void insert_room(carom_world *world, double size, bool planes) {
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            double x = axis == 0, y = axis == 1, z = axis == 2;
            carom_shape wall = block(x ? 0.01 : size, y ? 0.01 : size, z ? 0.01 : size);
            if (planes)
                wall = (carom_shape){.kind = CAROM_SHAPE_PLANE,
                                     .as.plane = {v3(side * x, side * y, side * z), 0}};
            insert(world, wall, CAROM_COLLIDER_STATIC,
                   at(size * side * x, size * side * y, size * side * z), v3(0, 0, 0));
        }
}

static void fill_room(carom_world *world, int bodies, double speed) {
    for (int i = 0; i < bodies; i++) {
        const carom_shape shapes[5] = {
            block(0.4, 0.15, 0.1),
            {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {v3(-0.3, 0, 0), v3(0.3, 0, 0), 0.1}},
            {.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {v3(0, -0.2, 0), v3(0, 0.2, 0), 0.2}},
            {.kind = CAROM_SHAPE_HULL, .as.hull = {things.hull, {{0, 0, 0}, {0, 0, 0, 0}}}},
            ball(0.2)};
        carom_collider_def def = {
            .shape = shapes[i % 5],
            .kind = CAROM_COLLIDER_MOVING,
            .pose = {v3(i % 3 * 2 - 2, i / 3 % 3 * 2 - 2, i / 9 * 2 - 2), random_rotation()},
            .velocity = random3(speed),
            .angular_velocity = random3(20),
            .mass = 1,
            .restitution = (carom_real)(i % 2 ? 1 : 0.7)};
        assert_int_equal(carom_world_insert(world, &def, NULL), CAROM_OK);
    }
}

static void test_turning_things_stay_out(void **state) {
    size_t impacts = 0, count;
    (void)state;
    for (int scene = 0; scene < 4; scene++) {
        carom_world *world = make_world(scene % 2 ? 10 : 0, 0);
        seed = 30 + (uint64_t)scene;
        insert_room(world, 3.5, scene >= 2);
        fill_room(world, 20, 30);
        for (int i = 0; i < 30; i++) {
            step(world, 0.05);
            check_apart(world, 0.05, 5);
            carom_world_impacts(world, &count);
            impacts += count;
        }
        carom_world_destroy(world);
    }
    assert_true(impacts > 300);
}

/* A blade that turns several times in a step meets a ball beside it, and a plane below. */
static void test_blade(void **state) {
    (void)state;
    for (int scene = 0; scene < 3; scene++) {
        carom_world *world = make_world(0, 0);
        carom_collider_def blade = {.shape = block(1, 0.05, 0.05),
                                    .kind = CAROM_COLLIDER_MOVING,
                                    .pose = at(0, 0, 0),
                                    .angular_velocity = v3(0, 0, 40),
                                    .restitution = 1};
        carom_collider_id id;
        assert_int_equal(carom_world_insert(world, &blade, NULL), CAROM_OK);
        if (scene == 2) {
            blade.kind = CAROM_COLLIDER_STATIC;
            blade.angular_velocity = v3(0, 0, 0);
            blade.shape = (carom_shape){.kind = CAROM_SHAPE_PLANE,
                                        .as.plane = {v3(0, 1, 0), (carom_real)-0.5}};
            blade.pose = at(0, 0, 0);
            assert_int_equal(carom_world_insert(world, &blade, &id), CAROM_OK);
        } else
            id = insert(world, ball(0.2), CAROM_COLLIDER_MOVING, at(0, scene ? -0.9 : 0.9, 0),
                        v3(0, 0, 0));
        step(world, 1);
        size_t count;
        const carom_world_impact *impacts = carom_world_impacts(world, &count);
        if (scene == 2) { /* neither can be moved: what happens is told all the same */
            assert_true(count == 1 && fabs((double)impacts[0].time - asin(0.45) / 40) < 0.01);
        } else {
            assert_true(count >= 1);
            carom_vec3 v = carom_world_collider(world, id).velocity;
            assert_true(fabs((double)v.x) > 10);
            assert_true((v.x < 0) == (scene == 0));
        }
        carom_world_destroy(world);
    }
}

/* A blade that turns several times in a step meets a thread: a line, and rays with and without end.
 */
static void test_blade_meets_a_thread(void **state) {
    const carom_real endless = (carom_real)INFINITY;
    const carom_shape threads[3] = {
        {.kind = CAROM_SHAPE_LINE, .as.line = {v3(0, 0.5, 3), v3(0, 0, 2)}},
        {.kind = CAROM_SHAPE_RAY, .as.ray = {v3(0, 0.5, -3), v3(0, 0, 2), 0, endless}},
        {.kind = CAROM_SHAPE_RAY, .as.ray = {v3(0, 0.5, -3), v3(0, 0, 2), 0, 3}}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        carom_world *world = make_world(0, 0);
        carom_collider_def blade = {.shape = block(1, 0.05, 0.05),
                                    .kind = CAROM_COLLIDER_MOVING,
                                    .pose = at(0, 0, 0),
                                    .angular_velocity = v3(0, 0, 40)};
        assert_int_equal(carom_world_insert(world, &blade, NULL), CAROM_OK);
        insert(world, threads[i], CAROM_COLLIDER_STATIC, at(0, 0, 0), v3(0, 0, 0));
        step(world, 1);
        size_t count;
        const carom_world_impact *impacts = carom_world_impacts(world, &count);
        assert_int_equal(count, 1);
        assert_true(fabs((double)impacts[0].time - acos(0.1) / 40) < 1e-4);
        carom_world_destroy(world);
    }
}

/* ---- a mesh */

static void test_turning_onto_a_mesh(void **state) {
    (void)state;
    for (int scene = 0; scene < 3; scene++) {
        carom_world *world = make_world(10, 0);
        carom_collider_def mesh = {.shape = {.kind = CAROM_SHAPE_MESH, .as.mesh = things.mesh},
                                   .category = 2,
                                   .mask = UINT32_MAX,
                                   .restitution = 1};
        size_t count, impacts = 0;
        seed = 5 + (uint64_t)scene;
        if (scene == 2) mesh.pose = (carom_pose){v3(0, -0.5, 0), random_rotation()};
        assert_int_equal(carom_world_insert(world, &mesh, NULL), CAROM_OK);
        insert_room(world, 3.5, true);
        fill_room(world, 18, 5);
        for (uint32_t i = 0; i < carom_world_slots(world); i++) { /* none begins in it */
            carom_collider_id id = carom_world_id(world, i);
            carom_collider_def def = carom_world_collider(world, id);
            carom_world_probe probe = {&def.shape, def.pose, {0, 0, 0}, 2, NULL};
            if (def.kind == CAROM_COLLIDER_MOVING && carom_world_overlap(world, &probe, NULL, 0))
                assert_int_equal(carom_world_remove(world, id), CAROM_OK);
        }
        for (int i = 0; i < 40; i++) {
            step(world, 0.05);
            const carom_world_impact *list = carom_world_impacts(world, &count);
            for (size_t k = 0; k < count; k++)
                impacts += list[k].a.index == 0;
            count = carom_world_slots(world);
            for (uint32_t k = 0; k < count; k++) {
                carom_collider_def def = carom_world_collider(world, carom_world_id(world, k));
                carom_world_probe probe = {&def.shape, def.pose, {0, 0, 0}, 2, NULL};
                if (def.kind == CAROM_COLLIDER_MOVING)
                    assert_int_equal(carom_world_overlap(world, &probe, NULL, 0), 0);
            }
        }
        assert_true(impacts > 5);
        carom_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gravity),
        cmocka_unit_test(test_comes_to_rest),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_turning_things_stay_out),
        cmocka_unit_test(test_blade),
        cmocka_unit_test(test_blade_meets_a_thread),
        cmocka_unit_test(test_turning_onto_a_mesh),
    };
    return cmocka_run_group_tests(tests, make_assets, drop_assets);
}
