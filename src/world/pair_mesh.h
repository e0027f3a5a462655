/* What turns, against a mesh or height field. */
#ifndef CAROM_WORLD_PAIR_MESH_H
#define CAROM_WORLD_PAIR_MESH_H

#include "world/pair.h"

/** As carom_world_pair_turn; the surface does not turn. The normal points to it. */
carom_sweep_hit carom_world_turn_on_surface(const world_turning *turning,
                                            const world_placed *surface_at, double tolerance);

#endif
