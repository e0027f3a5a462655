/* Nodes and leaves of either form for kernels, which are compiled once for each: a lane_tree's
 * `compact` is a constant there. Included by kernels only. */
#ifndef CAROM_MESH_WIDE_LANES_H
#define CAROM_MESH_WIDE_LANES_H

#include "batch/simd.h"
#include "mesh/wide.h"

/* As carom_compact_unpack, to the bit. */
static CAROM_INLINE void unpack_lanes(const compact_node *node, wide_node *room) {
    f8_flags none = f8_lt(f8_load_u8(node->high[0]), f8_load_u8(node->low[0]));
    for (int k = 0; k < 3; k++) {
        uint32_t bits = (uint32_t)node->exponent[k] << 23;
        float step;
        memcpy(&step, &bits, sizeof step);
        f8 origin = f8_all(node->origin[k]), by = f8_all(step);
        f8 low = f8_add(origin, f8_mul(f8_load_u8(node->low[k]), by));
        f8 high = f8_add(origin, f8_mul(f8_load_u8(node->high[k]), by));
        f8_store(room->low[k], f8_select(none, f8_all(FLT_MAX), low));
        f8_store(room->high[k], f8_select(none, f8_all(-FLT_MAX), high));
    }
    memcpy(room->child, node->child, sizeof room->child);
}

typedef struct lane_tree {
    const wide_tree *tree;
    bool compact;
} lane_tree;

/** Not a constant: for walks that take long at each node. */
static CAROM_INLINE lane_tree lane_tree_of(const wide_tree *tree) {
    return (lane_tree){tree, tree->compact != NULL};
}
static CAROM_INLINE const wide_node *lane_node(lane_tree in, uint32_t index, wide_node *room) {
    if (!in.compact) return &in.tree->nodes[index];
    unpack_lanes(&in.tree->compact[index], room);
    return room;
}
static CAROM_INLINE const carom_real *lane_rows(lane_tree in, wide_leaf leaf, wide_row_room *room) {
    return in.compact ? carom_compact_rows(in.tree, leaf, room) : wide_rows_at(in.tree, leaf);
}

/** What is on top of a stack is asked for soon. */
static CAROM_INLINE void lane_fetch(lane_tree in, uint32_t child) {
    const wide_tree *tree = in.tree;
    wide_leaf leaf = wide_leaf_of(child);
    bool is_leaf = wide_is_leaf(child);
    if (in.compact) {
        const char *at = is_leaf ? (const char *)&tree->corner[3 * (size_t)leaf.first]
                                 : (const char *)&tree->compact[child];
        CAROM_PREFETCH(at);
        CAROM_PREFETCH(at + 64);
        return;
    }
    /* without a branch: nothing foretells which it is */
    uintptr_t rows = (uintptr_t)tree->corners + 9 * sizeof *tree->corners * (size_t)leaf.first;
    uintptr_t node = (uintptr_t)tree->nodes + sizeof *tree->nodes * (size_t)child;
    const char *at = (const char *)(node ^ ((node ^ rows) & (0 - (uintptr_t)is_leaf)));
    for (int line = 0; line < 4; line++)
        CAROM_PREFETCH(at + 64 * line);
}

#endif
