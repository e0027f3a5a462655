/* The BVH8 of a mesh: eight boxes to a node in structure of arrays, so that one vector
 * operation asks all of them; leaves of up to eight triangles, corners in structure of arrays too.
 *
 * Boxes are in the mesh's own frame, local = (x - center) * scale, where the mesh fills about
 * [-1, 1] whatever its size (scale is a power of two). They are float in both precisions and hold
 * their triangles with two float roundings to spare: the tree may only ever save work, the exact
 * triangle functions decide. A triangle stands in one leaf; its place in the leaves is its rank.
 *
 * The compact form has the same nodes with boxes of bytes, rounded outwards, and instead of corners
 * their vertices and which they are: the leaves' rows are gathered when they are asked. */
#ifndef CAROM_MESH_BVH8_BVH8_H
#define CAROM_MESH_BVH8_BVH8_H

#include "carom/shape.h"
#include "carom/tasks.h"
#include "core/alloc.h"
#include "math/order.h"
#include "math/vec.h"

#define BVH8_WIDTH 8 /* children of a node */
#define BVH8_LEAF 8  /* triangles of a leaf */
#define BVH8_LARGEST ((uint32_t)1 << 28)
/* Below this many halvings and splits by cost runs are halved only: bounds depth and time. */
#define BVH8_SAH_DEPTH 40
#define BVH8_DEPTH (BVH8_SAH_DEPTH + 28) /* of nodes, the root's being 0, at most */
/* Of a depth-first walk that puts all children of a node on a stack. */
#define BVH8_STACK (7 * BVH8_DEPTH + BVH8_WIDTH)

/* A child is a node's index, or a leaf: count - 1 and the rank of the first triangle. */
#define BVH8_IS_LEAF 0x80000000u
/* Fills up a node; its box is inverted, so nothing meets it. */
#define BVH8_NONE 0x7fffffffu

typedef struct bvh8_node {
    float low[3][BVH8_WIDTH], high[3][BVH8_WIDTH];
    uint32_t child[BVH8_WIDTH];
    uint32_t least[BVH8_WIDTH]; /* of the indices below; fills four cache lines, so that a node is
                                 * found by a shift */
} bvh8_node;

#define COMPACT_FILLED 3

/** A node's boxes on a grid of its own: a plane is origin + number * 2^(exponent - 127), rounded
 * once. A place that is not filled has a low number above the high one. */
typedef struct compact_node {
    float origin[3];
    uint8_t exponent[4]; /* at COMPACT_FILLED bit i tells that there is a child i */
    uint8_t low[3][BVH8_WIDTH], high[3][BVH8_WIDTH];
    uint32_t child[BVH8_WIDTH];
} compact_node;

/* At meshes whose scale is between its inverse and this, rays may be made ready in float. */
#define NEAR_SIZE 1e12F
/* From a start nearer than this to the middle, the mesh (within 2) is left by time 16. */
#define NEAR_START 12.0

typedef struct bvh8_frame {
    vec3 center; /* times scale */
    double scale, unscale;
    float float_scale, near_start; /* where that is so: the scale, NEAR_START; else 0, -1 */
} bvh8_frame;

