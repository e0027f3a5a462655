/* Traversals of a BVH4 by small inline functions of the caller, for structures that are no spaces.
 */
#ifndef CAROM_SPATIAL_BVH_BVH4_VISIT_H
#define CAROM_SPATIAL_BVH_BVH4_VISIT_H

#include "core/workspace.h"
#include "spatial/bvh/bvh4_walk.h"

typedef struct bvh4_nearest_entry {
    double key;
    uint32_t entry;
} bvh4_nearest_entry;
_Static_assert(BVH4_DEPTH *BVH4_WIDTH * sizeof(bvh4_nearest_entry) <= WORKSPACE_CHILDREN_BYTES,
               "the block holds it");

/* What a search asks; its stack lies in a block of the level. */
typedef struct bvh4_search {
    workspace_level level;
    double (*key)(const void *, const carom_aabb *);
    void (*leaf)(void *, uint32_t);
    void *context;
    const double *limit;
} bvh4_search;

/** Branch and bound, nearest first. `key(context, box)` is a lower bound on the values within the
 * box, DBL_MAX to skip it; `limit` is the best value so far, which leaves may lower. */
static inline void bvh4_visit_nearest(const bvh4_tree *tree, const bvh4_search *search) {
    void *context = search->context;
    const double *limit = search->limit;
    bvh4_nearest_entry *stack = carom_workspace_take(search->level);
    int top = 0;
    stack[top++] = (bvh4_nearest_entry){-DBL_MAX, tree->root};
    while (top > 0) {
        const bvh4_nearest_entry at = stack[--top];
        if (at.key > *limit) continue;
        if (at.entry & BVH4_LEAF) {
            search->leaf(context, at.entry ^ BVH4_LEAF);
            continue;
        }
        const bvh4_node *node = &tree->nodes[at.entry];
        const int base = top;
        for (uint32_t place = 0; place < node->count; place++) {
            carom_aabb box = bvh4_box(node, place);
            double least = search->key(context, &box);
            if (least >= DBL_MAX || least > *limit) continue;
            int i = top++;
            for (; i > base && stack[i - 1].key < least; i--)
                stack[i] = stack[i - 1];
            stack[i] = (bvh4_nearest_entry){least, node->entry[place]};
        }
    }
    carom_workspace_give(stack);
}

#endif
