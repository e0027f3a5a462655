/* New corners in a second tree. */
#ifndef CAROM_MESH_REFIT_PARTS_H
#define CAROM_MESH_REFIT_PARTS_H

#include "mesh/bvh8/wide.h"

/** Moves the parts of a second tree with their triangles, into the new frame: all boxes hold what
 * they held. The corners in the tree are those before. */
void carom_wide_refit_parts(wide_tree *parts, const wide_source *source, const wide_frame *frame);

#endif
