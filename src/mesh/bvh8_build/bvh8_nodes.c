/* No algorithm of its own: the nodes of a tree that several threads build: a top, and subtrees,
 * each with the capacity in one array for the most nodes that it can need. Subtrees are linked to
 * the top once their sizes are known, and in the end all are joined in an array of the final size;
 * a node comes before its descendants throughout. */
#include "mesh/bvh8_build/bvh8_build.h"

#include "core/tasks.h"
#include "mesh/bvh8_build/bvh8_nodes.h"

bool carom_bvh8_nodes_start(bvh8_nodes *nodes, uint32_t triangles, uint32_t most_top,
                            const carom_allocator *allocator) {
    size_t subtrees = (BVH8_WIDTH - 1) * (size_t)most_top + 1;
    *nodes = (bvh8_nodes){0};
    size_t bytes = bvh8_most_nodes(triangles) * sizeof *nodes->items;
    size_t corners = bvh8_corner_numbers(triangles) * sizeof(carom_real);
    nodes->items = carom_alloc(allocator, bytes > corners ? bytes : corners, 1);
    nodes->subtrees = carom_alloc(allocator, subtrees, sizeof *nodes->subtrees);
    if (nodes->items && nodes->subtrees) return true;
    carom_bvh8_nodes_free(nodes, allocator);
    return false;
}

void carom_bvh8_nodes_free(bvh8_nodes *nodes, const carom_allocator *allocator) {
    carom_free(allocator, nodes->items);
    carom_free(allocator, nodes->children);
    carom_free(allocator, nodes->subtrees);
    *nodes = (bvh8_nodes){0};
}

void carom_bvh8_nodes_link(bvh8_nodes *nodes) {
    nodes->count = nodes->top_count;
    for (uint32_t i = 0; i < nodes->subtree_count; i++) {
        bvh8_subtree *tree = &nodes->subtrees[i];
        tree->first = nodes->count;
        if (tree->slot < BVH8_WIDTH)
            bvh8_children_of(nodes, tree->parent)[tree->slot] = tree->first;
        nodes->count += tree->count;
    }
}

typedef struct join_job {
    const bvh8_nodes *nodes;
    bvh8_node *to;
} join_job;

static void join_subtrees(void *data, size_t i, size_t last) {
    const join_job *job = data;
    for (; i < last; i++) {
        const bvh8_subtree *tree = &job->nodes->subtrees[i];
        const bvh8_node *from = job->nodes->items + tree->at;
        bvh8_node *to = job->to + tree->first;
        for (uint32_t k = 0; k < tree->count; k++) {
            to[k] = from[k];
            for (int slot = 0; slot < BVH8_WIDTH; slot++)
                to[k].child[slot] = bvh8_joined_child(to[k].child[slot], tree->first);
        }
    }
}

void carom_bvh8_nodes_join(const bvh8_nodes *nodes, bvh8_node *to, const carom_task_hook *tasks) {
    join_job job = {nodes, to};
    memcpy(to, nodes->items, nodes->top_count * sizeof *to);
    carom_run_chunks(tasks, join_subtrees, &job, (task_share){nodes->subtree_count, 1});
}

/* Bottom up, as nodes come before their descendants. */
void carom_bvh8_update_least(bvh8_tree *tree, uint32_t first, uint32_t end) {
    for (uint32_t index = end; index-- > first;) {
        bvh8_node *node = &tree->nodes[index];
        for (int slot = 0; slot < BVH8_WIDTH; slot++)
            if (node->child[slot] < BVH8_NONE)
                node->least[slot] = carom_bvh8_least_of_node(&tree->nodes[node->child[slot]]);
    }
}

uint32_t carom_bvh8_least_of_node(const bvh8_node *node) {
    uint32_t least = UINT32_MAX;
    for (int slot = 0; slot < BVH8_WIDTH; slot++)
        if (node->child[slot] != BVH8_NONE && node->least[slot] < least) least = node->least[slot];
    return least;
}
