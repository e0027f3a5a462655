/* A shape without a query of its own against a mesh: the answers over its triangles. */
#ifndef CAROM_DISPATCH_MESH_PAIRS_H
#define CAROM_DISPATCH_MESH_PAIRS_H

#include "dispatch/dispatch.h"

/* `mesh` is the mesh, `shape` any other kind. */
bool carom_overlap_with_mesh(const carom_shape *shape, const carom_shape *mesh);
carom_closest_any carom_closest_with_mesh(const carom_shape *shape, const carom_shape *mesh);
carom_sweep_hit carom_sweep_with_mesh(const carom_shape *shape, carom_vec3 motion,
                                      const carom_shape *mesh);

#endif
