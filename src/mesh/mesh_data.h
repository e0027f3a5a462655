/* What a mesh holds: its triangles in the order of the leaves of a tree, so that a leaf is one run
 * of memory. Of the two trees the wide one is for all new code. */
#ifndef CAROM_MESH_MESH_DATA_H
#define CAROM_MESH_MESH_DATA_H

#include "carom/mesh.h"
#include "mesh/wide.h"
#include "spatial/bvh_static.h"

struct carom_mesh {
    wide_tree wide;
    bvh tree;                  /* tree.order[i] is the index of triangles[i] in the definition */
    carom_triangle *triangles; /* by leaf */
    uint32_t *place;           /* where a triangle of the definition went */
    carom_allocator allocator;
};

/* Bounds on real numbers that were rounded to carom_real, widened so that they hold before rounding
 * too. */
static inline double widen_up(double x) {
    return x + fabs(x) * 4.0 * (double)CAROM_REAL_EPSILON + DBL_MIN;
}

#endif
