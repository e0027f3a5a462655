/* Prepared shapes: each collider's shape is prepared once for all pairs it is in, at the start of
 * its motion for sweeps and at its end for overlaps, and not again while its pose is the same. */
#ifndef CAROM_WORLD_STEP_POSED_H
#define CAROM_WORLD_STEP_POSED_H

#include "world/world_data.h"

/** Reserves the posed shapes of all slots. */
carom_status carom_world_reserve_posed(carom_world *world);

/** Prepares a collider's shape at the pose of its motion, to move on until dt. */
void carom_world_pose(const carom_world *world, uint32_t index, double dt);

/** The first contact of a pair by carom_sweep_posed. @return false when one of the two has changed
 * course, or cannot be prepared */
bool carom_world_posed_sweep(const carom_world *world, carom_id_pair pair, carom_sweep_hit *hit);

/** Overlap and deepest contact of a pair at the poses of their motions. */
bool carom_world_posed_overlap(const carom_world *world, carom_id_pair pair);

int32_t carom_world_posed_contact(const carom_world *world, carom_id_pair pair,
                                  carom_contact_manifold *manifold);

#endif
