/* Nodes and leaves of either form of the BVH8 for SIMD kernels, which are compiled once for each
 * form: there the member `compact` of a lane_tree is a constant. Boxes decode to the same bits as
 * with carom_compact_box, on every instruction set. Included by kernels only. */
#ifndef CAROM_MESH_BVH8_BVH8_LANES_H
#define CAROM_MESH_BVH8_BVH8_LANES_H

#include "simd/simd_real.h"
#include "mesh/bvh8/bvh8.h"

/* The grid of a compact node, in lanes. */
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

/* The planes of grid numbers: rounded once, fused or not, as the product is exact. */
static CAROM_INLINE f8 grid_planes(const grid_lanes *grid, int axis, f8 numbers) {
    return f8_mad_about(numbers, grid->step[axis], grid->origin[axis]);
}

/* The lanes of unused places. */
static CAROM_INLINE f8_flags unfilled_lanes(const compact_node *node) {
    return f8_lt(f8_load_u8(node->high[0]), f8_load_u8(node->low[0]));
}

/* Decodes a node as carom_compact_unpack does, bit for bit, except that the box of an unused place
 * is inverted along the first axis alone. */
static CAROM_INLINE void unpack_lanes(const compact_node *node, bvh8_node *scratch) {
    const f8_flags none = unfilled_lanes(node);
    const grid_lanes grid = grid_of_node(node);
    for (int k = 0; k < 3; k++) {
        f8 low = grid_planes(&grid, k, f8_load_u8(node->low[k]));
        f8 high = grid_planes(&grid, k, f8_load_u8(node->high[k]));
        f8_store(scratch->low[k], k > 0 ? low : f8_select(none, f8_all(FLT_MAX), low));
        f8_store(scratch->high[k], k > 0 ? high : f8_select(none, f8_all(-FLT_MAX), high));
    }
    memcpy(scratch->child, node->child, sizeof scratch->child);
}

/* Gathers the rows of a compact leaf, as bvh8_rows returns them. */
static CAROM_INLINE const carom_real *gather_rows(const bvh8_tree *tree, bvh8_leaf leaf,
                                                  bvh8_row_scratch *scratch) {
    const uint32_t *corner = tree->corner + 3 * (size_t)leaf.first;
    const size_t n = leaf.count;
    for (size_t k = 0; k < 3; k++) {
        const carom_vec3 *point[BVH8_LEAF];
        for (size_t slot = 0; slot < BVH8_LEAF; slot++)
            point[slot] = &tree->vertices[corner[3 * (slot < n ? slot : n - 1) + k]];
        transpose_points(scratch->numbers + 3 * k * BVH8_LEAF, BVH8_LEAF, point);
    }
    return scratch->numbers;
}

typedef struct lane_tree {
    const bvh8_tree *tree;
    bool compact;
} lane_tree;

/** A tree whose form is not a constant: for traversals whose time per node hides the branch. */
static CAROM_INLINE lane_tree lane_tree_of(const bvh8_tree *tree) {
    return (lane_tree){tree, tree->compact != NULL};
}
static CAROM_INLINE const bvh8_node *lane_node(lane_tree in, uint32_t index, bvh8_node *scratch) {
    if (!in.compact) return &in.tree->nodes[index];
    unpack_lanes(&in.tree->compact[index], scratch);
    return scratch;
}
/** A node of which in the compact form only the children are set. */
static CAROM_INLINE const bvh8_node *lane_children(lane_tree in, uint32_t index,
                                                   bvh8_node *scratch) {
    if (!in.compact) return &in.tree->nodes[index];
    memcpy(scratch->child, in.tree->compact[index].child, sizeof scratch->child);
    return scratch;
}
static CAROM_INLINE const carom_real *lane_rows(lane_tree in, bvh8_leaf leaf,
                                                bvh8_row_scratch *scratch) {
    return in.compact ? gather_rows(in.tree, leaf, scratch) : bvh8_rows_at(in.tree, leaf);
}

static CAROM_INLINE size_t lane_step(lane_tree in, bvh8_leaf leaf) {
    return in.compact ? BVH8_LEAF : leaf.count;
}

/** Prefetches the top of a stack, which is visited soon. */
static CAROM_INLINE void lane_fetch(lane_tree in, uint32_t child) {
    const bvh8_tree *tree = in.tree;
    bvh8_leaf leaf = bvh8_leaf_of(child);
    bool is_leaf = bvh8_is_leaf(child);
    /* without a branch: node or leaf cannot be predicted */
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
