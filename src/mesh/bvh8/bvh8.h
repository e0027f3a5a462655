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

#include "mesh/bvh8/compact_node.h"

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
