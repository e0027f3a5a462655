/* The arrays that make up a wide tree. */
#ifndef CAROM_MESH_WIDE_MEMORY_H
#define CAROM_MESH_WIDE_MEMORY_H

#include "mesh/bvh8/wide.h"

#define WIDE_PARTS 6
#define WIDE_PLACES 1 /* which of them tells places */

/** The arrays that make up a tree, and their bytes. */
typedef struct wide_parts {
    void *array[WIDE_PARTS];
    size_t size[WIDE_PARTS];
    int count;
} wide_parts;

/** Those of one form, as large as the tree's counts say. */
wide_parts carom_wide_parts(const wide_tree *tree, bool compact);
void carom_wide_set_parts(wide_tree *tree, const wide_parts *parts, bool compact);

/** Memory for all parts of a tree whose counts are set; nothing is kept on failure. */
carom_status carom_wide_allocate(wide_tree *tree, bool compact, const carom_allocator *allocator);
/** Frees them all and leaves an empty tree. */
void carom_wide_destroy(wide_tree *tree, const carom_allocator *allocator);

#endif
