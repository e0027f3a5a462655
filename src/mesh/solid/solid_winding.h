/* Winding number [Jacobson13] next to a point as the sum of the signed crossings of a ray, with
 * exact signs. */
#ifndef CAROM_MESH_SOLID_SOLID_WINDING_H
#define CAROM_MESH_SOLID_SOLID_WINDING_H

#include "mesh/solid/solid_sphere_map.h"

/** Counts the winding number of a mesh next to the point, in the direction of the ray. `on_surface`
 * may be null.
 * @return false when the ray meets an edge or a vertex. */
bool carom_winding_along(const placed_frame *frame, const exact_point *p, vec3 ray, int *winding,
                         bool *on_surface);

#endif
