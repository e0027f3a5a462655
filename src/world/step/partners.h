/* The colliders that one collider may meet, and pairs that are found within a step. */
#ifndef CAROM_WORLD_STEP_PARTNERS_H
#define CAROM_WORLD_STEP_PARTNERS_H

#include "world/world_data.h"

/** Appends a pair to world->pairs, and counts it. */
carom_status carom_world_add_pair(carom_world *world, carom_id_pair pair);

/** Calls the visitor for every collider that forms a pair with `index` and whose path's box
 * overlaps its own until dt, and for unbounded ones. */
void carom_world_visit_partners(const carom_world *world, uint32_t index, double dt,
                                carom_id_visitor *visitor, void *user);

#endif
