/* Characters that walk through a world. */
#include "exports.h"

/* `numbers` are `up`, the steepest slope, the height of steps, the distance of snapping, the skin,
 * and the pose; `shape` is copied, and what it refers to stays with JavaScript. */
carom_mover *EXPORT(mover_create)(const carom_shape *shape, const carom_real *numbers,
                                  uint32_t mask) {
    carom_mover *mover = calloc(1, sizeof *mover);
    if (!mover) return NULL;
    mover->def = (carom_mover_def){.shape = *shape,
                                   .up = read3(numbers),
                                   .max_slope = numbers[3],
                                   .step_height = numbers[4],
                                   .snap_distance = numbers[5],
                                   .skin = numbers[6],
                                   .mask = mask};
    mover->pose = read_pose(numbers + 7);
    return mover;
}

const char *EXPORT(mover_problem)(const carom_mover *mover) {
    return carom_mover_problem(mover);
}

void EXPORT(mover_place)(carom_mover *mover, const carom_real *pose) {
    mover->pose = read_pose(pose);
}

/* The pose and the normal of the ground, ten numbers, and the id of the ground. @return what it is
 */
int EXPORT(mover_state)(const carom_mover *mover, carom_real *numbers, carom_collider_id *ground) {
    write3(numbers, mover->pose.position);
    memcpy(numbers + 3, &mover->pose.rotation, 4 * sizeof *numbers);
    write3(numbers + 7, mover->ground_normal);
    *ground = mover->ground_id;
    return (int)mover->ground;
}

/* `wish` are the velocity and the time. Writes the velocities that are left, of carrying and of the
 * ground, nine numbers, and the flags. @return 0 where the mover or the wish is invalid */
int EXPORT(mover_move)(const carom_world *world, carom_mover *mover, const carom_real *wish,
                       carom_real *velocities, uint32_t flags[4]) {
    const carom_mover_request request = {.velocity = read3(wish), .dt = wish[3]};
    carom_mover_result result;
    if (!carom_mover_move(world, mover, &request, &result)) return 0;
    write3(velocities, result.velocity);
    write3(velocities + 3, result.carried);
    write3(velocities + 6, result.ground_velocity);
    flags[0] = result.inside;
    flags[1] = result.free;
    flags[2] = result.stepped;
    flags[3] = (uint32_t)result.contact_count;
    return 1;
}
