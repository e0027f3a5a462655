/* Topology of a mesh, by sums of hashes. */
#ifndef CAROM_MESH_NEAREST_MESH_TOPOLOGY_H
#define CAROM_MESH_NEAREST_MESH_TOPOLOGY_H

#include "carom/mesh.h"

/** Is every edge run along equally often in both directions? Up to a collision of two 64-bit hash
 * sums. */
bool carom_mesh_edges_paired(const carom_mesh *mesh);

#endif
