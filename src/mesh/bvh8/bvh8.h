/* The bounding volume hierarchy of a mesh, eight children to a node [Wald08]: one vector operation
 * tests all eight boxes; leaves hold up to eight triangles, in structure of arrays as well. Boxes
 * are in the mesh's own frame, local = (x - center) * scale, which the mesh fills to about [-1, 1]
 * whatever its size (scale is a power of two). They are float in both precisions and contain their
 * triangles with two float roundings to spare: the tree only saves work, the exact triangle
 * functions decide. A triangle is in one leaf, with spatial splits in one or more; its rank is its
 * place in the leaves. The compact form [Ylitie17] has the same nodes with boxes of bytes, rounded
 * outwards, and indexed vertices instead of corners, gathered when a leaf is read. */
#ifndef CAROM_MESH_BVH8_BVH8_H
#define CAROM_MESH_BVH8_BVH8_H

#include "carom/shape.h"
#include "carom/tasks.h"
#include "core/alloc.h"
#include "math/order.h"
#include "math/vec.h"
#include "mesh/bvh8/tolerances.h"

#define BVH8_WIDTH 8 /* children of a node */
#define BVH8_LEAF 8  /* triangles of a leaf */
#define BVH8_LARGEST ((uint32_t)1 << 28)
/* A run at this depth and below is halved, not cut by cost: this bounds depth and time. */
#define BVH8_SAH_DEPTH 40
#define BVH8_DEPTH (BVH8_SAH_DEPTH + 28) /* depth of nodes at most; the root has depth 0 */
/* Entries of the stack of a depth-first traversal that pushes all children of a node. */
#define BVH8_STACK (7 * BVH8_DEPTH + BVH8_WIDTH)

/* A child is the index of a node; or, with this bit, a leaf: count - 1 and the rank of its first
 * triangle. */
#define BVH8_IS_LEAF 0x80000000u
/* An unused place of a node; its box is inverted, so nothing meets it. */
#define BVH8_NONE 0x7fffffffu

typedef struct bvh8_node {
    float low[3][BVH8_WIDTH], high[3][BVH8_WIDTH];
    uint32_t child[BVH8_WIDTH];
    uint32_t least[BVH8_WIDTH]; /* least index of a triangle below; pads a node to four cache lines,
                                   so that its address is a shift */
} bvh8_node;

#define COMPACT_FILLED 3

/** A compact node: boxes on a grid of its own. A plane is origin + number * 2^(exponent - 127),
 * rounded once. In an unused place the low number is above the high one. */
typedef struct compact_node {
    float origin[3];
    uint8_t exponent[4]; /* of each axis; at COMPACT_FILLED bit i is set when there is a child i */
    uint8_t low[3][BVH8_WIDTH], high[3][BVH8_WIDTH];
    uint32_t child[BVH8_WIDTH];
} compact_node;

typedef struct bvh8_frame {
    vec3 center; /* the middle of the mesh, times scale */
    double scale, unscale;
    float float_scale, near_start; /* scale and NEAR_START; 0 and -1 where float has no range */
} bvh8_frame;

typedef struct bvh8_tree {
    uint32_t *order; /* by rank: index in the definition */
    uint32_t *place; /* by index: rank */
    /* the full form */
    bvh8_node *nodes;    /* the root first; none without triangles */
    carom_real *corners; /* leaf by leaf: component k of slot j at 9 * first + k * count + j */
    uint8_t *slots;      /* by rank: slot in the leaf, plus 8 * (triangles of the leaf - 1) */
    /* the compact form; null in the other */
    compact_node *compact; /* in the order of nodes */
    uint32_t *corner;      /* by rank: three indices of vertices */
    carom_vec3 *vertices;  /* those in use, by first use in the leaves; and one more, as a number
                              past each is read */
    uint32_t *given;       /* by vertex: index in the definition */
    uint32_t node_count, count, vertex_count;
    bvh8_frame frame;
} bvh8_tree;

typedef struct bvh8_leaf {
    uint32_t first, count;
} bvh8_leaf;

static inline bool bvh8_is_leaf(uint32_t child) {
    return (child & BVH8_IS_LEAF) != 0;
}
static inline bvh8_leaf bvh8_leaf_of(uint32_t child) {
    return (bvh8_leaf){child & (BVH8_LARGEST - 1), ((child >> 28) & 7u) + 1};
}
/** Numbers in the array of corners of `count` triangles. */
static inline size_t bvh8_corner_numbers(uint32_t count) {
    return 9 * (size_t)count + BVH8_LEAF;
}

/* ---- access to either form; what the compact form does not store is written to `scratch` */

typedef struct bvh8_row_scratch {
    carom_real numbers[9 * BVH8_LEAF];
} bvh8_row_scratch;

static inline const carom_real *bvh8_rows_at(const bvh8_tree *tree, bvh8_leaf leaf) {
    return tree->corners + 9 * (size_t)leaf.first;
}
static inline carom_triangle compact_triangle(const bvh8_tree *tree, uint32_t rank) {
    const uint32_t *corner = tree->corner + 3 * (size_t)rank;
    const carom_vec3 *v = tree->vertices;
    return (carom_triangle){{v[corner[0]], v[corner[1]], v[corner[2]]}};
}
static inline carom_triangle bvh8_triangle_in(const bvh8_tree *tree, bvh8_leaf leaf,
                                              uint32_t slot) {
    const carom_real *p = bvh8_rows_at(tree, leaf) + slot;
    uint32_t n = leaf.count;
    return (carom_triangle){
        {{p[0], p[n], p[2 * n]}, {p[3 * n], p[4 * n], p[5 * n]}, {p[6 * n], p[7 * n], p[8 * n]}}};
}
const carom_real *carom_compact_rows(const bvh8_tree *tree, bvh8_leaf leaf,
                                     bvh8_row_scratch *scratch);
