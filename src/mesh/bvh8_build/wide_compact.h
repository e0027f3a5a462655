/* Trees of the compact form from the nodes of a build; mesh/bvh8/wide.h declares how they are read.
 */
#ifndef CAROM_MESH_WIDE_COMPACT_H
#define CAROM_MESH_WIDE_COMPACT_H

#include "mesh/bvh8_build/wide_build.h"

/** The tree of those nodes, without their boxes, and of that order, in compact form. On failure
 * the tree is unchanged. */
carom_status carom_compact_keep(wide_tree *tree, const wide_nodes *nodes, const wide_source *source,
                                const carom_allocator *allocator);
/** Are the source's triangles made of the same vertices as the tree's? */
bool carom_compact_matches(const wide_tree *tree, const wide_source *source);

#endif
