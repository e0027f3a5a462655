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

/* Returns the side of the larger node, or of the only one, and sets the box of the other side. */
static CAROM_INLINE int side_to_open(const pair_walk *w, const fixed_box roots[2], pair_place at,
                                     fixed_box *kept) {
    if (bvh8_is_leaf(at.child[0]) || bvh8_is_leaf(at.child[1])) {
        const int open = bvh8_is_leaf(at.child[0]) ? 1 : 0;
        *kept = box_of_place(w, roots, at, 1 - open);
        return open;
    }
    const fixed_box a = box_of_place(w, roots, at, 0), b = box_of_place(w, roots, at, 1);
    float size_a = a.half[0] + a.half[1] + a.half[2];
    float size_b = b.half[0] + b.half[1] + b.half[2];
    const int open = size_a >= size_b * w->b_in_a ? 0 : 1;
    *kept = open == 0 ? b : a;
    return open;
}

/* Children of one node that remain to be paired with a node or leaf of the other tree. */
typedef struct pair_group {
    pair_place at;  /* the node that is open, its place that of its first child; and the other */
    uint32_t slots; /* bit 31: the side that is open; below, the slots that remain */
} pair_group;

#define GROUP_SIDE 31

static CAROM_INLINE pair_group group_of(pair_place at, int open, uint32_t slots) {
    at.place[open] = BVH8_WIDTH * at.child[open];
    return (pair_group){at, slots | (uint32_t)open << GROUP_SIDE};
}

/* Returns the pair of the child in a slot. */
static CAROM_INLINE pair_place place_in_group(const pair_walk *w, const pair_group *group,
                                              uint32_t slot) {
    const uint32_t open = group->slots >> GROUP_SIDE;
    pair_place out = group->at;
    out.place[open] += slot;
    out.child[open] = bvh8_child_at(w->tree[open], group->at.child[open], slot);
    return out;
}

/* Groups lie on the path of opened nodes from both roots. */
#define GROUP_STACK (2 * (BVH8_DEPTH + 1))

/* Do the first two children have the same box? Else the node is no pile of equal triangles. */
static CAROM_INLINE bool is_like_pile(const bvh8_node *node) {
    return CAROM_UNLIKELY(node->low[0][0] == node->low[0][1] &&
                          node->low[1][0] == node->low[1][1] &&
                          node->low[2][0] == node->low[2][1] && node->child[1] != BVH8_NONE);
}

/* Replaces a node that is to be opened by one leaf, where all its triangles are the same. The box
 * of its first child is theirs, too. */
static CAROM_APART bool collapse_pile(pair_walk *w, pair_place *at, int open) {
    if (!w->collapses) return false;
    const uint32_t leaf = carom_pile_leaf(&w->piles[open], at->child[open]);
    if (leaf == BVH8_NONE) return false;
    at->place[open] = BVH8_WIDTH * at->child[open];
    at->child[open] = leaf;
    return true;
}

static CAROM_APART bool is_refilled(pair_walk *w) {
    return w->refill && w->refill(w);
}

static CAROM_APART bool is_parted(pair_walk *w, pair_place at) {
    w->budget = 0; /* so that the next pair is asked for, too */
    return w->parts(w, at);
}

/* ---- touching */

/* Takes the last child of the group on top; slots are a mask. */
static CAROM_INLINE pair_place pop_last_child(const pair_walk *w, pair_group *stack, int *top,
                                              uint32_t *side) {
    pair_group *group = &stack[*top - 1];
    uint32_t slot = last_bit(group->slots & 0xffu);
    pair_place at = place_in_group(w, group, slot);
    *side = group->slots >> GROUP_SIDE;
    group->slots ^= 1u << slot;
    if ((group->slots & 0xffu) == 0) --*top;
    return at;
}

/* Tests two leaves. The triangles of the outer one that the other's box does not reach are left
 * out; often these are all, and the inner leaf is not converted. `margin`: error of a box of B in
 * the frame of A's tree. */
