/* The loose octree [Ulrich00]: cells over all three axes. Bytes per box: 12, and 10 to 40 for
 * nodes (float and double). */
#include "spatial/loose_ops.h"

static carom_status create_octree(carom_space *space, void **structure) {
    loose_tree *tree = NULL;
    carom_status status = carom_loose_create(space, 3, &tree);
    if (status == CAROM_OK) *structure = tree;
    return status;
}

const space_ops carom_space_octree = LOOSE_OPS("loose octree", create_octree);
