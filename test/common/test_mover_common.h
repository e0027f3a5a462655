/* Movers in worlds for tests. */
#ifndef TEST_MOVER_COMMON_H
#define TEST_MOVER_COMMON_H

#include "common/test_world_common.h"

static const carom_pose identity = {{0, 0, 0}, {0, 0, 0, 1}};

static inline carom_world *new_world(void) {
    carom_world_def def = carom_world_defaults();
    carom_world *world = NULL;
    assert_int_equal(carom_world_create(&world, &def), CAROM_OK);
    return world;
}

static inline carom_collider_id scenery(carom_world *world, carom_shape shape, carom_pose pose) {
    return insert(world, shape, CAROM_COLLIDER_STATIC, pose, v3(0, 0, 0));
}

/* Two units high and one across; it stands on the origin of its pose. */
static inline carom_shape person(void) {
    return (carom_shape){.kind = CAROM_SHAPE_CAPSULE,
                         .as.capsule = {v3(0, 0.5, 0), v3(0, 1.5, 0), (carom_real)0.5}};
}

static inline carom_mover mover_at(double x, double y, double z) {
    return (carom_mover){.def = {.shape = person(),
                                 .step_height = (carom_real)0.4,
                                 .snap_distance = (carom_real)0.4},
                         .pose = at(x, y, z)};
}

#define SKIN 0x1p-6 /* of a person */

/* `frames` of a velocity, with gravity where the mover is not on ground. */
static inline carom_mover_result go(const carom_world *world, carom_mover *mover,
                                    carom_vec3 velocity, int frames, double dt) {
    carom_mover_result result = {.free = false};
    double fall = 0;
    for (int i = 0; i < frames; i++) {
        fall = mover->ground == CAROM_MOVER_GROUND ? 0 : fall - 10 * dt;
        carom_vec3 v = velocity;
        v.y += (carom_real)fall;
        const carom_mover_request request = {.velocity = v, .dt = (carom_real)dt};
        assert_true(carom_mover_move(world, mover, &request, &result));
        assert_true(result.free);
        if ((double)result.velocity.y > fall) fall = (double)result.velocity.y;
    }
    return result;
}

static inline bool is_about(carom_real x, double y, double slack) {
    return fabs((double)x - y) <= slack;
}

#endif
