/* Bottom-up build of a BVH4 over all boxes in time linear in their number; its refit; growth of
 * its memory. */
#ifndef CAROM_SPATIAL_BVH_BVH4_PACK_H
#define CAROM_SPATIAL_BVH_BVH4_PACK_H

#include "spatial/bvh/bvh4_walk.h"

/** Packs the boxes in use into full nodes: all leaves at one depth, every node but the root with at
 * least two entries, parents before their children. On failure `tree` is untouched. @param spare
 * nodes of capacity beyond those needed */
carom_status carom_bvh4_pack(bvh4_tree *tree, const carom_space *space, uint32_t spare);

/** Refit: sets all bounds to the tightest ones for the table's boxes; all leaves lie at one depth.
 * @return the sum of all nodes' areas, a measure of the cost of queries */
double carom_bvh4_refit(bvh4_tree *tree, const carom_aabb *boxes);

/** Ensures capacity for `nodes` nodes; grows by a quarter or more. Addresses of nodes may change.
 */
carom_status carom_bvh4_reserve(bvh4_tree *tree, size_t nodes, const carom_allocator *allocator);

#endif
