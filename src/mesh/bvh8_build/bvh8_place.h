/* Corners where their leaves are. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_PLACE_H
#define CAROM_MESH_BVH8_BUILD_BVH8_PLACE_H

#include "mesh/bvh8_build/bvh8_build.h"

/** Puts the corners of the source's triangles where their leaves are; in the ordinary form it may
 * fit the leaves' boxes, too. */
void carom_bvh8_place(bvh8_tree *tree, const bvh8_source *source, bool fit);
/** Joins nodes of which the children are known, and fits all boxes: of triangles that stand in one
 * leaf each. */
void carom_bvh8_place_and_fit(bvh8_tree *tree, const bvh8_nodes *nodes, const bvh8_source *source);

#endif
