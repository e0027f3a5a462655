/* Refit of the second tree, whose leaves contain parts of triangles. */
#ifndef CAROM_MESH_REFIT_PARTS_H
#define CAROM_MESH_REFIT_PARTS_H

#include "mesh/bvh8/bvh8.h"

/** Moves the parts of a second tree with their triangles into the new frame: every box contains
 * what it contained. The vertices stored in the tree are the old ones. */
void carom_bvh8_refit_parts(bvh8_tree *parts, const bvh8_source *source, const bvh8_frame *frame);

#endif
