/* No algorithm of its own: the arrays of a BVH8 of either form, as one list, so that the same loops
 * allocate, copy, release, save and load them. */
#include "mesh/bvh8/bvh8_memory.h"

#include <string.h>

bvh8_parts carom_bvh8_parts(const bvh8_tree *tree, bool compact) {
    size_t count = tree->count, nodes = tree->node_count, vertices = tree->vertex_count;
    if (compact)
        return (bvh8_parts){
            {tree->order, tree->place, tree->compact, tree->corner, tree->vertices, tree->given},
            {count * sizeof(uint32_t), count * sizeof(uint32_t), nodes * sizeof(compact_node),
             3 * count * sizeof(uint32_t), (vertices + 1) * sizeof(carom_vec3),
             vertices * sizeof(uint32_t)},
            6};
    return (bvh8_parts){{tree->order, tree->place, tree->nodes, tree->corners, tree->slots},
                        {count * sizeof(uint32_t), count * sizeof(uint32_t),
                         nodes * sizeof(bvh8_node),
                         bvh8_corner_numbers(tree->count) * sizeof(carom_real), count},
                        5};
}

void carom_bvh8_set_parts(bvh8_tree *tree, const bvh8_parts *parts, bool compact) {
    tree->order = parts->array[0];
    tree->place = parts->array[1];
    if (compact) {
        tree->compact = parts->array[2];
        tree->corner = parts->array[3];
        tree->vertices = parts->array[4];
        tree->given = parts->array[5];
    } else {
        tree->nodes = parts->array[2];
        tree->corners = parts->array[3];
        tree->slots = parts->array[4];
    }
}

carom_status carom_bvh8_allocate(bvh8_tree *tree, bool compact, const carom_allocator *allocator) {
    bvh8_parts parts = carom_bvh8_parts(tree, compact), made = {.count = parts.count};
    bool done = true;
    for (int i = 0; i < parts.count; i++) {
        if (parts.array[i]) continue;
        parts.array[i] = made.array[i] = carom_alloc(allocator, parts.size[i], 1);
        done &= made.array[i] != NULL;
    }
    for (int i = 0; !done && i < made.count; i++)
        carom_free(allocator, made.array[i]);
    if (done) carom_bvh8_set_parts(tree, &parts, compact);
    return done ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void carom_bvh8_destroy(bvh8_tree *tree, const carom_allocator *allocator) {
    bvh8_parts parts = carom_bvh8_parts(tree, tree->compact != NULL);
    for (int i = 0; i < parts.count; i++)
        carom_free(allocator, parts.array[i]);
    memset(tree, 0, sizeof *tree);
}

carom_status carom_bvh8_own(bvh8_tree *tree, const carom_allocator *allocator) {
    static const bvh8_parts none;
    bool compact = tree->compact != NULL;
    bvh8_parts from = carom_bvh8_parts(tree, compact);
    bvh8_tree own = *tree;
    carom_bvh8_set_parts(&own, &none, compact);
    carom_status status = carom_bvh8_allocate(&own, compact, allocator);
    if (status != CAROM_OK) return status;
    bvh8_parts to = carom_bvh8_parts(&own, compact);
    for (int i = 0; i < from.count; i++)
        memcpy(to.array[i], from.array[i], from.size[i]);
    *tree = own;
    return CAROM_OK;
}
