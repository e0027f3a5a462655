/* Nodes and leaves of either form for kernels, which are compiled once for each: a lane_tree's
 * `compact` is a constant there. Included by kernels only. */
#ifndef CAROM_MESH_BVH8_BVH8_LANES_H
#define CAROM_MESH_BVH8_BVH8_LANES_H

#include "simd/simd_real.h"
#include "mesh/bvh8/bvh8.h"

/* A node's grid, in lanes. */
typedef struct grid_lanes {
    f8 origin[3], step[3];
} grid_lanes;

static CAROM_INLINE grid_lanes grid_of_node(const compact_node *node) {
    grid_lanes out;
    for (int k = 0; k < 3; k++) {
        out.origin[k] = f8_all(node->origin[k]);
        out.step[k] = f8_all_power(node->exponent, k);
    }
    return out;
}

/* Rounded once however it is done, as the product is exact. */
static CAROM_INLINE f8 grid_planes(const grid_lanes *grid, int axis, f8 numbers) {
    return f8_mad_about(numbers, grid->step[axis], grid->origin[axis]);
}

/* Where there is no child. */
static CAROM_INLINE f8_flags unfilled_lanes(const compact_node *node) {
    return f8_lt(f8_load_u8(node->high[0]), f8_load_u8(node->low[0]));
}

/* As carom_compact_unpack, to the bit, but for what is not filled: its boxes are inverted along the
 * first axis alone. */
static CAROM_INLINE void unpack_lanes(const compact_node *node, bvh8_node *room) {
    const f8_flags none = unfilled_lanes(node);
    const grid_lanes grid = grid_of_node(node);
    for (int k = 0; k < 3; k++) {
        f8 low = grid_planes(&grid, k, f8_load_u8(node->low[k]));
        f8 high = grid_planes(&grid, k, f8_load_u8(node->high[k]));
        f8_store(room->low[k], k > 0 ? low : f8_select(none, f8_all(FLT_MAX), low));
        f8_store(room->high[k], k > 0 ? high : f8_select(none, f8_all(-FLT_MAX), high));
    }
    memcpy(room->child, node->child, sizeof room->child);
}

/* A compact tree's leaf as bvh8_rows gives it. */
static CAROM_INLINE const carom_real *gather_rows(const bvh8_tree *tree, bvh8_leaf leaf,
                                                  bvh8_row_scratch *room) {
    const uint32_t *corner = tree->corner + 3 * (size_t)leaf.first;
    const size_t n = leaf.count;
    for (size_t k = 0; k < 3; k++) {
        const carom_vec3 *point[BVH8_LEAF];
        for (size_t slot = 0; slot < BVH8_LEAF; slot++)
            point[slot] = &tree->vertices[corner[3 * (slot < n ? slot : n - 1) + k]];
        turn_points(room->numbers + 3 * k * BVH8_LEAF, BVH8_LEAF, point);
    }
    return room->numbers;
}

typedef struct lane_tree {
    const bvh8_tree *tree;
    bool compact;
} lane_tree;

/** Not a constant: for walks that take long at each node. */
static CAROM_INLINE lane_tree lane_tree_of(const bvh8_tree *tree) {
    return (lane_tree){tree, tree->compact != NULL};
}
static CAROM_INLINE const bvh8_node *lane_node(lane_tree in, uint32_t index, bvh8_node *room) {
    if (!in.compact) return &in.tree->nodes[index];
    unpack_lanes(&in.tree->compact[index], room);
    return room;
}
/** A node, of which in the compact form only the children are told. */
static CAROM_INLINE const bvh8_node *lane_children(lane_tree in, uint32_t index, bvh8_node *room) {
    if (!in.compact) return &in.tree->nodes[index];
    memcpy(room->child, in.tree->compact[index].child, sizeof room->child);
    return room;
}
static CAROM_INLINE const carom_real *lane_rows(lane_tree in, bvh8_leaf leaf, bvh8_row_scratch *room) {
    return in.compact ? gather_rows(in.tree, leaf, room) : bvh8_rows_at(in.tree, leaf);
}

static CAROM_INLINE size_t lane_step(lane_tree in, bvh8_leaf leaf) {
    return in.compact ? BVH8_LEAF : leaf.count;
}

/** What is on top of a stack is asked for soon. */
static CAROM_INLINE void lane_fetch(lane_tree in, uint32_t child) {
    const bvh8_tree *tree = in.tree;
    bvh8_leaf leaf = bvh8_leaf_of(child);
    bool is_leaf = bvh8_is_leaf(child);
    /* without a branch: nothing foretells which it is */
    uintptr_t rows = in.compact ? (uintptr_t)tree->corner : (uintptr_t)tree->corners;
    uintptr_t node = in.compact ? (uintptr_t)tree->compact : (uintptr_t)tree->nodes;
    rows +=
        (in.compact ? 3 * sizeof *tree->corner : 9 * sizeof *tree->corners) * (size_t)leaf.first;
    node += (in.compact ? sizeof *tree->compact : sizeof *tree->nodes) * (size_t)child;
    const char *at = (const char *)(node ^ ((node ^ rows) & (0 - (uintptr_t)is_leaf)));
    for (int line = 0; line < (in.compact ? 2 : 4); line++)
        CAROM_PREFETCH(at + 64 * line);
}

#endif