typedef struct bvh8_tree {
    uint32_t *order; /* by rank: the index in the definition */
    uint32_t *place; /* by index: the rank */
    /* the ordinary form */
    bvh8_node *nodes;    /* the root first; none when there are no triangles */
    carom_real *corners; /* leaf by leaf: component k of slot j at 9 * first + k * count + j */
    uint8_t *slots;      /* by rank: slot in the leaf, and 8 * (the leaf's count - 1) */
    /* the compact form; null in the other */
    compact_node *compact; /* as nodes */
    uint32_t *corner;      /* by rank: three vertices */
    carom_vec3 *vertices;  /* those that are used, by first use in the leaves; and one more, as a
                            * number past each is read */
    uint32_t *given;       /* by vertex: its index in the definition */
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
/** How many numbers the corners of so many triangles take. */
static inline size_t bvh8_corner_numbers(uint32_t count) {
    return 9 * (size_t)count + BVH8_LEAF;
}

/* ---- both forms: what is asked for lies in the tree, or is made in `room` */

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
const carom_real *carom_compact_rows(const bvh8_tree *tree, bvh8_leaf leaf, bvh8_row_scratch *room);
/** How far apart a leaf's rows are. */
static inline size_t bvh8_row_step(const bvh8_tree *tree, bvh8_leaf leaf) {
    return CAROM_UNLIKELY(tree->compact != NULL) ? BVH8_LEAF : leaf.count;
}
/** Nine rows, a number for each slot: v[0].x, v[0].y, v[0].z, v[1].x ... Eight numbers may be read
 * from any row's start; those past the leaf's count are of no meaning. */
static inline const carom_real *bvh8_rows(const bvh8_tree *tree, bvh8_leaf leaf,
                                          bvh8_row_scratch *room) {
    if (CAROM_UNLIKELY(tree->compact != NULL)) return carom_compact_rows(tree, leaf, room);
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

const bvh8_node *carom_compact_unpack(const compact_node *node, bvh8_node *room);
static inline const bvh8_node *bvh8_node_at(const bvh8_tree *tree, uint32_t index,
                                            bvh8_node *room) {
    if (CAROM_UNLIKELY(tree->compact != NULL))
        return carom_compact_unpack(&tree->compact[index], room);
    return &tree->nodes[index];
}
static inline uint32_t bvh8_child_at(const bvh8_tree *tree, uint32_t index, uint32_t slot) {
    if (CAROM_UNLIKELY(tree->compact != NULL)) return tree->compact[index].child[slot];
    return tree->nodes[index].child[slot];
}

typedef struct bvh8_box {
    float low[3], high[3];
} bvh8_box;

/** The box of a child; an inverted one for a place that is not filled. */
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
/** No index of a triangle below a child is less. In the compact form only leaves tell theirs. */
static inline uint32_t bvh8_least_at(const bvh8_tree *tree, uint32_t index, uint32_t slot) {
    if (CAROM_LIKELY(tree->compact == NULL)) return tree->nodes[index].least[slot];
    uint32_t child = tree->compact[index].child[slot];
    return bvh8_is_leaf(child) ? bvh8_least_of_leaf(tree, bvh8_leaf_of(child)) : 0;
}

uint32_t carom_bvh8_least_of_node(const bvh8_node *node);
/** Tells nodes from `first` to before `end` the least indices below them, after leaves are placed,
 * which tell theirs, and after nodes below that come later. */
void carom_bvh8_tell_least(bvh8_tree *tree, uint32_t first, uint32_t end);

/** What a node calls such a leaf. */
static inline uint32_t bvh8_child_of(bvh8_leaf leaf) {
    return BVH8_IS_LEAF | (leaf.count - 1) << 28 | leaf.first;
}

/** A point in the mesh's frame; off by half an ulp of each coordinate, or by 1e-300. */
static inline vec3 bvh8_local(const bvh8_frame *frame, vec3 x) {
    return sub3(scale3(x, frame->scale), frame->center);
}

/* Bounds on real numbers that were rounded to carom_real, widened so that they hold before rounding
 * too. */
static inline double widen_up(double x) {
    return x + fabs(x) * 4.0 * (double)CAROM_REAL_EPSILON + DBL_MIN;
}

/** Finite triangles: those of `vertices` that `indices` names, three each. */
typedef struct bvh8_source {
    const carom_vec3 *vertices;
    const uint32_t *indices;
    uint32_t count;
    bool fast; /* by codes along a curve; else by cost */
    const carom_task_hook *tasks;
    bool compact;
    size_t vertex_count; /* only looked at for the compact form */
} bvh8_source;

/** `bounds` are those of the source. On failure `out` is untouched and nothing leaks. */
carom_status carom_bvh8_create(bvh8_tree *out, const bvh8_source *source, const carom_aabb *bounds,
                               const carom_allocator *allocator);
#endif
