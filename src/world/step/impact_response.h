/* The response to an impact: carom_response_impact applied to the velocities of the contact points.
 */
#ifndef CAROM_WORLD_STEP_IMPACT_RESPONSE_H
#define CAROM_WORLD_STEP_IMPACT_RESPONSE_H

#include "world/world_data.h"

/** Velocity of A's point at `point` relative to B's, at a time. */
vec3 carom_world_relative_velocity(const carom_world *world, carom_id_pair pair, vec3 point,
                                   double time);

/** Inverse mass; zero for a collider that an impact does not move. */
double carom_world_inverse_weight(const world_collider *c, const world_motion *motion);

/** Applies the impact; both motions have been advanced to its time. */
void carom_world_apply_impact(carom_world *world, const world_impact_event *at);

#endif
