/* Triangles that share a corner, told by its position. */
#ifndef CAROM_MESH_CORNER_H
#define CAROM_MESH_CORNER_H

#include "mesh/mesh_visit.h"

static inline bool same_position(carom_vec3 a, carom_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/** Which corner of the triangle is there, or -1. */
static inline int corner_at(const carom_triangle *t, carom_vec3 position) {
    for (int k = 0; k < 3; k++)
        if (same_position(t->v[k], position)) return k;
    return -1;
}

#endif
