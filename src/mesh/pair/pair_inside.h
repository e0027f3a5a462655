/* Points against the solid that a placed mesh bounds. */
#ifndef CAROM_MESH_PAIR_PAIR_INSIDE_H
#define CAROM_MESH_PAIR_PAIR_INSIDE_H

#include "mesh/pair/pair_frame.h"

/** `solidity` is not UNKNOWN. The point is finite, in the common frame. */
carom_mesh_place carom_place_in_frame(const placed_frame *frame, carom_mesh_solidity solidity,
                                      carom_vec3 point);
/** A box of the posed mesh, rounded outwards. */
middle_box carom_frame_bounds(const placed_frame *frame);
/** What the caller said, or what the triangles tell. */
carom_mesh_solidity carom_solidity_in_use(const carom_placed_mesh *placed);

/** Is a mesh solid but for small holes, or a shell? OPEN only in the first case. */
carom_mesh_solidity carom_solid_or_shell(const carom_mesh *mesh);

/** The hash of a position, for edges told by the positions of their ends. */
uint64_t carom_hash_position(carom_vec3 v, uint64_t seed);

#endif
