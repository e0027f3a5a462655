/* The broad phase of a step: pairs among the moving colliders, pairs of moving and static ones, and
 * pairs with unbounded ones. */
#ifndef CAROM_WORLD_STEP_CANDIDATES_H
#define CAROM_WORLD_STEP_CANDIDATES_H

#include "world/world_data.h"

/** Broad phase: appends every pair that world_pair_counts admits and whose boxes overlap. */
carom_status carom_world_find_pairs(carom_world *world);

#endif
