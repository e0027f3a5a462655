/* Triangles that share a corner, told by its position. */
#ifndef CAROM_MESH_DATA_CORNER_H
#define CAROM_MESH_DATA_CORNER_H

#include "mesh/data/mesh_visit.h"

/** Which corner of the triangle is there, or -1. */
static inline int corner_at(const carom_triangle *t, carom_vec3 position) {
    for (int k = 0; k < 3; k++)
        if (equal_vec3(t->v[k], position)) return k;
    return -1;
}

#endif
