/* New corners in a second tree. */
#ifndef CAROM_MESH_REFIT_PARTS_H
#define CAROM_MESH_REFIT_PARTS_H

#include "mesh/bvh8/bvh8.h"

/** Moves the parts of a second tree with their triangles, into the new frame: all boxes hold what
 * they held. The corners in the tree are those before. */
void carom_bvh8_refit_parts(bvh8_tree *parts, const bvh8_source *source, const bvh8_frame *frame);

#endif
