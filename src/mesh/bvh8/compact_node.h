/* Compact nodes: reading and writing. */
#ifndef CAROM_MESH_BVH8_COMPACT_NODE_H
#define CAROM_MESH_BVH8_COMPACT_NODE_H

#include "mesh/bvh8/bvh8_tree.h"

/** The rows of a leaf, as bvh8_rows. */
const carom_real *carom_compact_rows(const bvh8_tree *tree, bvh8_leaf leaf,
                                     bvh8_row_scratch *scratch);

/** The full form of a node. */
const bvh8_node *carom_compact_unpack(const compact_node *node, bvh8_node *scratch);

/** The box of a child; an inverted one for an unused place. */
bvh8_box carom_compact_box(const compact_node *node, uint32_t slot);

/** Chooses a node's grid for its children's boxes, and rounds these outwards to the grid. */
void carom_compact_pack(compact_node *node, const bvh8_box boxes[BVH8_WIDTH]);

#endif
