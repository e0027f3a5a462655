/* The pieces of a tree that is built by several threads: nodes at its top, and subtrees, each of
 * which has room enough in one array for the most nodes it can need. They are joined into an array
 * that fits. */
#include "mesh/bvh8_build/wide_build.h"

#include "core/tasks.h"

bool carom_wide_nodes_start(wide_nodes *nodes, uint32_t triangles, uint32_t most_top,
                            const carom_allocator *allocator) {
    size_t subtrees = (WIDE - 1) * (size_t)most_top + 1;
    *nodes = (wide_nodes){0};
    size_t bytes = wide_most_nodes(triangles) * sizeof *nodes->items;
    size_t corners = wide_corner_numbers(triangles) * sizeof(carom_real);
    nodes->items = carom_alloc(allocator, bytes > corners ? bytes : corners, 1);
    nodes->subtrees = carom_alloc(allocator, subtrees, sizeof *nodes->subtrees);
    if (nodes->items && nodes->subtrees) return true;
    carom_wide_nodes_free(nodes, allocator);
    return false;
}

void carom_wide_nodes_free(wide_nodes *nodes, const carom_allocator *allocator) {
    carom_free(allocator, nodes->items);
    carom_free(allocator, nodes->children);
    carom_free(allocator, nodes->subtrees);
    *nodes = (wide_nodes){0};
}

void carom_wide_nodes_link(wide_nodes *nodes) {
    nodes->count = nodes->top_count;
    for (uint32_t i = 0; i < nodes->subtree_count; i++) {
        wide_subtree *tree = &nodes->subtrees[i];
        tree->first = nodes->count;
        if (tree->slot < WIDE) wide_children_of(nodes, tree->parent)[tree->slot] = tree->first;
        nodes->count += tree->count;
    }
}

typedef struct join_job {
    const wide_nodes *nodes;
    wide_node *to;
} join_job;

static void join_subtrees(void *data, size_t i, size_t last) {
    const join_job *job = data;
    for (; i < last; i++) {
        const wide_subtree *tree = &job->nodes->subtrees[i];
        const wide_node *from = job->nodes->items + tree->at;
        wide_node *to = job->to + tree->first;
        for (uint32_t k = 0; k < tree->count; k++) {
            to[k] = from[k];
            for (int slot = 0; slot < WIDE; slot++)
                to[k].child[slot] = wide_joined_child(to[k].child[slot], tree->first);
        }
    }
}

void carom_wide_nodes_join(const wide_nodes *nodes, wide_node *to, const carom_task_hook *tasks) {
    join_job job = {nodes, to};
    memcpy(to, nodes->items, nodes->top_count * sizeof *to);
    carom_run_chunks(tasks, join_subtrees, &job, (task_share){nodes->subtree_count, 1});
}

/* Nodes come before those below them. */
void carom_wide_tell_least(wide_tree *tree, uint32_t first, uint32_t end) {
    for (uint32_t index = end; index-- > first;) {
        wide_node *node = &tree->nodes[index];
        for (int slot = 0; slot < WIDE; slot++)
            if (node->child[slot] < WIDE_NONE)
                node->least[slot] = carom_wide_least_of_node(&tree->nodes[node->child[slot]]);
    }
}

uint32_t carom_wide_least_of_node(const wide_node *node) {
    uint32_t least = UINT32_MAX;
    for (int slot = 0; slot < WIDE; slot++)
        if (node->child[slot] != WIDE_NONE && node->least[slot] < least) least = node->least[slot];
    return least;
}
