/* A shape against a mesh, in the mesh's own frame, where no query of the mesh itself serves: its
 * tree, times the calls of dispatch.h for each triangle that the tree cannot rule out. */
#ifndef CAROM_WORLD_PAIR_MESH_H
#define CAROM_WORLD_PAIR_MESH_H

#include "world/pair.h"

bool carom_world_mesh_overlap(const carom_mesh *mesh, const world_placed *other);
/** The other moves, and turns when the tolerance is not 0. The normal points from it to the mesh.
 */
carom_sweep_hit carom_world_mesh_sweep(const carom_mesh *mesh, const world_turning *other,
                                       double tolerance);
/** A is the mesh. */
carom_closest_any carom_world_mesh_closest(const carom_mesh *mesh, const world_placed *other);
/** With the triangle that the other is deepest in; A is the mesh unless `flip`. */
void carom_world_mesh_contact(const carom_mesh *mesh, const world_placed *other, bool flip,
                              carom_contact_manifold *manifold);

#endif
