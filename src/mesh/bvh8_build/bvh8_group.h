/* The nodes and leaves of a short run that cost least [Ylitie17]: the run is cut in two again and
 * again. From the last parts up, each part gets the best way to stand in the node above as one
 * child, which is a leaf or a node, and as up to eight, some from each of its halves. Cutting the
 * largest part of a node until there are eight, as long runs are cut, leaves the last nodes half
 * empty, and rays go through more of them. Where boxes stay whole, parts that fit into leaves are
 * not cut here: which of these are is for the room that their node has left.
 *
 * A node may have fewer children than eight, as is cheapest; who makes the nodes opens children
 * that are nodes until there are, as bvh8_most_nodes needs it. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_GROUP_H
#define CAROM_MESH_BVH8_BUILD_BVH8_GROUP_H

#include "mesh/bvh8_build/bvh8_spatial.h"

/* Triangles at most, and parts. Longer runs gain little: with 4096 triangles at once the nodes of a
 * bunny have a hundredth less surface. */
#define GROUP_RUN 256
#define GROUP_ITEMS 256
/* What a leaf costs and each of its triangles, where a node costs 1. */
#define LEAF_COST 1.0F
#define TRIANGLE_COST 0.15F

/* A part, and what it costs at least to stand in the node above as so many children or fewer: the
 * surfaces of its nodes and leaves, times what each of them costs. */
typedef struct group_item {
    bvh8_run run;
    float cost[BVH8_WIDTH]; /* for one child more than the index says */
    uint8_t
        left[BVH8_WIDTH]; /* how many of them are of the first half; 0: one child fewer does it */
    uint8_t node_left;    /* of its own children, if it is a node */
    uint16_t halves[2];   /* 0: not cut */
} group_item;

typedef struct bvh8_group {
    group_item items[GROUP_ITEMS]; /* the run, and halves after what they are of */
    uint32_t count, leaf;          /* leaf: parts of no more triangles are not cut */
} bvh8_group;

/* False when there are more parts than room. */
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

/* The least that the halves cost with one child more than `last`; gives how many are the first's.
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

static inline void weigh_item(const bvh8_group *group, group_item *item) {
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

/** False when the run does not fit: it is too long, or, where boxes stay whole, its triangles were
 * cut off few by few. */
static inline bool group_run(bvh8_group *group, const bvh8_cutter *cutter, const bvh8_run *run) {
    const uint32_t most = cutter->splitter ? GROUP_ITEMS / 2 : GROUP_RUN;
    if (run->count <= BVH8_LEAF || run->room > most) return false;
    group->items[0].run = *run;
    group->count = 1;
    group->leaf = cutter->splitter ? 2 : BVH8_LEAF;
    if (!cut_all(group, cutter)) return false;
    for (uint32_t i = group->count; i-- > 0;)
        weigh_item(group, &group->items[i]);
    return true;
}

/** What a run is cut into; of a member that was done before. */
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

/** The children that a member has as a node; gives how many. Those with more triangles than a leaf
 * has are members. */
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
