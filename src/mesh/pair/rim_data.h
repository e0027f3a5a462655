/* The rim of an open mesh: paths of edges, cut into runs. */
#ifndef CAROM_MESH_PAIR_RIM_DATA_H
#define CAROM_MESH_PAIR_RIM_DATA_H

#include "carom/mesh_pair.h"
#include "math/vec.h"

typedef struct rim_point {
    carom_vec3 at;
    bool joined; /* an edge comes here from the point before */
} rim_point;

/* Some edges of a path, one after the other. */
typedef struct rim_run {
    size_t first, last; /* points; the run after it starts with the last one */
    vec3 center;        /* of a ball that all are in, in the mesh's own coordinates */
    double radius;
    double area; /* of a surface in the ball between the run and the segment of its ends */
} rim_run;

struct carom_mesh_rim {
    rim_point *points;
    rim_run *runs;
    size_t point_count, run_count, edge_count;
    carom_allocator allocator;
};

#endif
