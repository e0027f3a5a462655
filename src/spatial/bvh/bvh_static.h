/* A static binary bounding volume hierarchy over boxes and ids, built top-down by the binned
 * surface area heuristic [Wald07]: nodes in one array, siblings side by side, each leaf a run of
 * `order`. Mesh scenes use it for their instances. Queries pass their tests as small inline
 * functions and share the two traversals below. */
#ifndef CAROM_SPATIAL_BVH_BVH_STATIC_H
#define CAROM_SPATIAL_BVH_BVH_STATIC_H

#include "carom/shape.h"
#include "core/alloc.h"
#include "math/vec.h"

/* Below BVH_SAH_DEPTH levels runs are halved, so no path is longer than BVH_SAH_DEPTH + 32. */
#define BVH_SAH_DEPTH 40
#define BVH_STACK 80

typedef struct bvh_node {
    carom_vec3 min, max;
    uint32_t first; /* leaf: index into order; else the left child; the right one follows */
    uint32_t count; /* of a leaf: number of boxes; else 0 */
} bvh_node;

typedef struct bvh {
    bvh_node *nodes;
    uint32_t *order; /* ids by leaf */
    uint32_t node_count, box_count;
} bvh;

/** Builds over `count` valid boxes; on failure `out` is untouched and nothing leaks. */
carom_status carom_bvh_create(bvh *out, const carom_aabb *boxes, uint32_t count,
                              const carom_allocator *allocator);
void carom_bvh_destroy(bvh *tree, const carom_allocator *allocator);

/** Calls `leaf(context, node)` for every leaf that `enter(context, node)` admits, until it returns
 * false. */
static inline void bvh_visit(const bvh *tree, bool (*enter)(const void *, const bvh_node *),
                             bool (*leaf)(void *, const bvh_node *), void *context) {
    uint32_t stack[BVH_STACK];
    int top = 0;
    if (tree->node_count == 0 || !enter(context, &tree->nodes[0])) return;
    stack[top++] = 0;
    while (top > 0) {
        const bvh_node *node = &tree->nodes[stack[--top]];
        if (node->count > 0) {
            if (!leaf(context, node)) return;
            continue;
        }
        const bvh_node *left = &tree->nodes[node->first];
        if (enter(context, left + 1)) stack[top++] = node->first + 1;
        if (enter(context, left)) stack[top++] = node->first;
    }
}

/** Branch and bound, nearer child first. `key(context, node)` is a lower bound on the values below
 * the node, DBL_MAX to skip it; `limit` is the best value so far, which leaves may lower. */
static inline void bvh_visit_nearest(const bvh *tree, double (*key)(const void *, const bvh_node *),
                                     void (*leaf)(void *, const bvh_node *), void *context,
                                     const double *limit) {
    struct {
        double key;
        uint32_t node;
    } stack[BVH_STACK];
    int top = 0;
    if (tree->node_count == 0) return;
    stack[0].key = key(context, &tree->nodes[0]);
    stack[0].node = 0;
    top = stack[0].key < DBL_MAX ? 1 : 0;
    while (top > 0) {
        double least = stack[--top].key;
        const bvh_node *node = &tree->nodes[stack[top].node];
        if (least > *limit) continue;
        if (node->count > 0) {
            leaf(context, node);
            continue;
        }
        double keys[2] = {key(context, &tree->nodes[node->first]),
                          key(context, &tree->nodes[node->first + 1])};
        int far = keys[0] <= keys[1] ? 1 : 0;
        for (int i = 0; i < 2; i++) {
            int child = i == 0 ? far : 1 - far;
            if (keys[child] >= DBL_MAX || keys[child] > *limit) continue;
            stack[top].key = keys[child];
            stack[top++].node = node->first + (uint32_t)child;
        }
    }
}

#endif
