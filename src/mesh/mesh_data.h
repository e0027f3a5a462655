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

#endif
