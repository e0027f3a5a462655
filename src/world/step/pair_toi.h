/* First contact of two colliders of any kind of which one turns. */
#ifndef CAROM_WORLD_STEP_PAIR_TOI_H
#define CAROM_WORLD_STEP_PAIR_TOI_H

#include "world/query/world_toi.h"

/** The first contact, or an earlier time at which the two are nearer than the tolerance; never
 * late. Meshes, height fields and unbounded shapes are translated only. */
carom_sweep_hit carom_world_pair_turn(const world_turning *a, const world_turning *b,
                                      double tolerance);

#endif
