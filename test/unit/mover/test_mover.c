/* A mover in levels made by hand: each kind of ground, side and step, and all that is refused. */
#include "common/test_mover_common.h"

#define FRAME (1.0 / 64)

static void test_stands_and_walks(void **state) {
    carom_world *world = new_world();
    carom_mover mover = mover_at(0, 2, 0);
    (void)state;
    carom_collider_id floor = scenery(world, block(50, 1, 50), at(0, -1, 0));
    carom_mover_result r = go(world, &mover, v3(0, 0, 0), 100, FRAME);
    assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
    assert_true(mover.ground_id.index == floor.index && mover.ground_normal.y == 1);
    assert_true(is_about(mover.pose.position.y, SKIN, SKIN / 32));
    assert_true(r.contact_count == 1 && !r.inside && !r.stepped);
    /* it stands as it stands */
    const carom_vec3 stands = mover.pose.position;
    go(world, &mover, v3(0, 0, 0), 50, FRAME);
    assert_memory_equal(&stands, &mover.pose.position, sizeof stands);
    r = go(world, &mover, v3(4, 0, -2), 64, FRAME);
    assert_true(is_about(mover.pose.position.x, 4, 1e-4));
    assert_true(is_about(mover.pose.position.z, -2, 1e-4));
    assert_true(r.velocity.x == 4 && r.velocity.z == -2 && r.velocity.y == 0);
    /* a jump leaves the ground */
    const carom_mover_request jump = {.velocity = v3(0, 5, 0), .dt = (carom_real)FRAME};
    assert_true(carom_mover_move(world, &mover, &jump, &r));
    assert_int_equal(mover.ground, CAROM_MOVER_AIR);
    assert_true(mover.ground_id.generation == 0 && r.velocity.y == 5);
    assert_true(is_about(mover.pose.position.y, 5 * FRAME + SKIN, SKIN / 16));
    carom_world_destroy(world);
}

static void test_walls(void **state) {
    carom_world *world = new_world();
    carom_mover mover = mover_at(0, 0.02, 0);
    (void)state;
    scenery(world, block(50, 1, 50), at(0, -1, 0));
    carom_collider_id wall = scenery(world, block(1, 5, 50), at(4, 0, 0));
    scenery(world, block(50, 5, 1), at(0, 0, 9));
    go(world, &mover, v3(0, 0, 0), 1, FRAME);
    carom_mover_result r = go(world, &mover, v3(4, 0, 2), 64, FRAME);
    assert_true(is_about(mover.pose.position.x, 2.5 - SKIN, SKIN / 16));
    assert_true(is_about(mover.pose.position.z, 2, 1e-3));
    assert_true(fabs((double)r.velocity.x) < 1e-5 && is_about(r.velocity.z, 2, 1e-5));
    assert_true(r.contact_count == 2);
    carom_world_plane contacts[4];
    const carom_mover_request on = {
        .velocity = v3(1, 0, 0), .dt = (carom_real)FRAME, .contacts = contacts, .capacity = 4};
    assert_true(carom_mover_move(world, &mover, &on, &r));
    assert_int_equal(r.contact_count, 2);
    assert_true(contacts[0].id.index == wall.index || contacts[1].id.index == wall.index);
    /* the corner of both walls ends it, slowly and at once */
    r = go(world, &mover, v3(1, 0, 3), 200, FRAME);
    assert_true(is_about(mover.pose.position.x, 2.5 - SKIN, SKIN / 16));
    assert_true(is_about(mover.pose.position.z, 7.5 - SKIN, SKIN / 16));
    assert_true(carom_mover_move(world, &mover,
                                 &(carom_mover_request){.velocity = v3(900, 0, 700), .dt = 1}, &r));
    assert_true(is_about(mover.pose.position.x, 2.5 - SKIN, SKIN / 16));
    assert_true(fabs((double)r.velocity.x) < 1e-3 && fabs((double)r.velocity.z) < 1e-3);
    carom_world_destroy(world);
}

static carom_pose turned(double x, double y, double z, double sine_half) {
    return (carom_pose){v3(x, y, z),
                        {0, 0, (carom_real)sine_half, (carom_real)sqrt(1 - sine_half * sine_half)}};
}

