/* Corners where their leaves are. */
#ifndef CAROM_MESH_WIDE_PLACE_H
#define CAROM_MESH_WIDE_PLACE_H

#include "mesh/bvh8_build/wide_build.h"

/** Puts the corners of the source's triangles where their leaves are; in the ordinary form it may
 * fit the leaves' boxes, too. */
void carom_wide_place(wide_tree *tree, const wide_source *source, bool fit);
/** Joins nodes of which the children are known, and fits all boxes: of triangles that stand in one
 * leaf each. */
void carom_wide_place_and_fit(wide_tree *tree, const wide_nodes *nodes, const wide_source *source);

#endif
