/* What the builder of BVH8s sees of triangles: boxes. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_BUILD_H
#define CAROM_MESH_BVH8_BUILD_BVH8_BUILD_H

#include <string.h>

#include "mesh/bvh8/bvh8.h"

/* A triangle's box: min x y z, and -max x y z, so that boxes grow by taking the least of each
 * number. The fourth number of the first four is the triangle's index, in its bits. */
typedef struct bvh8_ref {
    float low[4], neg_high[4];
} bvh8_ref;

/* Makes an index the bits of an ordinary number: some machines are slow with others. */
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

/** A tree of its own, whose root is a child of a node at the top. */
typedef struct bvh8_subtree {
    uint32_t at, count;    /* its nodes */
    uint32_t parent, slot; /* whose child it is; slot BVH8_WIDTH: nobody's, there is no top */
    uint32_t first;        /* where its nodes go in the whole */
} bvh8_subtree;

/** A node's child once the nodes of its subtree stand from `first` on. */
static inline uint32_t bvh8_joined_child(uint32_t child, uint32_t first) {
    return child < BVH8_NONE ? child + first : child;
}

/** What a node is before its boxes are known. */
typedef struct bvh8_children {
    uint32_t child[BVH8_WIDTH];
} bvh8_children;

/* The nodes at the top, the root first, and those below by subtree; children come after parents. */
typedef struct bvh8_nodes {
    bvh8_node *items;        /* or, where these are not null: */
    bvh8_children *children; /* and items are only room for corners */
    bvh8_subtree *subtrees;
    uint32_t top_count, subtree_count;
    uint32_t count; /* of all */
} bvh8_nodes;

/** Room for a tree of so many triangles with at most so many nodes at the top; false: no memory.
 * The room of the items is one for the triangles' corners, too. */
bool carom_bvh8_nodes_start(bvh8_nodes *nodes, uint32_t triangles, uint32_t most_top,
                            const carom_allocator *allocator);
/** Puts the subtrees' roots into the top and tells them where they go. */
void carom_bvh8_nodes_link(bvh8_nodes *nodes);
static inline uint32_t *bvh8_children_of(const bvh8_nodes *nodes, uint32_t i) {
    return nodes->children ? nodes->children[i].child : nodes->items[i].child;
}
/** Puts children in order for walks that look for any hit. Of leaves `least` tells how likely a ray
 * that meets their boxes hits them, and is 0 afterwards. First the subtrees are to be ordered, then
 * they are linked, then the top is ordered. */
void carom_bvh8_order_subtree(const bvh8_nodes *nodes, const bvh8_subtree *tree);
void carom_bvh8_order_top(const bvh8_nodes *nodes);
/** Copies them to where `to` is. */
void carom_bvh8_nodes_join(const bvh8_nodes *nodes, bvh8_node *to, const carom_task_hook *tasks);
void carom_bvh8_nodes_free(bvh8_nodes *nodes, const carom_allocator *allocator);

/** Nodes that a tree of so many triangles has at most: every node that has nodes below has eight
 * children, and every other one holds nine triangles, but for a single one. */
static inline uint32_t bvh8_most_nodes(uint32_t count) {
    return count > 8 ? (count - 1) / 7 : 1;
}

/** Of a number that is not 0. */
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

/** Where the corners of boxes that may be cut in two are found. */
typedef struct bvh8_splitter {
    const bvh8_source *source;
    const bvh8_frame *frame;
} bvh8_splitter;

/* Of how many parts a triangle may consist; those of a box stand in neg_high[3]. */
#define BVH8_MOST_PARTS 255

typedef struct bvh8_refs {
    bvh8_ref *items;
    uint32_t count, room;
    const bvh8_splitter *splitter; /* null: boxes stay whole, and room is the count */
} bvh8_refs;

/** Of the source's triangles. */
void carom_bvh8_make_refs(bvh8_ref *refs, const bvh8_source *source, const bvh8_frame *frame);
/** A tree over boxes. `order` gets the names by leaf, as many as there is room: a leaf's first is
 * an index into it, and where boxes were cut there are gaps. Moves the references about. */
carom_status carom_bvh8_build_refs(bvh8_nodes *nodes, uint32_t *order, const bvh8_refs *refs,
                                   const carom_task_hook *tasks, const carom_allocator *allocator);
/** The nodes and the order of triangles in the leaves, by cost. Of the tree the frame and the count
 * are given; the same tree comes out for any number of threads. `nodes` is freed by the caller. */
carom_status carom_bvh8_build(bvh8_nodes *nodes, bvh8_tree *tree, const bvh8_source *source,
                              const carom_allocator *allocator);
/** The nodes, without their boxes, and the order of triangles along a curve: sooner done, and
 * slower to ask. */
carom_status carom_bvh8_build_fast(bvh8_nodes *nodes, bvh8_tree *tree, const bvh8_source *source,
                                   const carom_allocator *allocator);

/** Puts the nodes where they fit, and fills the other arrays; of the tree the order, the count and
 * the frame are given. Where each triangle stands in one leaf, its corners go where the nodes were,
 * and `nodes` is left without them. */
carom_status carom_bvh8_keep(bvh8_tree *tree, bvh8_nodes *nodes, const bvh8_source *source,
                             const carom_allocator *allocator);

#endif
