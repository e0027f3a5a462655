/* In which order a walk to the nearest sees nodes and leaves: straight down to a leaf, of all that
 * lies beside that way the nearest first, and below each of these the nearest child first.
 *
 * What is near cannot be foreseen, so hardly anything branches on it. Squared distances are keys:
 * their last seven bits tell whose they are, so no two are equal; a child's place is how many are
 * farther, and the least of many brings its own name. Included by kernels only. */
#ifndef CAROM_MESH_NEAREST_NEAR_WAY_H
#define CAROM_MESH_NEAREST_NEAR_WAY_H

#include <string.h>

#include "mesh/nearest/near_walk.h"
#include "mesh/bvh8/bvh8_lanes.h"

/* ---- boxes */

/* Squared distances, and more than nothing: sums of numbers that are not normal are slow, and may
 * be set to 0. */
#define NEAR_NOTHING 0x1p-100F

/* A node's boxes, from the point. */
typedef struct near_boxes {
    f8 square; /* no more than the true ones but for what near_float_up has to spare */
    f8 across; /* to their farthest corners, along the axes */
} near_boxes;

static CAROM_INLINE near_boxes boxes_between(const f8 lows[3], const f8 highs[3],
                                             const near_aim *aim) {
    f8 outside[3], across[3];
    for (int k = 0; k < 3; k++) {
        f8 low = f8_sub(lows[k], f8_all(aim->above[k]));
        f8 high = f8_sub(f8_all(aim->below[k]), highs[k]);
        f8 gap = f8_max(f8_max(low, high), f8_all(0.0F));
        outside[k] = f8_mul(gap, gap);
        across[k] = f8_abs(f8_min(low, high));
    }
    return (near_boxes){
        f8_add(f8_add(outside[0], outside[1]), f8_add(outside[2], f8_all(NEAR_NOTHING))),
        f8_add(f8_add(across[0], across[1]), across[2])};
}

static CAROM_INLINE near_boxes boxes_of(lane_tree in, uint32_t index, const near_aim *aim) {
    f8 low[3], high[3];
    if (!in.compact) {
        const bvh8_node *node = &in.tree->nodes[index];
        for (int k = 0; k < 3; k++) {
            low[k] = f8_load(node->low[k]);
            high[k] = f8_load(node->high[k]);
        }
        return boxes_between(low, high, aim);
    }
    const compact_node *node = &in.tree->compact[index];
    const grid_lanes grid = grid_of_node(node);
    for (int k = 0; k < 3; k++) {
        low[k] = grid_planes(&grid, k, f8_load_u8(node->low[k]));
        high[k] = grid_planes(&grid, k, f8_load_u8(node->high[k]));
    }
    near_boxes out = boxes_between(low, high, aim);
    out.square = f8_select(unfilled_lanes(node), f8_all((float)INFINITY), out.square);
    return out;
}

/* ---- keys */

#define NEAR_PLACES 128               /* that seven bits tell apart */
#define NEAR_KEY_UP (1.0F + 0x1p-15F) /* a key is that much larger than its square at most */

/* Finite, so that the bits do not make NaN of infinity. Numbers take no more of a key than they
 * need: seen from far away, children are nearly as far as each other. */
static CAROM_INLINE f8 near_keys(f8 squares, int places, int first) {
    return f8_number_lanes(f8_min(squares, f8_all(FLT_MAX)), places - 1, first);
}

/* With a lane beyond every limit. */
static CAROM_INLINE f8 without_lane(f8 squares, uint32_t lane) {
    static const float none[2 * BVH8_WIDTH - 1] = {[BVH8_WIDTH - 1] = INFINITY};
    return f8_max(squares, f8_load(none + (BVH8_WIDTH - 1 - lane)));
}

/* ---- below what was taken from beside the way */

typedef struct near_pending {
    float square;
    uint32_t child;
} near_pending;

/* Who walks keeps its top, where the nearest of each node's children are uppermost. */
typedef struct near_stack {
    lane_tree in;
    const char *base[2]; /* of nodes and of leaves */
    size_t stride[2];
    near_pending item[BVH8_STACK];
} near_stack;

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

