/* Merging of parts. */
#ifndef CAROM_MESH_DECOMPOSITION_MERGE_PARTS_H
#define CAROM_MESH_DECOMPOSITION_MERGE_PARTS_H

#include "mesh/decomposition/part.h"

/** Merges parts while more than the limit are left, and those whose common hull is within the goal.
 */
carom_status carom_merge_parts(decomposition_builder *b);

#endif
