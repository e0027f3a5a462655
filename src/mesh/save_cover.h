/* Check of a loaded second tree: whether its leaves cover all triangles. */
#ifndef CAROM_MESH_SAVE_COVER_H
#define CAROM_MESH_SAVE_COVER_H

#include "mesh/data/mesh_data.h"
#include "mesh/tolerances.h"

/** Checks that every box of `parts` contains those below it, and that every triangle of `whole` is
 * covered by the boxes of the leaves that name it. Apart from that the trees are sound, and they
 * share one frame.
 * @errors ARGUMENT when the check fails; MEMORY. */
carom_status carom_bvh8_check_cover(const bvh8_tree *parts, const bvh8_tree *whole,
                                    const carom_allocator *allocator);

#endif