/* Puts a node's children that are within the limit on the stack; gives its top. */
static CAROM_INLINE near_pending *open_node(const near_stack *stack, near_pending *top,
                                            uint32_t index, const near_aim *aim, float limit) {
    const uint32_t *child = near_children(stack->in, index);
    f8 squares = boxes_of(stack->in, index, aim).square;
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

/* ---- the way down, and what lies beside it */

_Static_assert(NEAR_WAY *BVH8_WIDTH <= NEAR_PLACES, "keys tell levels apart");

typedef struct near_way {
    uint32_t count; /* of levels, 8 keys each; those of what has been seen are beyond every limit */
    float key[NEAR_WAY][BVH8_WIDTH];
    const uint32_t *child[NEAR_WAY];
    near_pending next; /* the nearest, which has no key; its square is one */
} near_way;

static CAROM_INLINE float float_of_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static CAROM_INLINE void find_beside(near_way *way) {
    f8 least = f8_load(way->key[0]);
    for (uint32_t i = 1; i < way->count; i++)
        least = f8_min(least, f8_load(way->key[i]));
    uint32_t bits = f8_least_bits(least), place = bits % NEAR_PLACES;
    float *level = way->key[place / BVH8_WIDTH];
    way->next.square = float_of_bits(bits);
    way->next.child = way->child[place / BVH8_WIDTH][place % BVH8_WIDTH];
    f8_store(level, without_lane(f8_load(level), place % BVH8_WIDTH));
}

/* No way: all children of the root are beside it. */
static CAROM_INLINE void way_at_root(near_way *way, const near_stack *stack, const near_aim *aim) {
    way->count = 1;
    way->child[0] = near_children(stack->in, 0);
    f8_store(way->key[0], near_keys(boxes_of(stack->in, 0, aim).square, NEAR_PLACES, 0));
    find_beside(way);
}

/* What the size of a box counts for beside its distance. */
#define NEAR_SIZE_COUNTS 0x1p-20F

/* Gives the leaf at the end, or a node where the way is long; BVH8_NONE where nothing may be within
 * the limit. It goes by the nearest children, and where the point is in several of them, or nearly,
 * by the one that ends soonest: what is large and all round the point may be empty there. */
static CAROM_INLINE uint32_t way_down(near_way *way, near_path *path, const near_stack *stack,
                                      const near_aim *aim, float limit) {
    uint32_t index = 0, known = path->count;
    way->count = 0;
    do {
        near_boxes boxes = boxes_of(stack->in, index, aim);
        f8 promise = f8_add(boxes.square, f8_mul(boxes.across, f8_all(NEAR_SIZE_COUNTS)));
        uint32_t bits = f8_least_bits(near_keys(promise, BVH8_WIDTH, 0));
        uint32_t lane = bits % BVH8_WIDTH, level = way->count++;
        way->child[level] = near_children(stack->in, index);
        if (!(float_of_bits(bits) <= limit)) {
            f8_store(way->key[level],
                     near_keys(boxes.square, NEAR_PLACES, (int)level * BVH8_WIDTH));
            index = BVH8_NONE;
            break;
        }
        f8_store(way->key[level],
                 near_keys(without_lane(boxes.square, lane), NEAR_PLACES, (int)level * BVH8_WIDTH));
        if (level < known && lane == path->lane[level])
            index = path->child[level];
        else {
            known = 0;
            index = way->child[level][lane];
            near_fetch(stack, index);
            path->lane[level] = lane;
            path->child[level] = index;
        }
    } while (!bvh8_is_leaf(index) && way->count < NEAR_WAY);
    path->count = index == BVH8_NONE ? way->count - 1 : way->count;
    find_beside(way);
    return index;
}

/* What is next and not beyond the limit: all that is on the stack goes before the next one beside
 * the way. False where nothing is. */
static CAROM_INLINE bool next_near(const near_stack *stack, near_pending **top, near_way *way,
                                   float limit, uint32_t *child) {
    while (*top > stack->item) {
        near_pending next = *--*top;
        *child = next.child;
        if (next.square <= limit) return true;
    }
    if (!(way->next.square <= limit * NEAR_KEY_UP)) return false;
    *child = way->next.child;
    find_beside(way);
    near_fetch(stack, way->next.square <= limit ? way->next.child : *child);
    return true;
}

#endif
