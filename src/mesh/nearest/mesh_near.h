/* The nearest point of a mesh, for one point or a batch, by the search of nearest_search.h; every
 * triangle found lowers its limit. */
#ifndef CAROM_MESH_NEAREST_MESH_NEAR_H
#define CAROM_MESH_NEAREST_MESH_NEAR_H

#include "mesh/nearest/point_order.h"

/** The nearest point within `distance`. @param path the descent for another point, or with count
 * 0; replaced by that of this point; null: none */
carom_mesh_closest carom_nearest_from_path(carom_vec3 point, const carom_mesh *mesh,
                                           carom_real distance, near_path *path);

#endif
