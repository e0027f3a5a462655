/* Building an autopartitioning BSP tree [Fuchs80], with a stack of runs of pieces that wait for
 * their planes. */
#ifndef CAROM_SPATIAL_BSP_BUILD_H
#define CAROM_SPATIAL_BSP_BUILD_H

#include "spatial/bsp_data.h"

/** Makes the plane through three vertices that are far from collinear. @return false for a
 * degenerate polygon */
bool carom_bsp_plane_of(bsp_plane *plane, const carom_vec3 *vertices, uint32_t count);

/** Builds the tree over the polygons of `bsp`; on failure the caller destroys it. */
carom_status carom_bsp_build(carom_bsp *bsp, bsp_weights weights);

#endif
