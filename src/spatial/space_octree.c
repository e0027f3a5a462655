/* The loose octree: cells over all three axes. Bytes per box: 12 and 10 to 40 for nodes (float and
 * double). */
#include "spatial/loose_tree.h"

static carom_status create_octree(carom_space *space, void **structure) {
    loose_tree *tree = NULL;
    carom_status status = carom_loose_create(space, 3, &tree);
    if (status == CAROM_OK) *structure = tree;
    return status;
}

const space_ops carom_space_octree = {
    .name = "loose octree",
    .create = create_octree,
    .destroy = carom_loose_destroy,
    .insert = carom_loose_insert,
    .remove = carom_loose_remove,
    .move = carom_loose_move,
    .move_all = carom_loose_move_all,
    .visit_pairs = carom_loose_visit_pairs,
    .visit_box = carom_loose_visit_box,
    .visit_ray = carom_loose_visit_ray,
    .nearest = carom_loose_nearest,
    .memory = carom_loose_memory,
};