/* A plank that rises along x at an angle, its upper face through the origin. */
static carom_world *slope_world(double angle) {
    carom_world *world = new_world();
    scenery(world, block(50, 1, 50), at(0, -1, 0));
    scenery(
        world, block(30, 1, 5),
        turned(2 + 30 * cos(angle) + sin(angle), 30 * sin(angle) - cos(angle), 0, sin(angle / 2)));
    return world;
}

static void test_slopes(void **state) {
    const double limit = 0.7853981633974483;
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double angle = limit + (i == 0 ? -0.01 : 0.01);
        carom_world *world = slope_world(angle);
        carom_mover mover = mover_at(0, 0.02, 0);
        go(world, &mover, v3(0, 0, 0), 2, FRAME);
        carom_mover_result r = go(world, &mover, v3(3, 0, 0), 128, FRAME);
        if (i == 0) {
            assert_true(is_about(mover.pose.position.x, 6, 0.1));
            assert_true(mover.pose.position.y > 3);
            assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
            assert_true(is_about(r.velocity.x, 3, 1e-5) && r.velocity.y == 0);
            /* it stands, and goes down without a jump */
            const carom_vec3 stands = mover.pose.position;
            go(world, &mover, v3(0, 0, 0), 64, FRAME);
            assert_memory_equal(&stands, &mover.pose.position, sizeof stands);
            for (int k = 0; k < 128; k++) {
                go(world, &mover, v3(-3, 0, 0), 1, FRAME);
                assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
            }
            assert_true(is_about(mover.pose.position.x, 0, 0.1));
            assert_true(is_about(mover.pose.position.y, SKIN, SKIN));
        } else {
            assert_true(mover.pose.position.y < 0.05 && mover.pose.position.x < 2.5);
            /* put onto it, it slides down */
            mover = mover_at(7, 7, 0);
            go(world, &mover, v3(0, 0, 0), 64, FRAME);
            assert_int_equal(mover.ground, CAROM_MOVER_STEEP);
            const double before = (double)mover.pose.position.x;
            r = (carom_mover_result){.free = true};
            for (int k = 0; k < 90; k++) {
                r.velocity.y -= (carom_real)(10 * FRAME);
                const carom_mover_request fall = {.velocity = r.velocity, .dt = (carom_real)FRAME};
                assert_true(carom_mover_move(world, &mover, &fall, &r));
            }
            assert_true((double)mover.pose.position.x < before - 3);
            for (int k = 0; k < 90; k++)
                go(world, &mover, v3(-2, -3, 0), 1, FRAME);
            assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
            assert_true(mover.pose.position.y < 0.05);
        }
        carom_world_destroy(world);
    }
}

static void test_steps(void **state) {
    const double rates[2] = {1.0 / 64, 0.2};
    (void)state;
    for (int i = 0; i < 4; i++) {
        const double height = i < 2 ? 0.375 : 0.4375, dt = rates[i % 2];
        carom_world *world = new_world();
        carom_mover mover = mover_at(0, 0.02, 0);
        scenery(world, block(50, 1, 50), at(0, -1, 0));
        scenery(world, block(5, 1, 50), at(8, height - 1, 0));
        go(world, &mover, v3(0, 0, 0), 2, dt);
        go(world, &mover, v3(2.5, 0, 0), (int)(2 / dt), dt);
        if (i < 2) {
            assert_true(is_about(mover.pose.position.x, 5, 0.1));
            assert_true(is_about(mover.pose.position.y, height + SKIN, SKIN));
            assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
            /* and down again, on the ground all the time */
            for (int k = 0; k < (int)(2 / dt); k++) {
                go(world, &mover, v3(-2.5, 0, 0), 1, dt);
                assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
            }
            assert_true(is_about(mover.pose.position.y, SKIN, SKIN));
        } else
            assert_true(mover.pose.position.x < 2.6 && mover.pose.position.y < 0.02);
        carom_world_destroy(world);
    }
}

