/* Closest triangles of two meshes up to a distance. */
#ifndef CAROM_MESH_PAIR_PAIR_CLOSEST_H
#define CAROM_MESH_PAIR_PAIR_CLOSEST_H

#include "carom/mesh_pair.h"

/** As carom_closest_mesh_mesh where that is at most `limit`; else it may be any pair that is
 * farther, or none, with an infinite distance. */
carom_mesh_pair_closest carom_mesh_pair_nearest(const carom_placed_mesh *a,
                                                const carom_placed_mesh *b, carom_real limit);

#endif
