/* A mesh as the boundary of a solid: its closure and its connected components. */
#ifndef CAROM_MESH_SOLID_MESH_PIECES_H
#define CAROM_MESH_SOLID_MESH_PIECES_H

#include "carom/solid.h"

struct carom_mesh_pieces {
    carom_allocator allocator;
    carom_mesh_closure closure;
    uint32_t count;
    uint32_t *piece_of; /* component of each triangle, by index */
    carom_vec3 *tip;    /* by component: its lexicographically largest vertex (x, then y, then z) */
};

#endif