static CAROM_INLINE bool touch_leaves(pair_walk *w, pair_place at, uint32_t inner, float margin) {
    const bvh8_box stored =
        bvh8_box_at(w->tree[inner], at.place[inner] / BVH8_WIDTH, at.place[inner] % BVH8_WIDTH);
    fixed_box box = fixed_of_box(stored);
    const box_query into_a = {.into_node = &w->into[0], .slack_node = margin};
    hold_outer(w, at, inner);
    if (inner == 1) box = box_in_node(&into_a, &box);
    const lane_leaf *outer = inner == 0 ? w->b : w->a;
    const uint32_t reached = lanes_in_box(outer, &box, inner == 0 ? margin : 0.0F);
    if (reached == 0) return true;
    hold_inner(w, at, inner);
    return inner == 0 ? test_touch_lanes(w, lanes_of(w->a->leaf), reached)
                      : test_touch_lanes(w, reached, lanes_of(w->b->leaf));
}

void SIMD_NAME(carom_pair_touch)(pair_walk *w) {
    pair_group stack[GROUP_STACK];
    const lane_tree tree[2] = {lane_tree_of(w->tree[0]), lane_tree_of(w->tree[1])};
    const fixed_box roots[2] = {root_box(w->tree[0]), root_box(w->tree[1])};
    bvh8_node scratch;
    const float margin[2] = {w->margin[0] + w->error[0], w->margin[1] + w->error[1]};
    pair_place at = w->start;
    uint32_t last_side = 0; /* that was opened for `at` */
    int top = 0;
    for (bool more = true; more && (w->budget > 0 || is_refilled(w)); w->budget--) {
        if (bvh8_is_leaf(at.child[0]) && bvh8_is_leaf(at.child[1])) {
            if (last_side == 0 ? !touch_leaves(w, at, 0, margin[0])
                               : !touch_leaves(w, at, 1, margin[0]))
                return;
        } else {
            fixed_box box;
            int open = side_to_open(w, roots, at, &box), kept = 1 - open;
            const bvh8_node *node = lane_node(tree[open], at.child[open], &scratch);
            if (is_like_pile(node) && collapse_pile(w, &at, open)) continue;
            const box_query query = {
                &w->into[kept], &w->into[open], margin[kept], margin[open], 1, 1};
            uint32_t mask = overlapping_boxes(node, &query, &box);
            if (mask != 0) stack[top++] = group_of(at, open, mask);
        }
        more = top > 0;
        if (more) at = pop_last_child(w, stack, &top, &last_side);
    }
}

/* ---- the nearest */

/* Children that remain, in order: bits 24 to 27 of the slots count them, and below are three bits
 * for each, the next one lowest. */
typedef struct ordered_group {
    pair_group group;
    float limit; /* of the walk when the children were last held against it */
} ordered_group;

static CAROM_INLINE uint32_t count_in_group(const ordered_group *at) {
    return at->group.slots >> 24 & 15u;
}

static CAROM_INLINE bool is_index_order(const pair_walk *w) {
    return w->last.a != UINT32_MAX;
}

/* Sorts children for the traversal: the nearest first, or the first by index; of equal ones the
 * last slot. */
static CAROM_INLINE uint32_t order_children(const pair_walk *w, pair_place at, int open,
                                            distance_children *found, bool by_index) {
    uint8_t slots[BVH8_WIDTH];
    uint32_t order = 0, count = 0;
    for (uint32_t mask = found->mask; by_index && mask != 0; mask &= mask - 1) {
        uint32_t slot = lowest_bit(mask);
        found->keys[slot] = (float)bvh8_least_at(w->tree[open], at.child[open], slot);
    }
    for (uint32_t mask = found->mask; mask != 0; mask &= mask - 1) {
        uint32_t slot = lowest_bit(mask), i = count++;
        float key = found->keys[slot];
        for (; i > 0 && found->keys[slots[i - 1]] < key; i--)
            slots[i] = slots[i - 1];
        slots[i] = (uint8_t)slot;
    }
    for (uint32_t i = 0; i < count; i++)
        order = order << 3 | slots[i];
    return order | count << 24;
}

static CAROM_INLINE float squared_limit(const pair_walk *w) {
    float limit = w->limit * PAIR_LIMIT_FLOAT_ROUNDING;
    return limit * limit * PAIR_LIMIT_FLOAT_ROUNDING;
}

static CAROM_INLINE bool precedes_last(const pair_walk *w, pair_place at) {
    uint32_t a = least_below_place(w, at, 0);
    return a < w->last.a || (a == w->last.a && least_below_place(w, at, 1) < w->last.b);
}

