/* What the builder of wide trees sees of triangles: boxes. */
#ifndef CAROM_MESH_WIDE_BUILD_H
#define CAROM_MESH_WIDE_BUILD_H

#include <string.h>

#include "mesh/bvh8/wide.h"

/* A triangle's box: min x y z, and -max x y z, so that boxes grow by taking the least of each
 * number. The fourth number of the first four is the triangle's index, in its bits. */
typedef struct wide_ref {
    float low[4], neg_high[4];
} wide_ref;

/* Makes an index the bits of an ordinary number: some machines are slow with others. */
#define WIDE_REF_BIT ((uint32_t)1 << 29)

static inline void wide_ref_name(wide_ref *ref, uint32_t id) {
    uint32_t bits = id | WIDE_REF_BIT;
    memcpy(&ref->low[3], &bits, sizeof bits);
}
static inline uint32_t wide_ref_id(const wide_ref *ref) {
    uint32_t bits;
    memcpy(&bits, &ref->low[3], sizeof bits);
    return bits & ~WIDE_REF_BIT;
}

/** A tree of its own, whose root is a child of a node at the top. */
typedef struct wide_subtree {
    uint32_t at, count;    /* its nodes */
    uint32_t parent, slot; /* whose child it is; slot WIDE: nobody's, there is no top */
    uint32_t first;        /* where its nodes go in the whole */
} wide_subtree;

/** A node's child once the nodes of its subtree stand from `first` on. */
static inline uint32_t wide_joined_child(uint32_t child, uint32_t first) {
    return child < WIDE_NONE ? child + first : child;
}

/** What a node is before its boxes are known. */
typedef struct wide_children {
    uint32_t child[WIDE];
} wide_children;

/* The nodes at the top, the root first, and those below by subtree; children come after parents. */
typedef struct wide_nodes {
    wide_node *items;        /* or, where these are not null: */
    wide_children *children; /* and items are only room for corners */
    wide_subtree *subtrees;
    uint32_t top_count, subtree_count;
    uint32_t count; /* of all */
} wide_nodes;

/** Room for a tree of so many triangles with at most so many nodes at the top; false: no memory.
 * The room of the items is one for the triangles' corners, too. */
bool carom_wide_nodes_start(wide_nodes *nodes, uint32_t triangles, uint32_t most_top,
                            const carom_allocator *allocator);
/** Puts the subtrees' roots into the top and tells them where they go. */
void carom_wide_nodes_link(wide_nodes *nodes);
static inline uint32_t *wide_children_of(const wide_nodes *nodes, uint32_t i) {
    return nodes->children ? nodes->children[i].child : nodes->items[i].child;
}
/** Puts children in order for walks that look for any hit. Of leaves `least` tells how likely a ray
 * that meets their boxes hits them, and is 0 afterwards. First the subtrees are to be ordered, then
 * they are linked, then the top is ordered. */
void carom_wide_order_subtree(const wide_nodes *nodes, const wide_subtree *tree);
void carom_wide_order_top(const wide_nodes *nodes);
/** Copies them to where `to` is. */
void carom_wide_nodes_join(const wide_nodes *nodes, wide_node *to, const carom_task_hook *tasks);
void carom_wide_nodes_free(wide_nodes *nodes, const carom_allocator *allocator);

/** Nodes that a tree of so many triangles has at most: every node that has nodes below has eight
 * children, and every other one holds nine triangles, but for a single one. */
static inline uint32_t wide_most_nodes(uint32_t count) {
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
typedef struct wide_splitter {
    const wide_source *source;
    const wide_frame *frame;
} wide_splitter;

/* Of how many parts a triangle may consist; those of a box stand in neg_high[3]. */
#define WIDE_MOST_PARTS 255

typedef struct wide_refs {
    wide_ref *items;
    uint32_t count, room;
    const wide_splitter *splitter; /* null: boxes stay whole, and room is the count */
} wide_refs;

/** Of the source's triangles. */
void carom_wide_make_refs(wide_ref *refs, const wide_source *source, const wide_frame *frame);
/** A tree over boxes. `order` gets the names by leaf, as many as there is room: a leaf's first is
 * an index into it, and where boxes were cut there are gaps. Moves the references about. */
carom_status carom_wide_build_refs(wide_nodes *nodes, uint32_t *order, const wide_refs *refs,
                                   const carom_task_hook *tasks, const carom_allocator *allocator);
/** The nodes and the order of triangles in the leaves, by cost. Of the tree the frame and the count
 * are given; the same tree comes out for any number of threads. `nodes` is freed by the caller. */
carom_status carom_wide_build(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                              const carom_allocator *allocator);
/** The nodes, without their boxes, and the order of triangles along a curve: sooner done, and
 * slower to ask. */
carom_status carom_wide_build_fast(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                                   const carom_allocator *allocator);

/** Puts the nodes where they fit, and fills the other arrays; of the tree the order, the count and
 * the frame are given. Where each triangle stands in one leaf, its corners go where the nodes were,
 * and `nodes` is left without them. */
carom_status carom_wide_keep(wide_tree *tree, wide_nodes *nodes, const wide_source *source,
                             const carom_allocator *allocator);

#endif
