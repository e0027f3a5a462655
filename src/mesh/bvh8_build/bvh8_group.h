/* Optimal collapse of a short binary tree into nodes of eight children, by dynamic programming
 * [Ylitie17]: the run is cut in two again and again; then, bottom up, each part gets its least cost
 * as one child of the node above, a leaf or a node, and as up to eight children, some from each
 * half. Greedy cutting of the largest part, as for long runs, leaves the lowest nodes half empty,
 * and rays visit more of them. Where boxes are not split, parts that fit into leaves are not cut
 * here: bvh8_build.c cuts some of these for the unused places of their node.
 *
 * The optimum may have fewer than eight children; the builder opens children that are nodes until
 * there are eight, as bvh8_most_nodes requires. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_GROUP_H
#define CAROM_MESH_BVH8_BUILD_BVH8_GROUP_H

#include "mesh/bvh8_build/bvh8_spatial.h"

/* Triangles at most, and parts. Longer runs gain little: with 4096 triangles at once the nodes of a
 * bunny have 1 % less surface. */
#define GROUP_RUN 256
#define GROUP_ITEMS 256

/* A part, and its least cost as 1 .. 8 children of the node above: the surfaces of its
 * nodes and leaves, times the cost of each. */
typedef struct group_item {
    bvh8_run run;
    float cost[BVH8_WIDTH];   /* index i: as at most i + 1 children */
    uint8_t left[BVH8_WIDTH]; /* children of the first half; 0: one fewer is as good */
    uint8_t node_left;        /* the same for its own eight children, as a node */
    uint16_t halves[2];       /* indices of its halves; 0: not cut */
} group_item;

typedef struct bvh8_group {
    group_item items[GROUP_ITEMS]; /* the run first; halves come after what they are halves of */
    uint32_t count, leaf;          /* parts with at most `leaf` triangles are not cut */
} bvh8_group;

/* Cuts the run down to leaves; false when there are too many parts. */
static inline bool cut_all(bvh8_group *group, const bvh8_cutter *cutter) {
    for (uint32_t i = 0; i < group->count; i++) {
        group_item *item = &group->items[i];
        memset(item->halves, 0, sizeof item->halves);
        item->run.member = 0;
        if (item->run.count <= group->leaf) continue;
        if (group->count + 2 > GROUP_ITEMS) return false;
        bvh8_run halves[2];
        carom_bvh8_part(cutter, &item->run, halves);
        item->run.member = item->run.count > BVH8_LEAF ? i : 0;
        for (int k = 0; k < 2; k++) {
            item->halves[k] = (uint16_t)group->count;
            group->items[group->count++].run = halves[k];
        }
    }
    return true;
}

/* The least cost of the halves as `last` + 1 children; returns how many come from the first half.
 */
static inline uint8_t share_children(const bvh8_group *group, const group_item *item, uint32_t last,
                                     float *cost) {
    const float *first = group->items[item->halves[0]].cost;
    const float *second = group->items[item->halves[1]].cost;
    uint32_t best = 1;
    for (uint32_t left = 2; left <= last; left++)
        if (first[left - 1] + second[last - left] < first[best - 1] + second[last - best])
            best = left;
    *cost = first[best - 1] + second[last - best];
    return (uint8_t)best;
}

static inline void cost_item(const bvh8_group *group, group_item *item) {
    const float count = (float)item->run.count, area = item->run.area;
    bool is_cut = item->halves[0] > 0;
    memset(item->left, 0, sizeof item->left);
    item->cost[0] = area * (LEAF_COST + TRIANGLE_COST * count);
    if (is_cut) {
        float split;
        item->node_left = share_children(group, item, BVH8_WIDTH - 1, &split);
        if (item->run.count > BVH8_LEAF) item->cost[0] = area + split;
    }
    for (uint32_t last = 1; last < BVH8_WIDTH; last++) {
        float split = (float)INFINITY;
        uint8_t left = is_cut ? share_children(group, item, last, &split) : 0;
        bool better = split < item->cost[last - 1];
        item->cost[last] = better ? split : item->cost[last - 1];
        item->left[last] = better ? left : 0;
    }
}

/** Groups a run. False when it does not fit: it is too long, or, where boxes are not split, too
 * unbalanced. */
static inline bool group_run(bvh8_group *group, const bvh8_cutter *cutter, const bvh8_run *run) {
    const uint32_t most = cutter->splitter ? GROUP_ITEMS / 2 : GROUP_RUN;
    if (run->count <= BVH8_LEAF || run->capacity > most) return false;
    group->items[0].run = *run;
    group->count = 1;
    group->leaf = cutter->splitter ? 2 : BVH8_LEAF;
    if (!cut_all(group, cutter)) return false;
    for (uint32_t i = group->count; i-- > 0;)
        cost_item(group, &group->items[i]);
    return true;
}

/** The halves of a run; those of a member were computed before. */
static inline void halves_of(const bvh8_group *group, const bvh8_cutter *cutter,
                             const bvh8_run *run, bvh8_run halves[2]) {
    if (run->member == 0) {
        carom_bvh8_part(cutter, run, halves);
        return;
    }
    const group_item *item = &group->items[run->member];
    for (int k = 0; k < 2; k++)
        halves[k] = group->items[item->halves[k]].run;
}

/** The children of a member as a node; returns their number. Those with more triangles than a leaf
 * holds are members. */
static inline int members_of(const bvh8_group *group, uint32_t member,
                             bvh8_run children[BVH8_WIDTH]) {
    struct {
        const group_item *item;
        uint32_t children;
    } stack[BVH8_WIDTH], at = {&group->items[member], BVH8_WIDTH};
    uint32_t left = at.item->node_left;
    int top = 0, count = 0;
    for (;;) {
        if (left > 0) {
            stack[top].item = &group->items[at.item->halves[1]];
            stack[top++].children = at.children - left;
            at.item = &group->items[at.item->halves[0]];
            at.children = left;
        } else if (at.children > 1) {
            at.children--;
        } else {
            children[count++] = at.item->run;
            if (top == 0) return count;
            at = stack[--top];
        }
        left = at.children > 1 ? at.item->left[at.children - 1] : 0;
    }
}

#endif
