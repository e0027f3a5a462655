/* Types that the builders of the BVH8 share: references (boxes of triangles or of parts of them),
 * nodes before they are joined, and subtrees that threads build in parallel. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_BUILD_H
#define CAROM_MESH_BVH8_BUILD_BVH8_BUILD_H

#include <string.h>

#include "mesh/bvh8/bvh8.h"
#include "mesh/bvh8_build/tolerances.h"

/* A box: min x y z, and -max x y z, so that boxes are joined by the minimum of each number. The
 * fourth number of the first four holds the triangle's index, in its bits. */
typedef struct bvh8_ref {
    float low[4], neg_high[4];
} bvh8_ref;

/* Makes the bits of an index those of a normal number: some processors are slow with denormal ones.
 */
#define BVH8_REF_BIT ((uint32_t)1 << 29)

static inline void bvh8_ref_name(bvh8_ref *ref, uint32_t id) {
    uint32_t bits = id | BVH8_REF_BIT;
    memcpy(&ref->low[3], &bits, sizeof bits);
}
static inline uint32_t bvh8_ref_id(const bvh8_ref *ref) {
    uint32_t bits;
    memcpy(&bits, &ref->low[3], sizeof bits);
    return bits & ~BVH8_REF_BIT;
}

/** A subtree, whose root is a child of a node at the top. */
typedef struct bvh8_subtree {
    uint32_t at, count;    /* first node in the builder's array, and nodes */
    uint32_t parent, slot; /* place in the top; slot BVH8_WIDTH: no top */
    uint32_t first;        /* first node in the finished tree */
} bvh8_subtree;

/** A child once the nodes of its subtree start at `first`. */
static inline uint32_t bvh8_joined_child(uint32_t child, uint32_t first) {
    return child < BVH8_NONE ? child + first : child;
}

/** A node without boxes. */
typedef struct bvh8_children {
    uint32_t child[BVH8_WIDTH];
} bvh8_children;

/* The nodes of a build: the top, root first, then the subtrees; children come after parents. */
typedef struct bvh8_nodes {
    bvh8_node *items;        /* the nodes; unused where `children` is set */
    bvh8_children *children; /* nodes without boxes; items then only hold the corners later */
    bvh8_subtree *subtrees;
    uint32_t top_count, subtree_count;
    uint32_t count; /* nodes of the finished tree */
} bvh8_nodes;

static inline uint32_t *bvh8_children_of(const bvh8_nodes *nodes, uint32_t i) {
    return nodes->children ? nodes->children[i].child : nodes->items[i].child;
}

/** Nodes of a tree of `count` triangles, at most: every node with nodes below has eight children,
 * and every other one holds nine triangles, but for a single one. */
static inline uint32_t bvh8_most_nodes(uint32_t count) {
    return count > 8 ? (count - 1) / 7 : 1;
}

/** The highest set bit; x is not 0. */
static inline uint32_t highest_bit(uint32_t x) {
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return x - (x >> 1);
}

static inline carom_triangle corners_of(const carom_vec3 *vertices, const uint32_t *indices,
                                        uint32_t id) {
    const uint32_t *corner = indices + 3 * (size_t)id;
    return (carom_triangle){{vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]}};
}

/** The source of corners for boxes that may be split. */
typedef struct bvh8_splitter {
    const bvh8_source *source;
    const bvh8_frame *frame;
} bvh8_splitter;

/* Parts of a triangle at most; those that a box may still become are in neg_high[3]. */
#define BVH8_MOST_PARTS 255

typedef struct bvh8_refs {
    bvh8_ref *items;
    uint32_t count, capacity;
    const bvh8_splitter *splitter; /* null: boxes are not split, and the capacity is the count */
} bvh8_refs;

/** Makes the references of the source's triangles. */
void carom_bvh8_make_refs(bvh8_ref *refs, const bvh8_source *source, const bvh8_frame *frame);
/** Builds a tree over references, which it reorders. `order` gets the indices by leaf, of length
 * capacity: a leaf's first is an index into it, and after splits there are gaps. */
carom_status carom_bvh8_build_refs(bvh8_nodes *nodes, uint32_t *order, const bvh8_refs *refs,
                                   const carom_task_hook *tasks, const carom_allocator *allocator);
/** Builds the nodes and the order of triangles in the leaves, by surface area cost. The tree's
 * frame and count are set; the same tree results for any number of threads. The caller frees
 * `nodes`. */
carom_status carom_bvh8_build(bvh8_nodes *nodes, bvh8_tree *tree, const bvh8_source *source,
                              const carom_allocator *allocator);

#endif
