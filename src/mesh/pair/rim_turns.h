/* The rim's share in the winding number of a point about an open mesh. */
#ifndef CAROM_MESH_PAIR_RIM_TURNS_H
#define CAROM_MESH_PAIR_RIM_TURNS_H

#include "mesh/pair/pair_frame.h"

/** Does the winding number of p exceed one half, either way? `crossings` is the signed count of
 * those of a ray from p, and `back` the reverse of its direction. */
bool carom_rim_encloses(const placed_frame *frame, vec3 p, vec3 back, int crossings);

#endif
