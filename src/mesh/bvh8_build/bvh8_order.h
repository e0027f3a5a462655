/* The order of a node's children for any-hit traversals [Ize11]. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_ORDER_H
#define CAROM_MESH_BVH8_BUILD_BVH8_ORDER_H

#include "mesh/bvh8_build/bvh8_build.h"

/** Sorts children for any-hit traversals. `least` of a leaf holds the estimated probability that a
 * ray which meets its box hits it, and is 0 afterwards. Call for the subtrees first, then link
 * them, then sort the top. */
void carom_bvh8_order_subtree(const bvh8_nodes *nodes, const bvh8_subtree *tree);
void carom_bvh8_order_top(const bvh8_nodes *nodes);

#endif
