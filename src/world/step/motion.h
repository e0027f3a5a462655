/* Motion of a collider through a step: constant velocity, and constant angular velocity about the
 * origin of its pose, from its last impact on. */
#ifndef CAROM_WORLD_STEP_MOTION_H
#define CAROM_WORLD_STEP_MOTION_H

#include "world/world_data.h"

/** Sets the motion of a collider at the start of a step. */
void carom_world_plan(const carom_world *world, uint32_t index, double dt);

/** Position and rotation at a time not before the motion's own. */
carom_vec3 carom_world_position_at(const world_motion *motion, double time);

carom_quat carom_world_rotation_at(const world_motion *motion, double time);

/** A box that contains the collider at the motion's time. */
carom_aabb carom_world_box_now(const world_collider *c, const world_motion *motion);

/** The separation that a pair keeps before an impact: above the rounding of positions, and far
 * below the colliders' size. */
double carom_world_separation(const carom_world *world, carom_id_pair pair);

/** Conservative: false only when the boxes of the two stay apart until dt, by more than the
 * separation, if both keep their course. */
bool carom_world_may_meet(const carom_world *world, carom_id_pair pair, double dt);

/** The bounds of its path until dt. */
carom_aabb carom_world_path_box(const world_collider *c, const world_motion *motion, double dt);

/** Records the path of a collider until `time`, where the definition wants paths. */
carom_status carom_world_note_path(carom_world *world, uint32_t index, double time);

void carom_world_advance(world_motion *motion, double time);

#endif
