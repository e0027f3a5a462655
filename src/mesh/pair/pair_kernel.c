/* Simultaneous traversal of two BVH8s [Ericson05] 6.3 in float lanes: of two boxes the larger is
 * replaced by those of its children that the box tests keep; two leaves are compared triangle by
 * triangle. A pair is pruned only because a comparison held with all margins, so NaN prunes
 * nothing and the pairs that reach `take` include every pair that matters, on every instruction
 * set. It exists for the speed of overlap, contact and distance of two meshes (bench group mesh,
 * rows "two bunnies"). */
#include "simd/simd.h"
#include "mesh/pair/pair_boxes.h"
#include "mesh/pair/pair_lanes.h"
#include "mesh/bvh8/bvh8_lanes.h"
#include "mesh/pair/pair_kernel.h"

static CAROM_INLINE bool should_open_a(const pair_walk *w, pair_place at, const fixed_box *a,
                                       const fixed_box *b) {
    if (bvh8_is_leaf(at.child[0]) || bvh8_is_leaf(at.child[1])) return bvh8_is_leaf(at.child[1]);
    float size_a = a->half[0] + a->half[1] + a->half[2];
    float size_b = b->half[0] + b->half[1] + b->half[2];
    return size_a >= size_b * w->b_in_a;
}

/* Returns the pair with side `open` replaced by its child in a slot. */
static CAROM_INLINE pair_place place_below(const pair_walk *w, pair_place at, int open,
                                           uint32_t slot) {
    pair_place out = at;
    out.place[open] = BVH8_WIDTH * at.child[open] + slot;
    out.child[open] = bvh8_child_at(w->tree[open], at.child[open], slot);
    return out;
}

/* ---- touching */

void SIMD_NAME(carom_pair_touch)(pair_walk *w) {
    pair_place stack[PAIR_STACK];
    const lane_tree tree[2] = {lane_tree_of(w->tree[0]), lane_tree_of(w->tree[1])};
    const fixed_box roots[2] = {root_box(w->tree[0]), root_box(w->tree[1])};
    bvh8_node scratch;
    const float margin[2] = {w->margin[0] + w->error[0], w->margin[1] + w->error[1]};
    int top = 0;
    stack[top++] = w->start;
    for (; top > 0 && w->budget > 0; w->budget--) {
        pair_place at = stack[--top];
        if (bvh8_is_leaf(at.child[0]) && bvh8_is_leaf(at.child[1])) {
            hold_leaves(w, at);
            if (!test_touch_lanes(w)) return;
            continue;
        }
        fixed_box box[2] = {box_of_place(w, roots, at, 0), box_of_place(w, roots, at, 1)};
        int open = should_open_a(w, at, &box[0], &box[1]) ? 0 : 1, kept = 1 - open;
        const bvh8_node *node = lane_node(tree[open], at.child[open], &scratch);
        const box_query query = {&w->into[kept], &w->into[open], margin[kept], margin[open], 1, 1};
        uint32_t mask = overlapping_boxes(node, &query, &box[kept]);
        for (; mask != 0; mask &= mask - 1)
            stack[top++] = place_below(w, at, open, lowest_bit(mask));
    }
}

/* ---- the nearest */

typedef struct distance_place {
    pair_place at;
    float key; /* lower bound on the squared distance, in A's frame; in index order the least
                  triangle index */
} distance_place;

/* Returns the least triangle index below a place; the root gives 0. */
static CAROM_INLINE uint32_t least_index_at(const bvh8_tree *tree, uint32_t place) {
    return place == NO_PLACE ? 0 : bvh8_least_at(tree, place / BVH8_WIDTH, place % BVH8_WIDTH);
}

static CAROM_INLINE bool is_index_order(const pair_walk *w) {
    return w->last.a != UINT32_MAX;
}

/* Replaces the pair just popped by its children, sorted: the nearest, or the first by index, on
 * top. */
static CAROM_INLINE int push_children(const pair_walk *w, distance_place *stack, int top, int open,
                                      const distance_children *found) {
    pair_place at = stack[top].at;
    int base = top;
    for (uint32_t mask = found->mask; mask != 0; mask &= mask - 1) {
        uint32_t slot = lowest_bit(mask);
        distance_place next = {place_below(w, at, open, slot), found->keys[slot]};
        if (is_index_order(w)) next.key = (float)least_index_at(w->tree[open], next.at.place[open]);
        int i = top++;
        for (; i > base && stack[i - 1].key < next.key; i--)
            stack[i] = stack[i - 1];
        stack[i] = next;
    }
    return top;
}

static CAROM_INLINE float squared_limit(const pair_walk *w) {
    float limit = w->limit * PAIR_LIMIT_FLOAT_ROUNDING;
    return limit * limit * PAIR_LIMIT_FLOAT_ROUNDING;
}

static CAROM_INLINE bool may_matter(const pair_walk *w, const distance_place *place) {
    if (!is_index_order(w)) return !(place->key > squared_limit(w));
    uint32_t a = least_index_at(w->tree[0], place->at.place[0]);
    return a < w->last.a ||
           (a == w->last.a && least_index_at(w->tree[1], place->at.place[1]) < w->last.b);
}

void SIMD_NAME(carom_pair_near)(pair_walk *w) {
    distance_place stack[PAIR_STACK];
    const lane_tree tree[2] = {lane_tree_of(w->tree[0]), lane_tree_of(w->tree[1])};
    const fixed_box roots[2] = {root_box(w->tree[0]), root_box(w->tree[1])};
    bvh8_node scratch;
    int top = 0;
    stack[top++] = (distance_place){w->start, 0.0F};
    while (top > 0) {
        pair_place at = stack[--top].at;
        if (!may_matter(w, &stack[top])) continue;
        fixed_box box[2] = {box_of_place(w, roots, at, 0), box_of_place(w, roots, at, 1)};
        if (bvh8_is_leaf(at.child[0]) && bvh8_is_leaf(at.child[1])) {
            if (are_leaves_beyond(w, at, box)) continue;
            hold_leaves(w, at);
            if (!test_distance_lanes(w)) return;
            continue;
        }
        bool opens =
            is_index_order(w) ? !bvh8_is_leaf(at.child[0]) : should_open_a(w, at, &box[0], &box[1]);
        int open = opens ? 0 : 1, kept = 1 - open;
        const bvh8_node *node = lane_node(tree[open], at.child[open], &scratch);
        const float unit[2] = {1.0F, w->ratio};
        const box_query query = {&w->into[kept], &w->into[open], w->error[kept],
                                 w->error[open], unit[kept],     unit[open]};
        distance_children found;
        boxes_within(node, &query, &box[kept], squared_limit(w), &found);
        top = push_children(w, stack, top, open, &found);
    }
}
