/* Corners of triangles by position, as triangles share corners only so. */
#ifndef CAROM_MESH_DATA_CORNER_H
#define CAROM_MESH_DATA_CORNER_H

#include "mesh/data/mesh_visit.h"

/** The corner of the triangle at this position, 0 .. 2, or -1. */
static inline int corner_at(const carom_triangle *t, carom_vec3 position) {
    for (int k = 0; k < 3; k++)
        if (equal_vec3(t->v[k], position)) return k;
    return -1;
}

#endif
