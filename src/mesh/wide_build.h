/* What the builder of wide trees sees of triangles: boxes. */
#ifndef CAROM_MESH_WIDE_BUILD_H
#define CAROM_MESH_WIDE_BUILD_H

#include <string.h>

#include "mesh/wide.h"

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

/* The first `count` of `items` are the tree's, the root first; children come after parents. */
typedef struct wide_nodes {
    wide_node *items;
    uint32_t count;
} wide_nodes;

/** Nodes that a tree of so many triangles has at most: every node that has nodes below has eight
 * children, and every other one holds nine triangles, but for a single one. */
static inline uint32_t wide_most_nodes(uint32_t count) {
    return count > 8 ? (count - 1) / 7 : 1;
}

static inline carom_triangle corners_of(const carom_vec3 *vertices, const uint32_t *indices,
                                        uint32_t id) {
    const uint32_t *corner = indices + 3 * (size_t)id;
    return (carom_triangle){{vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]}};
}

/** Sorts `refs` by leaf: a leaf's first is an index into them. Several may name one triangle. */
carom_status carom_wide_build_refs(wide_nodes *nodes, wide_ref *refs, uint32_t count,
                                   const carom_task_hook *tasks, const carom_allocator *allocator);
/** The nodes and the order of triangles in the leaves, by cost. Of the tree the frame and the count
 * are given; the same tree comes out for any number of threads. `nodes` is freed by the caller. */
carom_status carom_wide_build(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                              const carom_allocator *allocator);
/** The nodes, without their boxes, and the order of triangles along a curve: sooner done, and
 * slower to ask. */
carom_status carom_wide_build_fast(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                                   const carom_allocator *allocator);

/** Moves the nodes, which came with room to grow, and a copy of the tree's order to where they fit,
 * and fills the other arrays; of the tree the order, the count and the frame are given. */
carom_status carom_wide_keep(wide_tree *tree, const wide_nodes *nodes, const wide_source *source,
                             const carom_allocator *allocator);

#endif
