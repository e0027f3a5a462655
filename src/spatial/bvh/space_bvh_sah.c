/* A BVH4 for boxes that stay, built top-down by the surface-area heuristic. Single changes are
 * pending until the next build. Bytes per box: 47 to 49 (float). */
#include "spatial/bvh/bvh4_sah.h"
#include "spatial/bvh/bvh4_walk_pairs.h"

static uint32_t gather_ids(const carom_space *space, uint32_t *ids) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < space->boxes.slots; i++)
        if (space_in_use(space, i)) ids[count++] = i;
    return count;
}

static carom_status create_sah(carom_space *space, void **structure) {
    const carom_allocator *allocator = &space->allocator;
    bvh4_tree *tree = carom_alloc(allocator, 1, sizeof *tree);
    uint32_t *ids = carom_alloc(allocator, carom_space_count(space), sizeof *ids);
    carom_status status = tree && ids ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK)
        status = carom_bvh4_sah(tree, space->boxes.box, ids, gather_ids(space, ids), allocator);
    carom_free(allocator, ids);
    if (status == CAROM_OK)
        *structure = tree;
    else
        carom_free(allocator, tree);
    return status;
}

static void destroy_sah(carom_space *space, void *structure) {
    carom_free(&space->allocator, ((bvh4_tree *)structure)->nodes);
    carom_free(&space->allocator, structure);
}

static size_t sah_memory(const carom_space *space) {
    const bvh4_tree *tree = space->structure;
    return sizeof *tree + tree->node_capacity * sizeof *tree->nodes;
}

const space_ops carom_space_bvh_sah = {
    .name = "SAH BVH",
    .create = create_sah,
    .destroy = destroy_sah,
    .visit_pairs = carom_bvh4_visit_pairs,
    .visit_pairs_between = carom_bvh4_visit_pairs_between,
    .cut_pairs = carom_bvh4_cut_pairs,
    .visit_piece = carom_bvh4_visit_piece,
    .visit_box = carom_bvh4_visit_box,
    .visit_ray = carom_bvh4_visit_ray,
    .nearest = carom_bvh4_nearest,
    .memory = sah_memory,
};
