/* The structures of a carom_space by kind. The table is in a file of its own, so that a structure
 * may call space.c without a cycle. */
#include "spatial/space.h"

static const space_ops *const all_ops[CAROM_SPACE_KINDS] = {
    [CAROM_SPACE_BRUTE] = &carom_space_brute,
    [CAROM_SPACE_QUADTREE] = &carom_space_quadtree,
    [CAROM_SPACE_OCTREE] = &carom_space_octree,
    [CAROM_SPACE_KDTREE] = &carom_space_kdtree,
    [CAROM_SPACE_BVH_SAH] = &carom_space_bvh_sah,
    [CAROM_SPACE_BVH_MORTON] = &carom_space_bvh_morton,
    [CAROM_SPACE_BVH_DYNAMIC] = &carom_space_bvh_dynamic,
    [CAROM_SPACE_GRID] = &carom_space_grid,
    [CAROM_SPACE_HASH] = &carom_space_hash,
    [CAROM_SPACE_SWEEP_PRUNE] = &carom_space_sweep_prune,
    [CAROM_SPACE_SWEEP_PRUNE_INCREMENTAL] = &carom_space_sweep_prune_incremental,
};

const char *carom_space_kind_name(carom_space_kind kind) {
    return (unsigned)kind < CAROM_SPACE_KINDS && all_ops[kind] ? all_ops[kind]->name : "unknown";
}

carom_status carom_space_create(carom_space **out, const carom_space_def *def) {
    if (!out || !def || (unsigned)def->kind >= CAROM_SPACE_KINDS || !all_ops[def->kind])
        return CAROM_ERROR_ARGUMENT;
    return carom_space_create_with(out, def, all_ops[def->kind]);
}
