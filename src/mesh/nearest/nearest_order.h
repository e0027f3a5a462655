/* Traversal order of the nearest-triangle search: straight down to a leaf by the nearest child;
 * then best-first among the siblings left beside that descent, and depth-first below each of them,
 * nearest child first.
 *
 * The order cannot be predicted, so it is computed nearly without branches. Keys are squared
 * distances whose last seven bits hold their place, so no two are equal; the rank of a child is the
 * number of farther ones, and the minimum of many keys carries its own place. Included by
 * near_kernel.c only. */
#ifndef CAROM_MESH_NEAREST_NEAREST_ORDER_H
#define CAROM_MESH_NEAREST_NEAREST_ORDER_H

#include <string.h>

#include "mesh/nearest/nearest_search.h"
#include "mesh/bvh8/bvh8_lanes.h"
#include "core/workspace.h"

/* ---- boxes */

/* The distances of the eight boxes of a node from the point. */
typedef struct near_boxes {
    f8 square; /* squared, a lower bound within the margin of near_float_up */
    f8 across; /* to their farthest corners, in the sum of the axes (Manhattan distance) */
} near_boxes;

static CAROM_INLINE near_boxes boxes_between(const f8 lows[3], const f8 highs[3],
                                             const near_query *query) {
    f8 outside[3], across[3];
    for (int k = 0; k < 3; k++) {
        f8 low = f8_sub(lows[k], f8_all(query->above[k]));
        f8 high = f8_sub(f8_all(query->below[k]), highs[k]);
        f8 gap = f8_max(f8_max(low, high), f8_all(0.0F));
        outside[k] = f8_mul(gap, gap);
        across[k] = f8_abs(f8_min(low, high));
    }
    return (near_boxes){
        f8_add(f8_add(outside[0], outside[1]), f8_add(outside[2], f8_all(NEAR_NOTHING))),
        f8_add(f8_add(across[0], across[1]), across[2])};
}

static CAROM_INLINE near_boxes boxes_of(lane_tree in, uint32_t index, const near_query *query) {
    f8 low[3], high[3];
    if (!in.compact) {
        const bvh8_node *node = &in.tree->nodes[index];
        for (int k = 0; k < 3; k++) {
            low[k] = f8_load(node->low[k]);
            high[k] = f8_load(node->high[k]);
        }
        return boxes_between(low, high, query);
    }
    const compact_node *node = &in.tree->compact[index];
    const grid_lanes grid = grid_of_node(node);
    for (int k = 0; k < 3; k++) {
        low[k] = grid_planes(&grid, k, f8_load_u8(node->low[k]));
        high[k] = grid_planes(&grid, k, f8_load_u8(node->high[k]));
    }
    near_boxes out = boxes_between(low, high, query);
    out.square = f8_select(unfilled_lanes(node), f8_all((float)INFINITY), out.square);
    return out;
}

/* ---- keys */

#define NEAR_PLACES 128 /* places that seven bits distinguish */

/* Puts places into the last bits of squares; these are made finite first, as the bits would turn
 * infinity into NaN. Only as many bits are taken as `places` needs: far from the mesh the distances
 * of siblings differ little. */
static CAROM_INLINE f8 near_keys(f8 squares, int places, int first) {
    return f8_number_lanes(f8_min(squares, f8_all(FLT_MAX)), places - 1, first);
}

/* The squares with one lane set to infinity. */
static CAROM_INLINE f8 without_lane(f8 squares, uint32_t lane) {
    static const float none[2 * BVH8_WIDTH - 1] = {[BVH8_WIDTH - 1] = INFINITY};
    return f8_max(squares, f8_load(none + (BVH8_WIDTH - 1 - lane)));
}

/* ---- depth-first below a sibling */

typedef struct near_pending {
    float square;
    uint32_t child;
} near_pending;

/* The stack of a traversal, which keeps the top itself; of each node the nearest child is
 * uppermost. */
typedef struct near_stack {
    lane_tree in;
    const char *base[2]; /* bases of the arrays of nodes and of leaves */
    size_t stride[2];
    near_pending item[BVH8_STACK];
} near_stack;
_Static_assert(sizeof(near_stack) <= WORKSPACE_NEAR_BYTES, "the block holds it");

static CAROM_INLINE void stack_start(near_stack *stack, const bvh8_tree *tree) {
    stack->in = lane_tree_of(tree);
    bool compact = stack->in.compact;
    stack->base[0] = compact ? (const char *)tree->compact : (const char *)tree->nodes;
    stack->base[1] = compact ? (const char *)tree->corner : (const char *)tree->corners;
    stack->stride[0] = compact ? sizeof *tree->compact : sizeof *tree->nodes;
    stack->stride[1] = compact ? 3 * sizeof *tree->corner : 9 * sizeof *tree->corners;
}

static CAROM_INLINE void near_fetch(const near_stack *stack, uint32_t child) {
    uint32_t is_leaf = child >> 31;
    const char *at = stack->base[is_leaf] + (child & (BVH8_LARGEST - 1)) * stack->stride[is_leaf];
    for (int line = 0; line < 4; line++)
        CAROM_PREFETCH(at + 64 * line);
}

