/* Encoder of compact nodes; mesh/bvh8/bvh8.h declares the functions that read them. */
#ifndef CAROM_MESH_BVH8_COMPACT_NODE_H
#define CAROM_MESH_BVH8_COMPACT_NODE_H

#include "mesh/bvh8/bvh8.h"

/** Chooses a node's grid for its children's boxes, and rounds these outwards to the grid. */
void carom_compact_pack(compact_node *node, const bvh8_box boxes[BVH8_WIDTH]);

#endif
