/* Creation of a BVH8: the frame, the build over outward rounded boxes of the triangles, and the
 * corners in the order of their leaves. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_CREATE_H
#define CAROM_MESH_BVH8_BUILD_BVH8_CREATE_H

#include "mesh/bvh8/bvh8.h"
#include "mesh/bvh8_build/bvh8_build.h"

/** Builds a tree; `bounds` are those of the source. On failure `out` is unchanged and nothing
 * leaks. */
carom_status carom_bvh8_create(bvh8_tree *out, const bvh8_source *source, const carom_aabb *bounds,
                               const carom_allocator *allocator);

/** Copies the nodes to arrays of their final size, and fills the others; the tree's order, count
 * and frame are set. When each triangle is in one leaf, the array of nodes is reused for the
 * corners, and `nodes` is left without it. */
carom_status carom_bvh8_keep(bvh8_tree *tree, bvh8_nodes *nodes, const bvh8_source *source,
                             const carom_allocator *allocator);

#endif
