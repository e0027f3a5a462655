/* Continuous tests of a moving or turning shape against a mesh or height field. */
#ifndef CAROM_WORLD_STEP_PAIR_MESH_H
#define CAROM_WORLD_STEP_PAIR_MESH_H

#include "world/query/world_toi.h"

/** First contact like carom_world_turn; the surface does not turn. The normal points to it. */
carom_sweep_hit carom_world_turn_on_surface(const world_turning *turning,
                                            const world_placed *surface_at, double tolerance);

/** carom_contact_several of a pair of which one is a mesh or height field, within a margin. @return
 * the number of manifolds, 0 for any other pair */
int32_t carom_world_pair_walls(const world_placed *a, const world_placed *b, double margin,
                               carom_contact_manifold walls[CAROM_CONTACT_LIMIT]);

/** carom_world_pair_sweep of such a pair, without the triangles that are in contact at the start
 * and from which the shape departs. */
carom_sweep_hit carom_world_sweep_ahead(const world_placed *a, const world_placed *b);

#endif
