/* What the builder of wide trees sees of triangles: boxes. */
#ifndef CAROM_MESH_WIDE_BUILD_H
#define CAROM_MESH_WIDE_BUILD_H

#include "mesh/wide.h"

/* A triangle's box: min x y z, id, and -max x y z, so that boxes grow by taking the least of each
 * number. Centres are bounded the same way. */
typedef struct wide_ref {
    float low[3];
    uint32_t id;
    float neg_high[3];
    uint32_t unused;
} wide_ref;

typedef struct wide_nodes {
    wide_node *items;
    uint32_t count, capacity;
} wide_nodes;

/** One more node; null, and nothing changed, when memory is out. */
wide_node *carom_wide_nodes_add(wide_nodes *nodes, const carom_allocator *allocator);
/** Sorts `refs` by leaf, and writes the nodes over them: a leaf's first is an index into refs. */
carom_status carom_wide_build(wide_nodes *nodes, wide_ref *refs, uint32_t count,
                              const carom_allocator *allocator);
/** The nodes, without their boxes, and the order of triangles along a curve: sooner done, and
 * slower to ask. Of the tree the frame and the count are given. */
carom_status carom_wide_build_fast(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                                   const carom_allocator *allocator);

#endif
