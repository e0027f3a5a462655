/* Making trees of the compact form; what asks them is in mesh/wide.h. */
#ifndef CAROM_MESH_WIDE_COMPACT_H
#define CAROM_MESH_WIDE_COMPACT_H

#include "mesh/wide_build.h"

/** Memory for all parts of a tree whose counts are set; nothing is kept on failure. */
carom_status carom_wide_allocate(wide_tree *tree, bool compact, const carom_allocator *allocator);

/** The tree of those nodes, without their boxes, and of that order, in compact form. On failure
 * the tree is unchanged. */
carom_status carom_compact_keep(wide_tree *tree, const wide_nodes *nodes, const wide_source *source,
                                const carom_allocator *allocator);
/** Fits a node's grid round its children's boxes, and these to the grid. */
void carom_compact_pack(compact_node *node, const wide_box boxes[WIDE]);
/** Are the source's triangles made of the same vertices as the tree's? */
bool carom_compact_matches(const wide_tree *tree, const wide_source *source);
/** Takes the vertices' positions from such a source. */
void carom_compact_place(wide_tree *tree, const wide_source *source);

#endif
