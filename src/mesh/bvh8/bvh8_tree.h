/* The data of a BVH8, the bounding-volume hierarchy of triangles with eight children a node: nodes
 * in the full and in the compact form, the frame in which the compact ones are stored, the tree. */
#ifndef CAROM_MESH_BVH8_BVH8_TREE_H
#define CAROM_MESH_BVH8_BVH8_TREE_H

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

typedef struct bvh8_row_scratch {
    carom_real numbers[9 * BVH8_LEAF];
} bvh8_row_scratch;

typedef struct bvh8_box {
    float low[3], high[3];
} bvh8_box;

#endif
