/* Whether a second tree that was read has all of its triangles. */
#ifndef CAROM_MESH_SAVE_COVER_H
#define CAROM_MESH_SAVE_COVER_H

#include "mesh/data/mesh_data.h"

/* Boxes count as larger by this, in the tree's frame: more than cutting rounds. */
#define COVER_SLACK 9.094947017729282e-13 /* 2^-40 */

/** Are the boxes of `parts` round those below them, and is every triangle of `whole` covered by the
 * boxes of the leaves that name it? The trees are sound but for that, and of one frame.
 * @errors ARGUMENT: no; MEMORY. */
carom_status carom_bvh8_check_cover(const bvh8_tree *parts, const bvh8_tree *whole,
                                    const carom_allocator *allocator);

#endif