/** Numbers from one row of a leaf to the next. */
static inline size_t bvh8_row_step(const bvh8_tree *tree, bvh8_leaf leaf) {
    return CAROM_UNLIKELY(tree->compact != NULL) ? BVH8_LEAF : leaf.count;
}
/** The corners of a leaf: nine rows, a number for each slot: v[0].x, v[0].y, v[0].z, v[1].x ...
 * Eight numbers may be read from any row's start; those past the leaf's count are undefined. */
static inline const carom_real *bvh8_rows(const bvh8_tree *tree, bvh8_leaf leaf,
                                          bvh8_row_scratch *scratch) {
    if (CAROM_UNLIKELY(tree->compact != NULL)) return carom_compact_rows(tree, leaf, scratch);
    return bvh8_rows_at(tree, leaf);
}
static inline carom_triangle bvh8_triangle(const bvh8_tree *tree, bvh8_leaf leaf, uint32_t slot) {
    if (CAROM_UNLIKELY(tree->compact != NULL)) return compact_triangle(tree, leaf.first + slot);
    return bvh8_triangle_in(tree, leaf, slot);
}
static inline carom_triangle bvh8_triangle_at(const bvh8_tree *tree, uint32_t rank) {
    if (CAROM_UNLIKELY(tree->compact != NULL)) return compact_triangle(tree, rank);
    uint32_t slot = tree->slots[rank] & 7u, count = (tree->slots[rank] >> 3) + 1u;
    return bvh8_triangle(tree, (bvh8_leaf){rank - slot, count}, slot);
}

const bvh8_node *carom_compact_unpack(const compact_node *node, bvh8_node *scratch);
static inline const bvh8_node *bvh8_node_at(const bvh8_tree *tree, uint32_t index,
                                            bvh8_node *scratch) {
    if (CAROM_UNLIKELY(tree->compact != NULL))
        return carom_compact_unpack(&tree->compact[index], scratch);
    return &tree->nodes[index];
}
static inline uint32_t bvh8_child_at(const bvh8_tree *tree, uint32_t index, uint32_t slot) {
    if (CAROM_UNLIKELY(tree->compact != NULL)) return tree->compact[index].child[slot];
    return tree->nodes[index].child[slot];
}

typedef struct bvh8_box {
    float low[3], high[3];
} bvh8_box;

/** The box of a child; an inverted one for an unused place. */
bvh8_box carom_compact_box(const compact_node *node, uint32_t slot);
static inline bvh8_box bvh8_box_at(const bvh8_tree *tree, uint32_t index, uint32_t slot) {
    if (CAROM_UNLIKELY(tree->compact != NULL))
        return carom_compact_box(&tree->compact[index], slot);
    const bvh8_node *node = &tree->nodes[index];
    return (bvh8_box){{node->low[0][slot], node->low[1][slot], node->low[2][slot]},
                      {node->high[0][slot], node->high[1][slot], node->high[2][slot]}};
}

static inline uint32_t bvh8_least_of_leaf(const bvh8_tree *tree, bvh8_leaf leaf) {
    uint32_t least = tree->order[leaf.first];
    for (uint32_t rank = leaf.first + 1; rank < leaf.first + leaf.count; rank++)
        least = tree->order[rank] < least ? tree->order[rank] : least;
    return least;
}
/** A lower bound on the indices of triangles below a child: exact, but for inner children of the
 * compact form, where it is 0. */
static inline uint32_t bvh8_least_at(const bvh8_tree *tree, uint32_t index, uint32_t slot) {
    if (CAROM_LIKELY(tree->compact == NULL)) return tree->nodes[index].least[slot];
    uint32_t child = tree->compact[index].child[slot];
    return bvh8_is_leaf(child) ? bvh8_least_of_leaf(tree, bvh8_leaf_of(child)) : 0;
}

/** The code of a leaf as a child. */
static inline uint32_t bvh8_child_of(bvh8_leaf leaf) {
    return BVH8_IS_LEAF | (leaf.count - 1) << 28 | leaf.first;
}

/** A point in the mesh's frame; each coordinate is off by half an ulp of it, or by 1e-300. */
static inline vec3 bvh8_local(const bvh8_frame *frame, vec3 x) {
    return sub3(scale3(x, frame->scale), frame->center);
}

/* An upper bound on a real number that was rounded to carom_real. */
static inline double widen_up(double x) {
    return x + fabs(x) * WIDEN_EPSILONS * (double)CAROM_REAL_EPSILON + DBL_MIN;
}

/** A squared limit that includes every distance that rounds to `distance`. */
static inline double near_limit(carom_real distance) {
    double reach = widen_up((double)distance);
    return reach * reach < DBL_MAX / 2.0 ? reach * reach + DBL_MIN : DBL_MAX;
}

/** The input of a build: finite triangles, three entries of `indices` each. */
typedef struct bvh8_source {
    const carom_vec3 *vertices;
    const uint32_t *indices;
    uint32_t count;
    bool fast; /* true: along a space-filling curve; false: by surface area cost */
    const carom_task_hook *tasks;
    bool compact;
    size_t vertex_count; /* needed for the compact form only */
} bvh8_source;

#endif
