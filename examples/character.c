/* A character walks up stairs, is stopped by a wall, and rides a lift. */
#include <carom/carom.h>
#include <stdio.h>

static carom_collider_id add_box(carom_world *world, carom_aabb box, carom_collider_kind kind) {
    carom_collider_def def = {.kind = kind};
    carom_collider_id id = {0, 0};
    def.shape.kind = CAROM_SHAPE_AABB;
    def.shape.as.aabb = box;
    if (carom_world_insert(world, &def, &id) != CAROM_OK) printf("no memory\n");
    return id;
}

/* One frame: the caller's velocity, and gravity while it is not on the ground. */
static void walk(const carom_world *world, carom_mover *mover, carom_vec3 velocity) {
    carom_mover_result result;
    carom_mover_request request = {.velocity = velocity, .dt = (carom_real)(1.0 / 60)};
    if (mover->ground != CAROM_MOVER_GROUND) request.velocity.y -= 2;
    if (!carom_mover_move(world, mover, &request, &result)) printf("%s\n", "invalid");
}

int main(void) {
    carom_world_def def = carom_world_defaults();
    carom_world *world;
    if (carom_world_create(&world, &def) != CAROM_OK) return 1;
    add_box(world, (carom_aabb){{-9, -1, -9}, {4, 0, 9}}, CAROM_COLLIDER_STATIC);
    for (int i = 1; i <= 4; i++) { /* stairs of a quarter, at x = 0 */
        carom_aabb step = {{(carom_real)(i * 0.5), 0, -9}, {4, (carom_real)(i * 0.25), 9}};
        add_box(world, step, CAROM_COLLIDER_STATIC);
    }
    add_box(world, (carom_aabb){{4, -1, -9}, {5, 9, -1}}, CAROM_COLLIDER_STATIC); /* a wall */
    carom_collider_id lift =
        add_box(world, (carom_aabb){{4, 0, -1}, {6, 1, 1}}, CAROM_COLLIDER_MOVING);

    carom_mover mover = {.def.step_height = (carom_real)0.3, .def.snap_distance = (carom_real)0.3};
    mover.def.shape.kind = CAROM_SHAPE_CAPSULE;
    mover.def.shape.as.capsule =
        (carom_capsule){{0, (carom_real)0.4, 0}, {0, (carom_real)1.4, 0}, (carom_real)0.4};
    mover.pose.position = (carom_vec3){-3, (carom_real)0.1, -3};
    for (int i = 0; i < 180; i++)
        walk(world, &mover, (carom_vec3){3, 0, 0});
    printf("stands at (%.2f, %.2f, %.2f)\n", mover.pose.position.x, mover.pose.position.y,
           mover.pose.position.z);
    bool right = mover.ground == CAROM_MOVER_GROUND && mover.pose.position.y > 1 &&
                 mover.pose.position.x > 3 && mover.pose.position.x < 4;

    for (int i = 0; i < 60; i++)
        walk(world, &mover, (carom_vec3){0, 0, 3});
    for (int i = 0; i < 30; i++)
        walk(world, &mover, (carom_vec3){3, 0, 0});
    if (carom_world_set_velocity(world, lift, (carom_vec3){0, 2, 0}, (carom_vec3){0, 0, 0}) !=
        CAROM_OK)
        return 1;
    for (int i = 0; i < 60; i++) {
        if (carom_world_step(world, (carom_real)(1.0 / 60)) != CAROM_OK) return 1;
        walk(world, &mover, (carom_vec3){0, 0, 0});
    }
    printf("rode up to %.2f\n", mover.pose.position.y);
    right = right && mover.ground == CAROM_MOVER_GROUND && mover.ground_id.index == lift.index &&
            mover.pose.position.y > 3 && mover.pose.position.y < (carom_real)3.1;
    carom_world_destroy(world);
    return right ? 0 : 1;
}
