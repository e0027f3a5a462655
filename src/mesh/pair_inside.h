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

/** The hash of a position, for edges told by the positions of their ends. */
uint64_t carom_hash_position(carom_vec3 v, uint64_t seed);

/** Signed share of the full sphere that the triangle a b c takes, seen from the origin. */
double carom_share_of_sphere(vec3 a, vec3 b, vec3 c);

/** What the rim adds to the signed count of crossings of a ray from p to make the winding number;
 * `back` is the reverse of the ray's direction. */
double carom_rim_winding(const placed_frame *frame, vec3 p, vec3 back);

#endif
