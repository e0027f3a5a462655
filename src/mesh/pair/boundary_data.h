/* The rim (boundary) of an open mesh: paths of edges, cut into runs. */
#ifndef CAROM_MESH_PAIR_BOUNDARY_DATA_H
#define CAROM_MESH_PAIR_BOUNDARY_DATA_H

#include "carom/mesh_pair.h"
#include "math/vec.h"

typedef struct rim_point {
    carom_vec3 at;
    bool joined; /* an edge joins the previous point to this one */
} rim_point;

/* Consecutive edges of a path. */
typedef struct rim_run {
    size_t first, last; /* indices of points, inclusive; consecutive runs of a path share a point */
    vec3 center;        /* center of a bounding sphere, in the mesh's own coordinates */
    double radius;
    double area; /* area of a surface within the sphere between the run and its chord */
} rim_run;

struct carom_mesh_rim {
    rim_point *points;
    rim_run *runs;
    size_t point_count, run_count, edge_count;
    carom_allocator allocator;
};

#endif