static void test_box_climbs_stairs(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double dt = i == 0 ? 1.0 / 64 : 0.25;
        carom_world *world = new_world();
        carom_mover mover = mover_at(0, 0.02, 0);
        mover.def.shape = (carom_shape){.kind = CAROM_SHAPE_AABB,
                                        .as.aabb = {v3(-0.5, 0, -0.5), v3(0.5, 2, 0.5)}};
        scenery(world, block(50, 1, 50), at(0, -1, 0));
        for (int k = 0; k < 10; k++)
            scenery(world, block(10, 1, 5), at(11 + k, 0.3 * (k + 1) - 1, 0));
        go(world, &mover, v3(0, 0, 0), 2, dt);
        go(world, &mover, v3(4, 0, 0), (int)(3 / dt), dt);
        assert_true(is_about(mover.pose.position.x, 12, 0.3));
        assert_true(is_about(mover.pose.position.y, 3 + SKIN, 2 * SKIN));
        go(world, &mover, v3(-4, 0, 0), (int)(3 / dt), dt);
        assert_true(is_about(mover.pose.position.x, 0, 0.3));
        assert_true(is_about(mover.pose.position.y, SKIN, SKIN));
        carom_world_destroy(world);
    }
}

/* A ceiling that comes down onto the floor stops what walks under it, and is left again. */
static void test_wedge(void **state) {
    carom_world *world = new_world();
    carom_mover mover = mover_at(0, 0.02, 0);
    (void)state;
    scenery(world, block(50, 1, 50), at(0, -1, 0));
    scenery(world, block(20, 1, 20), turned(12, 3, 0, -0.2));
    go(world, &mover, v3(0, 0, 0), 2, FRAME);
    go(world, &mover, v3(5, 0, 0), 400, FRAME);
    const double x = (double)mover.pose.position.x;
    assert_true(x < 16 && mover.ground == CAROM_MOVER_GROUND);
    go(world, &mover, v3(5, 0, 0), 50, FRAME);
    assert_true(is_about(mover.pose.position.x, x, SKIN));
    go(world, &mover, v3(-5, 0, 0), 64, FRAME);
    assert_true(is_about(mover.pose.position.x, x - 5, 0.1));
    carom_world_destroy(world);
}

/* Two steep sides hold what stands between them. */
static void test_groove(void **state) {
    carom_world *world = new_world();
    carom_mover mover = mover_at(0.3, 3, 0);
    (void)state;
    const double s = sin(0.55);
    scenery(world, block(9, 1, 9), turned(5, 5, 0, s));
    scenery(world, block(9, 1, 9), turned(-5, 5, 0, -s));
    go(world, &mover, v3(0, 0, 0), 300, FRAME);
    assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
    carom_world_destroy(world);
}

/* A corner of steep ground and two walls that lean over it: nothing is left across `up`, and a
 * jump leads out. */
static void test_leaning_corner(void **state) {
    static const double n[3][3] = {
        {-0.0702, -0.0144, 0.9974}, {0.2304, 0.9328, -0.2772}, {-0.9730, -0.2306, -0.0108}};
    carom_world *world = new_world();
    (void)state;
    for (int i = 0; i < 3; i++) {
        const carom_halfspace solid = {v3(n[i][0], n[i][1], n[i][2]), 0};
        scenery(world, (carom_shape){.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = solid},
                identity);
    }
    carom_mover mover = mover_at(-0.750, 0.886, 0.481);
    mover.def.shape = ball(0.5);
    mover.def.max_slope = (carom_real)0.3;
    go(world, &mover, v3(2, 0, -2), 240, FRAME);
    assert_int_equal(mover.ground, CAROM_MOVER_STEEP);
    const double before = (double)mover.pose.position.y;
    go(world, &mover, v3(0, 4, 0), 15, FRAME);
    assert_true((double)mover.pose.position.y > before + 0.5);
    carom_world_destroy(world);
}

