/* The loose quadtree [Ulrich00]: cells over x and z, for scenes on the ground with y up. Extents
 * in y are tested box by box only. Bytes per box: 12, and 1 to 12 for nodes (float and double). */
#include "spatial/loose_ops.h"

static carom_status create_quadtree(carom_space *space, void **structure) {
    loose_tree *tree = NULL;
    carom_status status = carom_loose_create(space, 2, &tree);
    if (status == CAROM_OK) *structure = tree;
    return status;
}

const space_ops carom_space_quadtree = LOOSE_OPS("loose quadtree", create_quadtree);
