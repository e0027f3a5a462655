/* Corners of triangles in the order of the leaves. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_PLACE_H
#define CAROM_MESH_BVH8_BUILD_BVH8_PLACE_H

#include "mesh/bvh8_build/bvh8_build.h"

/** Writes the corners of the source's triangles to their leaves; with `fit`, in the full form, it
 * also fits the leaves' boxes. */
void carom_bvh8_place(bvh8_tree *tree, const bvh8_source *source, bool fit);
/** Joins nodes without boxes, and fits all boxes, of triangles that are in one leaf each. */
void carom_bvh8_place_and_fit(bvh8_tree *tree, const bvh8_nodes *nodes, const bvh8_source *source);

#endif
