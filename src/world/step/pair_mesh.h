/* Contacts of a moving shape with a mesh or height field. */
#ifndef CAROM_WORLD_STEP_PAIR_MESH_H
#define CAROM_WORLD_STEP_PAIR_MESH_H

#include "world/pair.h"

/** carom_contact_several of a pair of which one is a mesh or height field, within a margin. @return
 * the number of manifolds, 0 for any other pair */
int32_t carom_world_pair_walls(const world_placed *a, const world_placed *b, double margin,
                               carom_contact_manifold walls[CAROM_CONTACT_LIMIT]);

/** carom_world_pair_sweep of such a pair, without the triangles that are in contact at the start
 * and from which the shape departs. */
carom_sweep_hit carom_world_sweep_ahead(const world_placed *a, const world_placed *b);

#endif
