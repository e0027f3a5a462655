/* Trees of the compact form, from the nodes of a build; mesh/bvh8/bvh8.h declares how they are
 * read. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_COMPACT_H
#define CAROM_MESH_BVH8_BUILD_BVH8_COMPACT_H

#include "mesh/bvh8_build/bvh8_build.h"

/** Makes the compact tree of nodes without boxes, and of the tree's order. On failure the tree is
 * unchanged. */
carom_status carom_compact_keep(bvh8_tree *tree, const bvh8_nodes *nodes, const bvh8_source *source,
                                const carom_allocator *allocator);
/** Does the source have the tree's triangles, vertex by vertex? */
bool carom_compact_matches(const bvh8_tree *tree, const bvh8_source *source);

#endif
