/* Point-in-mesh tests, and the topology of a mesh: closed, open, shell. */
#ifndef CAROM_MESH_PAIR_POINT_IN_MESH_H
#define CAROM_MESH_PAIR_POINT_IN_MESH_H

#include "mesh/pair/pair_frame.h"

/** Classifies a finite point, given in the common frame; `solidity` is not UNKNOWN. */
carom_mesh_place carom_place_in_frame(const placed_frame *frame, carom_mesh_solidity solidity,
                                      carom_vec3 point);
/** Returns a bounding box of the posed mesh, rounded outwards. */
middle_box carom_frame_bounds(const placed_frame *frame);
/** Returns the caller's solidity, or the one found from the triangles when the caller gave none. */
carom_mesh_solidity carom_solidity_in_use(const carom_placed_mesh *placed);

/** Decides whether an open mesh bounds a solid up to small holes (OPEN) or is a shell. */
carom_mesh_solidity carom_solid_or_shell(const carom_mesh *mesh);

/** Hashes a position, for edges that are identified by the positions of their ends. */
uint64_t carom_hash_position(carom_vec3 v, uint64_t seed);

#endif
