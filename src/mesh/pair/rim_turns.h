/* Contribution of an open mesh's rim to the winding number of a point. */
#ifndef CAROM_MESH_PAIR_RIM_TURNS_H
#define CAROM_MESH_PAIR_RIM_TURNS_H

#include "mesh/pair/pair_frame.h"

/** Returns true if |winding number of p| > 1/2. `crossings` is the signed count of the crossings
 * of a ray from p, and `back` the reverse of its direction. */
bool carom_rim_encloses(const placed_frame *frame, vec3 p, vec3 back, int crossings);

#endif
