/* Loose quadtree and loose octree [Ulrich00], [Ericson05] 7.3.1: one structure over two axes or
 * three. The cells are cells of an integer lattice, so that every decision about cells is exact;
 * rounding coordinates to the lattice is monotone, so boxes that overlap also overlap there. */
#ifndef CAROM_SPATIAL_LOOSE_TREE_H
#define CAROM_SPATIAL_LOOSE_TREE_H

#include "spatial/in_order.h"

/* Lattice coordinates are integers from 0 to LOOSE_SIDE - 1. The root cell is the whole lattice. */
#define LOOSE_SIDE (1 << 30)
#define LOOSE_LEVELS 26 /* levels of cells below the root; the smallest cell has a side of 16 */
#define LOOSE_NONE UINT32_MAX

/* A box in lattice coordinates, closed. Rounding to the lattice keeps order: boxes that overlap
 * have spans that overlap. */
typedef struct loose_span {
    int32_t low[3], high[3];
} loose_span;

typedef struct loose_node {
    int32_t corner[3], level;  /* the cell's side is LOOSE_SIDE >> level */
    uint32_t parent, children; /* children: first of the block; LOOSE_NONE for a leaf */
    uint32_t head;             /* first box of the node's list */
    uint32_t small;            /* leaf only: boxes of the list that would fit a child */
    uint32_t enough;           /* a split is considered when `small` exceeds this */
    uint32_t total;            /* boxes in the node and below it */
} loose_node;

#define LOOSE_SMALL 0x80000000u

typedef struct loose_link {
    uint32_t node; /* with the bit LOOSE_SMALL when the box counts in `small` */
    uint32_t next, before;
} loose_link;

typedef struct loose_tree {
    int axes, axis[3];
    double low[3], scale; /* lattice coordinate = (x - low) * scale */
    loose_node *nodes;    /* the root first, then blocks of sibling cells */
    loose_link *links;    /* by id */
    size_t link_capacity, node_capacity;
    uint32_t node_count, free_block, strays;
} loose_tree;

static inline int32_t loose_coordinate(const loose_tree *tree, double x, int i) {
    double at = (x - tree->low[i]) * tree->scale;
    return at >= LOOSE_SIDE - 1 ? LOOSE_SIDE - 1 : at > 0.0 ? (int32_t)at : 0;
}

static inline loose_span loose_span_of(const loose_tree *tree, const carom_aabb *box) {
    const vec3 low = load3(box->min), high = load3(box->max);
    loose_span span = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < tree->axes; i++) {
        span.low[i] = loose_coordinate(tree, axis3(low, tree->axis[i]), i);
        span.high[i] = loose_coordinate(tree, axis3(high, tree->axis[i]), i);
    }
    return span;
}

/* The loose cell: the cell enlarged by half its side all around. It contains every box of the cell
 * and of the cells below. */
static inline loose_span loose_bound(const loose_node *node) {
    loose_span span;
    const int32_t side = LOOSE_SIDE >> node->level, half = side / 2;
    for (int i = 0; i < 3; i++) {
        span.low[i] = node->corner[i] - half;
        span.high[i] = node->corner[i] + (side - 1) + half;
    }
    return span;
}

static inline bool loose_spans_meet(const loose_span *a, const loose_span *b) {
    return (a->low[0] <= b->high[0]) & (b->low[0] <= a->high[0]) & (a->low[1] <= b->high[1]) &
           (b->low[1] <= a->high[1]) & (a->low[2] <= b->high[2]) & (b->low[2] <= a->high[2]);
}

static inline uint32_t loose_child_count(const loose_tree *tree) {
    return 1u << tree->axes;
}

/* ---- the functions of space_ops */

carom_status carom_loose_create(carom_space *space, int axes, loose_tree **out);
void carom_loose_destroy(carom_space *space, void *structure);
carom_status carom_loose_insert(carom_space *space, uint32_t id);
void carom_loose_remove(carom_space *space, uint32_t id, const carom_aabb *old);
carom_status carom_loose_move(carom_space *space, uint32_t id, const carom_aabb *old);
carom_status carom_loose_move_all(carom_space *space, const carom_aabb *old);
size_t carom_loose_memory(const carom_space *space);

#endif
