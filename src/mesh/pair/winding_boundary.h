/* Contribution of an open mesh's rim to the winding number of a point. */
#ifndef CAROM_MESH_PAIR_WINDING_BOUNDARY_H
#define CAROM_MESH_PAIR_WINDING_BOUNDARY_H

#include "mesh/pair/pair_frame.h"

/** Returns true if |winding number of p| > 1/2. `crossings` is the signed count of the crossings
 * of a ray from p, and `back` the reverse of its direction. */
bool carom_is_enclosed_by_winding(const placed_frame *frame, vec3 p, vec3 back, int crossings);

#endif
