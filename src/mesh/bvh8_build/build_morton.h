/* Linear BVH build [Lauterbach09]: triangles are radix sorted by the Morton codes of their centres;
 * a run is cut where the highest bit changes in which its codes differ, or halved where they are
 * all equal, the longest run first, until a node has eight children. */
#ifndef CAROM_MESH_BVH8_BUILD_BUILD_MORTON_H
#define CAROM_MESH_BVH8_BUILD_BUILD_MORTON_H

#include "mesh/bvh8_build/bvh8_build.h"

/** Builds the nodes, without boxes, and the order of triangles along a Morton curve: a faster
 * build, and slower queries. */
carom_status carom_bvh8_build_fast(bvh8_nodes *nodes, bvh8_tree *tree, const bvh8_source *source,
                                   const carom_allocator *allocator);

#endif
