/* A BVH4 packed along a space-filling curve [Kamel93], for scenes in which all boxes move: a move
 * of all refits the bounds, and rebuilds the tree, in linear time, when the sum of its nodes'
 * areas, which is what queries pay for, exceeds MORTON_DECAY times that of the last build. Single
 * changes are pending until the next build. Bytes per box: 43 to 44 (float), 75 (double). */
#include "spatial/bvh/bvh4_pack.h"
#include "spatial/bvh/tolerances.h"
#include "spatial/bvh/bvh4_walk_pairs.h"

typedef struct morton_bvh {
    bvh4_tree tree; /* first member */
    double built_cost;
} morton_bvh;

static carom_status create_morton(carom_space *space, void **structure) {
    morton_bvh *made = carom_alloc(&space->allocator, 1, sizeof *made);
    if (!made) return CAROM_ERROR_MEMORY;
    carom_status status = carom_bvh4_pack(&made->tree, space, 0);
    if (status != CAROM_OK) {
        carom_free(&space->allocator, made);
        return status;
    }
    made->built_cost = carom_bvh4_refit(&made->tree, space->boxes.box);
    *structure = made;
    return CAROM_OK;
}

static void destroy_morton(carom_space *space, void *structure) {
    carom_free(&space->allocator, ((morton_bvh *)structure)->tree.nodes);
    carom_free(&space->allocator, structure);
}

static carom_status move_all_morton(carom_space *space, const carom_aabb *old) {
    (void)old;
    morton_bvh *bvh = space->structure;
    bool same_ids = bvh && space->pending.count == 0;
    if (same_ids &&
        carom_bvh4_refit(&bvh->tree, space->boxes.box) <= MORTON_DECAY * bvh->built_cost)
        return CAROM_OK;
    void *fresh = NULL;
    carom_status status = create_morton(space, &fresh);
    if (status != CAROM_OK) return same_ids ? CAROM_OK : status;
    if (bvh) destroy_morton(space, bvh);
    space->structure = fresh;
    return CAROM_OK;
}

static size_t morton_memory(const carom_space *space) {
    const morton_bvh *bvh = space->structure;
    return sizeof *bvh + bvh->tree.node_capacity * sizeof *bvh->tree.nodes;
}

const space_ops carom_space_bvh_morton = {
    .name = "Morton BVH",
    .create = create_morton,
    .destroy = destroy_morton,
    .move_all = move_all_morton,
    .visit_pairs = carom_bvh4_visit_pairs,
    .visit_pairs_between = carom_bvh4_visit_pairs_between,
    .cut_pairs = carom_bvh4_cut_pairs,
    .visit_piece = carom_bvh4_visit_piece,
    .visit_box = carom_bvh4_visit_box,
    .visit_ray = carom_bvh4_visit_ray,
    .nearest = carom_bvh4_nearest,
    .memory = morton_memory,
};