static void test_platforms(void **state) {
    carom_world *world = new_world();
    carom_mover mover = mover_at(2, 0.02, 0);
    (void)state;
    carom_collider_def def = {.shape = block(4, 1, 4),
                              .kind = CAROM_COLLIDER_MOVING,
                              .pose = at(0, -1, 0),
                              .velocity = v3(1, 2, 0)};
    carom_collider_id id;
    assert_int_equal(carom_world_insert(world, &def, &id), CAROM_OK);
    go(world, &mover, v3(0, 0, 0), 2, FRAME);
    assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
    for (int i = 0; i < 64; i++) {
        assert_int_equal(carom_world_step(world, (carom_real)FRAME), CAROM_OK);
        carom_mover_result r = go(world, &mover, v3(0, 0, 0), 1, FRAME);
        assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
        assert_true(is_about(r.ground_velocity.y, 2, 1e-5));
        assert_true(is_about(r.carried.x, FRAME, 1e-5));
    }
    assert_true(is_about(mover.pose.position.x, 3, 1e-3));
    assert_true(is_about(mover.pose.position.y, 2 + SKIN, SKIN / 8));
    /* down, and round by a right angle */
    assert_int_equal(carom_world_set_velocity(world, id, v3(-1, -3, 0), v3(0, 3.14159265 / 2, 0)),
                     CAROM_OK);
    const carom_vec3 before = mover.pose.position;
    for (int i = 0; i < 64; i++) {
        assert_int_equal(carom_world_step(world, (carom_real)FRAME), CAROM_OK);
        go(world, &mover, v3(0, 0, 0), 1, FRAME);
        assert_int_equal(mover.ground, CAROM_MOVER_GROUND);
    }
    assert_true(is_about(mover.pose.position.y, (double)before.y - 3, SKIN / 4));
    assert_true(is_about(mover.pose.position.x, 0, 0.02));
    assert_true(is_about(mover.pose.position.z, -2, 0.02));
    /* one that comes from the side pushes */
    def.pose = at(9, (double)mover.pose.position.y + 1, -2);
    def.shape = block(1, 0.5, 1);
    def.velocity = v3(-6, 0, 0);
    carom_collider_id pusher;
    assert_int_equal(carom_world_set_velocity(world, id, v3(0, 0, 0), v3(0, 0, 0)), CAROM_OK);
    assert_int_equal(carom_world_insert(world, &def, &pusher), CAROM_OK);
    for (int i = 0; i < 80; i++) {
        assert_int_equal(carom_world_step(world, (carom_real)FRAME), CAROM_OK);
        go(world, &mover, v3(0, 0, 0), 1, FRAME);
    }
    assert_true(is_about(mover.pose.position.x, 9 - 7.5 - 1.5 - SKIN, 0.1));
    carom_world_destroy(world);
}

static void test_starts_inside(void **state) {
    carom_world *world = new_world();
    carom_mover_result r;
    (void)state;
    scenery(world, block(50, 1, 50), at(0, -1, 0));
    scenery(world, block(2, 5, 2), at(10, 0, 0));
    scenery(world, block(2, 5, 2), at(11, 0, 1));
    const carom_mover_request still = {.dt = (carom_real)FRAME};
    const double places[5][3] = {
        {0, -0.5, 0}, {0, -1.5, 3}, {8.5, 1, 0}, {10, -0.75, 1}, {12.5, -0.5, 2.5}};
    for (int i = 0; i < 5; i++) {
        carom_mover mover = mover_at(places[i][0], places[i][1], places[i][2]);
        assert_true(carom_mover_move(world, &mover, &still, &r));
        assert_true(r.inside);
        for (int k = 0; k < 4 && !r.free; k++)
            assert_true(carom_mover_move(world, &mover, &still, &r));
        assert_true(r.free);
    }
    /* between planes that leave no place it says so */
    scenery(world, block(50, 1, 50), at(0, 2.5, 30));
    carom_mover mover = mover_at(0, -0.25, 30);
    assert_true(carom_mover_move(world, &mover, &still, &r));
    assert_true(r.inside && !r.free);
    carom_world_destroy(world);
}