static CAROM_INLINE void find_within(const pair_walk *w, const bvh8_node *node, int open,
                                     const fixed_box *kept_box, distance_children *found) {
    const int kept = 1 - open;
    const float unit[2] = {1.0F, w->ratio};
    const box_query query = {&w->into[kept], &w->into[open], w->error[kept],
                             w->error[open], unit[kept],     unit[open]};
    boxes_within(node, &query, kept_box, squared_limit(w), found);
}

/* Drops children from a group that the limit has come to exclude: their distances are not kept but
 * found again. */
static CAROM_APART void drop_beyond(const pair_walk *w, const fixed_box roots[2],
                                    ordered_group *at) {
    const int open = (int)(at->group.slots >> GROUP_SIDE);
    const fixed_box box = box_of_place(w, roots, at->group.at, 1 - open);
    bvh8_node scratch;
    distance_children found;
    find_within(w, lane_node(lane_tree_of(w->tree[open]), at->group.at.child[open], &scratch), open,
                &box, &found);
    uint32_t order = 0, count = 0;
    for (uint32_t i = 0; i < count_in_group(at); i++) {
        uint32_t slot = at->group.slots >> (3 * i) & 7u;
        if (found.mask >> slot & 1u) order |= slot << (3 * count++);
    }
    at->group.slots = (uint32_t)open << GROUP_SIDE | count << 24 | order;
    at->limit = w->limit;
}

typedef struct near_stack {
    ordered_group groups[GROUP_STACK];
    int top;
    uint32_t side; /* that was opened for the pair taken last */
    bool by_index;
} near_stack;

/* Takes the next child of the group on top; @return false when none is left. */
static CAROM_INLINE bool pop_next_child(const pair_walk *w, const fixed_box roots[2],
                                        near_stack *stack, pair_place *out) {
    while (stack->top > 0) {
        ordered_group *at = &stack->groups[stack->top - 1];
        if (!stack->by_index && at->limit != w->limit) drop_beyond(w, roots, at);
        uint32_t slots = at->group.slots, count = count_in_group(at);
        if (count <= 1) stack->top--;
        if (count == 0) continue;
        *out = place_in_group(w, &at->group, slots & 7u);
        stack->side = slots >> GROUP_SIDE;
        at->group.slots = (slots & 0xff000000u) - (1u << 24) + ((slots & 0xffffffu) >> 3);
        if (!stack->by_index || precedes_last(w, *out)) return true;
    }
    return false;
}

void SIMD_NAME(carom_pair_near)(pair_walk *w) {
    near_stack stack;
    const lane_tree tree[2] = {lane_tree_of(w->tree[0]), lane_tree_of(w->tree[1])};
    const fixed_box roots[2] = {root_box(w->tree[0]), root_box(w->tree[1])};
    bvh8_node scratch;
    pair_place at = w->start;
    const bool by_index = is_index_order(w);
    stack.by_index = by_index;
    stack.top = 0;
    stack.side = 0;
    if (by_index && !precedes_last(w, at)) return;
    bool again;
    do {
        again = false;
        if (CAROM_UNLIKELY(w->budget-- == 0)) {
            if (!w->parts && !is_refilled(w)) return;
            if (w->parts && is_parted(w, at)) continue;
        }
        if (bvh8_is_leaf(at.child[0]) && bvh8_is_leaf(at.child[1])) {
            const fixed_box of_leaves[2] = {box_of_place(w, roots, at, 0),
                                            box_of_place(w, roots, at, 1)};
            if (are_leaves_beyond(w, at, of_leaves)) continue;
            hold_outer(w, at, stack.side);
            hold_inner(w, at, stack.side);
            if (!test_distance_lanes(w)) return;
            continue;
        }
        fixed_box box;
        int open = side_to_open(w, roots, at, &box);
        if (by_index) {
            open = bvh8_is_leaf(at.child[0]) ? 1 : 0;
            box = box_of_place(w, roots, at, 1 - open);
        }
        const bvh8_node *node = lane_node(tree[open], at.child[open], &scratch);
        again = is_like_pile(node) && collapse_pile(w, &at, open);
        if (again) continue;
        distance_children found;
        find_within(w, node, open, &box, &found);
        if (found.mask == 0) continue;
        uint32_t slots = order_children(w, at, open, &found, by_index);
        stack.groups[stack.top++] = (ordered_group){group_of(at, open, slots), w->limit};
    } while (again || pop_next_child(w, roots, &stack, &at));
}
