/* Subtrees whose triangles all have the same corners, found while a walk goes down: copies of a
 * part in one place make a walk over two such subtrees quadratic, where one pair of triangles
 * decides. */
#ifndef CAROM_MESH_MOVING_PILE_H
#define CAROM_MESH_MOVING_PILE_H

#include "mesh/data/mesh_visit.h"

#define PILES 16

/* What is known of a mesh's subtrees; `left`: leaves that may still be looked at, so that a mesh
 * costs no more than a few passes over it. */
typedef struct pile_finder {
    const carom_mesh *mesh;
    uint64_t left;
    uint32_t node[PILES]; /* one more than the code of a node, by its lowest bits; 0: none */
    uint32_t
        rank[PILES]; /* of its triangle with the least index; UINT32_MAX: not all are the same */
} pile_finder;

void carom_pile_finder_begin(pile_finder *finder, const carom_mesh *mesh);
/** A node or leaf of which all triangles have the same corners becomes a leaf of one of them, that
 * with the least index. */
void carom_pile_collapse(pile_finder *finder, mesh_node *node);

#endif
