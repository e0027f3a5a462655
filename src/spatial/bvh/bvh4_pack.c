/* Hilbert-packed tree [Kamel93]: every four boxes that follow one another along the curve become a
 * node, level upon level. No costs are compared, so the build is linear in the number of boxes
 * whatever they are, and identical boxes are packed as well as any. Also the refit, which keeps
 * the tree and recomputes its bounds bottom-up. */
#include "spatial/bvh/bvh4_pack.h"

#include <string.h>

#include "spatial/bvh/hilbert_order.h"

/* ---- nodes */

typedef struct level {
    uint32_t first, count; /* nodes */
} level;

/* Lists the levels from the root to the nodes of the leaves. @return their number */
static int plan_levels(level levels[BVH4_DEPTH], uint32_t boxes) {
    uint32_t counts[BVH4_DEPTH], first = 0;
    int n = 0;
    for (uint32_t entries = boxes;; entries = counts[n - 1]) {
        counts[n++] = entries > BVH4_WIDTH ? (entries + BVH4_WIDTH - 1) / BVH4_WIDTH : 1;
        if (counts[n - 1] == 1) break;
    }
    for (int i = 0; i < n; i++) {
        levels[i] = (level){first, counts[n - 1 - i]};
        first += counts[n - 1 - i];
    }
    return n;
}

/* Links a level of `entries` entries, four to a node; the last two nodes share five when one entry
 * would be left alone. */
static void link_level(bvh4_tree *tree, level nodes, uint32_t entries, const uint64_t *keys,
                       uint32_t first_child) {
    bool alone = entries % BVH4_WIDTH == 1 && nodes.count > 1;
    for (uint32_t i = 0, next = 0; i < nodes.count; i++) {
        bvh4_node *node = &tree->nodes[nodes.first + i];
        uint32_t left = entries - next;
        node->count = left < BVH4_WIDTH                 ? left
                      : alone && left == BVH4_WIDTH + 1 ? BVH4_WIDTH - 1
                                                        : BVH4_WIDTH;
        for (uint32_t place = 0; place < node->count; place++, next++) {
            if (keys) {
                node->entry[place] = curve_id(keys[next]) | BVH4_LEAF;
                continue;
            }
            node->entry[place] = first_child + next;
            tree->nodes[first_child + next].parent = BVH4_WIDTH * (nodes.first + i) + place;
        }
    }
}

static void link_nodes(bvh4_tree *tree, const level *levels, int depth, const uint64_t *keys,
                       uint32_t count) {
    for (uint32_t i = 0; i < tree->node_count; i++)
        bvh4_clear(&tree->nodes[i]);
    for (int i = 0; i < depth - 1; i++)
        link_level(tree, levels[i], levels[i + 1].count, NULL, levels[i + 1].first);
    link_level(tree, levels[depth - 1], count, keys, 0);
}

carom_status carom_bvh4_pack(bvh4_tree *tree, const carom_space *space, uint32_t spare) {
    const carom_allocator *allocator = &space->allocator;
    uint32_t count = (uint32_t)carom_space_count(space);
    level levels[BVH4_DEPTH];
    int depth = plan_levels(levels, count);
    uint32_t nodes = levels[depth - 1].first + levels[depth - 1].count;
    bvh4_tree out = {NULL, 0, nodes, nodes + spare};
    uint64_t *keys = carom_curve_sort(space, count);
    if (!keys) return CAROM_ERROR_MEMORY;
    out.nodes = carom_alloc(allocator, out.node_capacity, sizeof *out.nodes);
    if (out.nodes) {
        link_nodes(&out, levels, depth, keys, count);
        *tree = out;
    }
    carom_free(allocator, keys);
    return out.nodes ? CAROM_OK : CAROM_ERROR_MEMORY;
}

/* ---- refitting */

/* Stores the node's bounds in its parent's entry. @return their area */
static double store_bounds(bvh4_tree *tree, const bvh4_node *node) {
    if (node->count == 0) return 0.0;
    carom_aabb box = bvh4_union(node);
    if (node->parent != BVH4_NONE)
        bvh4_set_box(&tree->nodes[node->parent / BVH4_WIDTH], node->parent % BVH4_WIDTH, &box);
    return bvh4_half_area(&box);
}

/* Boxes lie scattered in the table: those of the node this many places ahead are prefetched. */
#define PREFETCH_AHEAD 8

static void fetch_boxes(const bvh4_node *node, const carom_aabb *boxes) {
    for (uint32_t place = 0; place < node->count; place++)
        if (node->entry[place] & BVH4_LEAF)
            __builtin_prefetch(&boxes[node->entry[place] ^ BVH4_LEAF]);
}

/* Refits the nodes of leaves, in memory order. */
static double refit_leaves(bvh4_tree *tree, const carom_aabb *boxes) {
    double cost = 0.0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        bvh4_node *node = &tree->nodes[i];
        if (i + PREFETCH_AHEAD < tree->node_count) fetch_boxes(node + PREFETCH_AHEAD, boxes);
        if (node->count == 0 || !(node->entry[0] & BVH4_LEAF)) continue;
        for (uint32_t place = 0; place < node->count; place++)
            bvh4_set_box(node, place, &boxes[node->entry[place] ^ BVH4_LEAF]);
        cost += store_bounds(tree, node);
    }
    return cost;
}

/* Refits the nodes above them, bottom-up, without visiting the nodes of leaves again. */
static double refit_above(bvh4_tree *tree, int levels) {
    struct {
        uint32_t node, place;
    } path[BVH4_DEPTH] = {{tree->root, 0}};
    double cost = 0.0;
    for (int top = 0; top >= 0;) {
        bvh4_node *node = &tree->nodes[path[top].node];
        uint32_t place = path[top].place++;
        if (place >= node->count || top + 1 >= levels) {
            cost += store_bounds(tree, node);
            top--;
        } else {
            path[++top].node = node->entry[place];
            path[top].place = 0;
        }
    }
    return cost;
}

double carom_bvh4_refit(bvh4_tree *tree, const carom_aabb *boxes) {
    int levels = 0;
    for (uint32_t i = tree->root; !(tree->nodes[i].entry[0] & BVH4_LEAF); levels++)
        i = tree->nodes[i].entry[0];
    double cost = refit_leaves(tree, boxes);
    return levels > 0 ? cost + refit_above(tree, levels) : cost;
}

carom_status carom_bvh4_reserve(bvh4_tree *tree, size_t nodes, const carom_allocator *allocator) {
    if (nodes <= tree->node_capacity) return CAROM_OK;
    size_t capacity = (size_t)tree->node_capacity + tree->node_capacity / 4 + 4;
    if (capacity < nodes) capacity = nodes;
    if (capacity > BVH4_NONE / BVH4_WIDTH) return CAROM_ERROR_LIMIT;
    bvh4_node *fresh = carom_alloc(allocator, capacity, sizeof *fresh);
    if (!fresh) return CAROM_ERROR_MEMORY;
    if (tree->node_count > 0) memcpy(fresh, tree->nodes, tree->node_count * sizeof *fresh);
    carom_free(allocator, tree->nodes);
    tree->nodes = fresh;
    tree->node_capacity = (uint32_t)capacity;
    return CAROM_OK;
}
