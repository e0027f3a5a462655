/* Conversion of a build to compressed wide nodes [Ylitie17]. Vertices are stored once, in the
 * order in which the leaves first use them, so that those of a leaf are close in memory. Boxes are
 * fitted to the triangles anew, so that what is stored contains them whatever was rounded. It
 * exists for memory: the compact form names a corner by an index instead of repeating its
 * coordinates. */
#include "mesh/bvh8_build/bvh8_compact.h"

#include <string.h>

#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "mesh/bvh8_build/bvh8_place.h"

#define NO_NUMBER UINT32_MAX

/* Numbers the vertices by first use in the leaves; returns how many are used. */
static uint32_t number_vertices(uint32_t *number, const uint32_t *order,
                                const bvh8_source *source) {
    uint32_t used = 0;
    for (size_t i = 0; i < source->vertex_count; i++)
        number[i] = NO_NUMBER;
    for (uint32_t rank = 0; rank < source->count; rank++) {
        const uint32_t *corner = source->indices + 3 * (size_t)order[rank];
        for (int k = 0; k < 3; k++)
            if (number[corner[k]] == NO_NUMBER) number[corner[k]] = used++;
    }
    return used;
}

static void name_corners(bvh8_tree *tree, const uint32_t *number, const bvh8_source *source) {
    for (uint32_t rank = 0; rank < tree->count; rank++)
        for (size_t k = 0; k < 3; k++) {
            uint32_t given = source->indices[3 * (size_t)tree->order[rank] + k];
            tree->corner[3 * (size_t)rank + k] = number[given];
            tree->given[number[given]] = given;
        }
}

static void copy_children(compact_node *nodes, const bvh8_nodes *from, const bvh8_subtree *tree) {
    for (uint32_t i = 0; i < tree->count; i++) {
        const uint32_t *children = bvh8_children_of(from, tree->at + i);
        compact_node *to = &nodes[tree->first + i];
        memset(to, 0, sizeof *to);
        for (int slot = 0; slot < BVH8_WIDTH; slot++) {
            to->child[slot] = bvh8_joined_child(children[slot], tree->first);
            if (children[slot] != BVH8_NONE) to->exponent[COMPACT_FILLED] |= (uint8_t)(1 << slot);
        }
    }
}

carom_status carom_compact_keep(bvh8_tree *tree, const bvh8_nodes *nodes, const bvh8_source *source,
                                const carom_allocator *allocator) {
    uint32_t *number = carom_alloc(allocator, source->vertex_count, sizeof *number);
    if (!number) return CAROM_ERROR_MEMORY;
    bvh8_tree kept = *tree;
    kept.node_count = nodes->count;
    kept.vertex_count = number_vertices(number, tree->order, source);
    carom_status status = carom_bvh8_allocate(&kept, true, allocator);
    if (status == CAROM_OK) {
        name_corners(&kept, number, source);
        copy_children(kept.compact, nodes, &(bvh8_subtree){.count = nodes->top_count});
        for (uint32_t i = 0; i < nodes->subtree_count; i++)
            copy_children(kept.compact, nodes, &nodes->subtrees[i]);
        carom_bvh8_place(&kept, source, false);
        carom_bvh8_fit(&kept, source->tasks);
        *tree = kept;
    }
    carom_free(allocator, number);
    return status;
}

bool carom_compact_matches(const bvh8_tree *tree, const bvh8_source *source) {
    for (uint32_t i = 0; i < tree->vertex_count; i++)
        if (tree->given[i] >= source->vertex_count) return false;
    for (uint32_t rank = 0; rank < tree->count; rank++)
        for (size_t k = 0; k < 3; k++) {
            uint32_t given = source->indices[3 * (size_t)tree->order[rank] + k];
            if (tree->given[tree->corner[3 * (size_t)rank + k]] != given) return false;
        }
    return true;
}