static void test_options(void **state) {
    carom_world *world = new_world();
    carom_mover mover = mover_at(0, 0.02, 0);
    carom_mover_result r;
    (void)state;
    scenery(world, block(50, 1, 50), at(0, -1, 0));
    carom_collider_id door = scenery(world, block(1, 5, 5), at(4, 0, 0));
    insert(world, block(1, 5, 5), CAROM_COLLIDER_SENSOR, at(2, 0, 0), v3(0, 0, 0));
    const carom_world_options options = {.excluded = &door, .excluded_count = 1};
    carom_mover_request request = {.velocity = v3(8, 0, 0), .dt = 1, .options = &options};
    assert_true(carom_mover_move(world, &mover, &request, &r));
    assert_true(is_about(mover.pose.position.x, 8, 1e-3));
    mover = mover_at(0, 0.02, 0);
    request.options = NULL;
    assert_true(carom_mover_move(world, &mover, &request, &r));
    assert_true(is_about(mover.pose.position.x, 2.5 - SKIN, SKIN));
    mover.def.mask = 2;
    assert_true(carom_mover_move(world, &mover, &request, &r));
    assert_true(mover.pose.position.x > 10 && r.contact_count == 0);
    carom_world_destroy(world);
}

static void check_refused(const carom_world *world, carom_mover mover,
                          carom_mover_request request) {
    const carom_mover before = mover;
    carom_mover_result r;
    memset(&r, 1, sizeof r);
    assert_false(carom_mover_move(world, &mover, &request, &r));
    /* what a move changes, and has no padding */
    assert_memory_equal(&before.pose, &mover.pose, sizeof mover.pose);
    assert_memory_equal(&before.ground_normal, &mover.ground_normal, sizeof mover.ground_normal);
    assert_true(before.ground == mover.ground);
    assert_true(!r.free && r.contact_count == 0 && r.velocity.x == 0);
}

static void test_refuses(void **state) {
    carom_world *world = new_world();
    (void)state;
    scenery(world, block(50, 1, 50), at(0, -1, 0));
    const carom_real bad[4] = {(carom_real)NAN, (carom_real)INFINITY, -1, (carom_real)-INFINITY};
    const carom_mover good = mover_at(0, 1, 0);
    const carom_mover_request request = {.velocity = v3(1, 0, 0), .dt = (carom_real)FRAME};
    carom_mover_result r;
    assert_null(carom_mover_problem(&good));
    for (int i = 0; i < 4; i++) {
        carom_mover_request of = request;
        of.dt = bad[i];
        check_refused(world, good, of);
        for (int k = 0; k < 4; k++) {
            carom_mover mover = good;
            carom_real *field[4] = {&mover.def.max_slope, &mover.def.step_height,
                                    &mover.def.snap_distance, &mover.def.skin};
            *field[k] = bad[i];
            assert_non_null(carom_mover_problem(&mover));
            check_refused(world, mover, request);
        }
        if (i == 2) continue;
        of = request;
        of.velocity.z = bad[i];
        check_refused(world, good, of);
        carom_mover mover = good;
        mover.pose.position.y = bad[i];
        check_refused(world, mover, request);
        mover = good;
        mover.def.up.x = bad[i];
        check_refused(world, mover, request);
    }
    carom_mover mover = good;
    mover.def.shape = ground();
    check_refused(world, mover, request);
    mover.def.shape = ball(-1);
    check_refused(world, mover, request);
    mover.def.shape = (carom_shape){.kind = CAROM_SHAPE_RAY,
                                    .as.ray = {v3(0, 0, 0), v3(1, 0, 0), 0, (carom_real)INFINITY}};
    check_refused(world, mover, request);
    check_refused(world, good, (carom_mover_request){.velocity = {CAROM_REAL_MAX, 0, 0}, .dt = 3});
    /* no time, and no velocity, are fine */
    mover = good;
    assert_true(carom_mover_move(world, &mover, &(carom_mover_request){.dt = 0}, &r));
    assert_memory_equal(&good.pose, &mover.pose, sizeof mover.pose);
    assert_true(r.free && mover.ground == CAROM_MOVER_AIR);
    carom_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stands_and_walks),
                                       cmocka_unit_test(test_walls),
                                       cmocka_unit_test(test_slopes),
                                       cmocka_unit_test(test_steps),
                                       cmocka_unit_test(test_box_climbs_stairs),
                                       cmocka_unit_test(test_wedge),
                                       cmocka_unit_test(test_groove),
                                       cmocka_unit_test(test_leaning_corner),
                                       cmocka_unit_test(test_platforms),
                                       cmocka_unit_test(test_starts_inside),
                                       cmocka_unit_test(test_options),
                                       cmocka_unit_test(test_refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