static CAROM_INLINE const uint32_t *near_children(lane_tree in, uint32_t node) {
    return in.compact ? in.tree->compact[node].child : in.tree->nodes[node].child;
}

/* Pushes the children of a node that are within the limit, nearest on top; returns the new top. */
static CAROM_INLINE near_pending *open_node(const near_stack *stack, near_pending *top,
                                            uint32_t index, const near_query *query, float limit) {
    const uint32_t *child = near_children(stack->in, index);
    f8 squares = boxes_of(stack->in, index, query).square;
    f8 keys = f8_number_lanes(squares, BVH8_WIDTH - 1, 0);
    uint32_t within = f8_bits(f8_le(squares, f8_all(limit)));
    float key[BVH8_WIDTH], square[BVH8_WIDTH];
    f8_store(key, keys);
    f8_store(square, squares);
    for (uint32_t left = within; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        uint32_t farther = f8_bits(f8_lt(f8_all(key[i]), keys)) & within;
        top[count_bits(farther)] = (near_pending){square[i], child[i]};
        near_fetch(stack, child[i]);
    }
    return top + count_bits(within);
}

/* ---- the descent, and the siblings beside it */

_Static_assert(NEAR_DEPTH *BVH8_WIDTH <= NEAR_PLACES, "keys tell levels apart");

typedef struct near_descent {
    uint32_t count; /* levels of 8 keys each; keys of visited siblings are infinite */
    float key[NEAR_DEPTH][BVH8_WIDTH];
    const uint32_t *child[NEAR_DEPTH];
    near_pending next; /* the nearest sibling, taken out of the keys; `square` holds its key */
} near_descent;

static CAROM_INLINE float float_of_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Moves the nearest sibling out of the keys to `next`. */
static CAROM_INLINE void take_nearest_sibling(near_descent *descent) {
    f8 least = f8_load(descent->key[0]);
    for (uint32_t i = 1; i < descent->count; i++)
        least = f8_min(least, f8_load(descent->key[i]));
    uint32_t bits = f8_least_bits(least), place = bits % NEAR_PLACES;
    float *level = descent->key[place / BVH8_WIDTH];
    descent->next.square = float_of_bits(bits);
    descent->next.child = descent->child[place / BVH8_WIDTH][place % BVH8_WIDTH];
    f8_store(level, without_lane(f8_load(level), place % BVH8_WIDTH));
}

/* Starts without a descent: all children of the root are siblings. */
static CAROM_INLINE void start_at_root(near_descent *descent, const near_stack *stack,
                                       const near_query *query) {
    descent->count = 1;
    descent->child[0] = near_children(stack->in, 0);
    f8_store(descent->key[0], near_keys(boxes_of(stack->in, 0, query).square, NEAR_PLACES, 0));
    take_nearest_sibling(descent);
}

/* Descends by nearest children. Returns the leaf at the end, or a node where the descent is longer
 * than NEAR_DEPTH; BVH8_NONE when no child may be within the limit. Among boxes that hold the
 * point, or nearly so, it takes the one with the nearest far corner: a large box may be empty
 * around the point. */
static CAROM_INLINE uint32_t descend_to_leaf(near_descent *descent, near_path *path,
                                             const near_stack *stack, const near_query *query,
                                             float limit) {
    uint32_t index = 0, known = path->count;
    descent->count = 0;
    do {
        near_boxes boxes = boxes_of(stack->in, index, query);
        f8 promise = f8_add(boxes.square, f8_mul(boxes.across, f8_all(NEAR_SIZE_COUNTS)));
        uint32_t bits = f8_least_bits(near_keys(promise, BVH8_WIDTH, 0));
        uint32_t lane = bits % BVH8_WIDTH, level = descent->count++;
        descent->child[level] = near_children(stack->in, index);
        if (!(float_of_bits(bits) <= limit)) {
            f8_store(descent->key[level],
                     near_keys(boxes.square, NEAR_PLACES, (int)level * BVH8_WIDTH));
            index = BVH8_NONE;
            break;
        }
        f8_store(descent->key[level],
                 near_keys(without_lane(boxes.square, lane), NEAR_PLACES, (int)level * BVH8_WIDTH));
        if (level < known && lane == path->lane[level])
            index = path->child[level];
        else {
            known = 0;
            index = descent->child[level][lane];
            near_fetch(stack, index);
            path->lane[level] = lane;
            path->child[level] = index;
        }
    } while (!bvh8_is_leaf(index) && descent->count < NEAR_DEPTH);
    path->count = index == BVH8_NONE ? descent->count - 1 : descent->count;
    take_nearest_sibling(descent);
    return index;
}

/* The next node or leaf within the limit: everything on the stack precedes the nearest sibling.
 * False when there is none. */
static CAROM_INLINE bool next_near(const near_stack *stack, near_pending **top,
                                   near_descent *descent, float limit, uint32_t *child) {
    while (*top > stack->item) {
        near_pending next = *--*top;
        *child = next.child;
        if (next.square <= limit) return true;
    }
    if (!(descent->next.square <= limit * NEAR_KEY_UP)) return false;
    *child = descent->next.child;
    take_nearest_sibling(descent);
    near_fetch(stack, descent->next.square <= limit ? descent->next.child : *child);
    return true;
}

#endif
