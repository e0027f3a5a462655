/* Subtrees whose triangles all have the same corners, found while a walk goes down: copies of a
 * part in one place make a walk over two such subtrees quadratic, where one pair of triangles
 * decides. */
#ifndef CAROM_MESH_DATA_PILE_H
#define CAROM_MESH_DATA_PILE_H

#include "mesh/data/mesh_visit.h"

#define PILES 16

/* What is known of a mesh's subtrees; `left`: leaves that may still be looked at, so that a mesh
 * costs no more than a few passes over it. */
typedef struct pile_finder {
    const carom_mesh *mesh;
    uint64_t left;
    uint32_t node[PILES]; /* one more than the code of a node, by its lowest bits; 0: none */
    /* Of its triangle with the least index; UINT32_MAX: not all are the same. */
    uint32_t rank[PILES];
    uint32_t leaf[PILES]; /* the code of the leaf which that triangle is in */
} pile_finder;

void carom_pile_finder_begin(pile_finder *finder, const carom_mesh *mesh);
/** @return the code of the leaf that holds the triangle with the least index below a node, where
 * all of these have the same corners; else BVH8_NONE */
uint32_t carom_pile_leaf(pile_finder *finder, uint32_t node);
/** A node or leaf of which all triangles have the same corners becomes a leaf of one of them, that
 * with the least index. */
void carom_pile_collapse(pile_finder *finder, mesh_node *node);

#endif
