/* Nodes of the compact form; mesh/bvh8/bvh8.h declares the functions that read them. */
#ifndef CAROM_MESH_BVH8_COMPACT_NODE_H
#define CAROM_MESH_BVH8_COMPACT_NODE_H

#include "mesh/bvh8/bvh8.h"

/** Fits a node's grid round its children's boxes, and these to the grid. */
void carom_compact_pack(compact_node *node, const bvh8_box boxes[BVH8_WIDTH]);

#endif
