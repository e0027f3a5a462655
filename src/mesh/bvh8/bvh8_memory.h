/* The arrays that make up a BVH8. */
#ifndef CAROM_MESH_BVH8_BVH8_MEMORY_H
#define CAROM_MESH_BVH8_BVH8_MEMORY_H

#include "mesh/bvh8/bvh8.h"

#define BVH8_PARTS 6
#define BVH8_PLACES 1 /* index of the array of places */

/** The arrays of a tree, and their sizes in bytes. */
typedef struct bvh8_parts {
    void *array[BVH8_PARTS];
    size_t size[BVH8_PARTS];
    int count;
} bvh8_parts;

/** The arrays of one form, with the sizes that follow from the tree's counts. */
bvh8_parts carom_bvh8_parts(const bvh8_tree *tree, bool compact);
void carom_bvh8_set_parts(bvh8_tree *tree, const bvh8_parts *parts, bool compact);

/** Allocates the arrays of a tree whose counts are set and whose array is null; nothing is kept on
 * failure. */
carom_status carom_bvh8_allocate(bvh8_tree *tree, bool compact, const carom_allocator *allocator);
/** Replaces the arrays by copies of them; on failure the tree is unchanged. */
carom_status carom_bvh8_own(bvh8_tree *tree, const carom_allocator *allocator);
/** Frees all arrays, and leaves an empty tree. */
void carom_bvh8_destroy(bvh8_tree *tree, const carom_allocator *allocator);

#endif
