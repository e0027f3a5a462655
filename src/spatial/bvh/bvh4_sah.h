/* Build of a BVH4 for boxes that stay, by the surface-area heuristic: for spaces and scenes. */
#ifndef CAROM_SPATIAL_BVH_BVH4_SAH_H
#define CAROM_SPATIAL_BVH_BVH4_SAH_H

#include "spatial/bvh/bvh4_walk.h"

/** Builds over the boxes of the ids, which are permuted; on failure `out` is untouched and nothing
 * leaks. Parents stand before their children. */
carom_status carom_bvh4_sah(bvh4_tree *out, const carom_aabb *boxes, uint32_t *ids, uint32_t count,
                            const carom_allocator *allocator);

#endif
