/* Points against the solid that a placed mesh bounds. */
#ifndef CAROM_MESH_PAIR_INSIDE_H
#define CAROM_MESH_PAIR_INSIDE_H

#include "mesh/pair_frame.h"

/** `solidity` is CLOSED or OPEN. The point is finite, in the common frame. */
carom_mesh_place carom_place_in_frame(const placed_frame *frame, carom_mesh_solidity solidity,
                                      carom_vec3 point);
/** A box of the posed mesh, rounded outwards. */
middle_box carom_frame_bounds(const placed_frame *frame);
/** What the caller said, or what the triangles tell. */
carom_mesh_solidity carom_solidity_in_use(const carom_placed_mesh *placed);

#endif
