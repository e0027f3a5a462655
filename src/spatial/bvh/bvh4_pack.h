/* A BVH4 made from all boxes at once, in time linear in their number; its refitting; room. */
#ifndef CAROM_SPATIAL_BVH_BVH4_PACK_H
#define CAROM_SPATIAL_BVH_BVH4_PACK_H

#include "spatial/bvh/bvh4_walk.h"

/** Packs the boxes in use into full nodes: all leaves at one depth, every node but the root with at
 * least two entries, parents before their children. On failure `tree` is untouched.
 * @param spare nodes of room beyond those needed */
carom_status carom_bvh4_pack(bvh4_tree *tree, const carom_space *space, uint32_t spare);

/** Bounds follow the table, as tight as they can be; all leaves lie at one depth. @return the cost:
 * the sum of all nodes' areas, to compare with what it was. */
double carom_bvh4_refit(bvh4_tree *tree, const carom_aabb *boxes);

/** Room for `nodes` nodes, and more when there was too little. Addresses of nodes may change. */
carom_status carom_bvh4_reserve(bvh4_tree *tree, size_t nodes, const carom_allocator *allocator);

#endif
