/* What is known of a mesh as the boundary of a solid. */
#ifndef CAROM_MESH_SOLID_MESH_PIECES_H
#define CAROM_MESH_SOLID_MESH_PIECES_H

#include "carom/solid.h"

struct carom_mesh_pieces {
    carom_allocator allocator;
    carom_mesh_closure closure;
    uint32_t count;
    uint32_t *piece_of; /* by index of the triangle */
    carom_vec3 *tip;    /* by piece: its vertex of largest x, of these of largest y, then z */
};

#endif
