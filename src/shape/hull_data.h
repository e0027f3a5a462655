/* A convex hull as every part of the library sees it, in double in both precisions: coordinates as
 * separate arrays for scanning, half-edges for climbing. Made by fit/, read by convex/. */
#ifndef CAROM_SHAPE_HULL_DATA_H
#define CAROM_SHAPE_HULL_DATA_H

#include "math/vec.h"

/* Coordinates are padded to a multiple of this with copies of the last vertex. */
#define HULL_LANES 8
/* Solid hulls of more corners have no `coarse` ones. */
#define HULL_COARSE 160
/* At least so many planes are in `planes`. */
#define HULL_PLANES 16

/* Of small hulls: an edge's two faces and the half-edge that has the first on its left. */
typedef struct hull_edge {
    uint8_t face, beyond, half_edge;
} hull_edge;

typedef struct hull_data {
    int32_t vertex_count; /* of the hull's corners only */
    int32_t face_count;   /* polygons; coplanar triangles are merged. 1 polygon counts twice (both
                             sides) when the hull is flat, 0 below */
    int32_t half_edge_count; /* even */
    int32_t dimension;       /* 0 point, 1 segment, 2 polygon, 3 solid */
    const double *x, *y, *z; /* of the vertices, padded */
    /* Half-edge e runs from origin[e] to origin[twin[e]], counter-clockwise round face[e] seen from
     * outside; next[e] follows it there. A segment has two, one the other's twin and next. */
    const int32_t *origin, *twin, *next, *face;
    const int32_t *vertex_edge; /* some half-edge that leaves each vertex */
    const int32_t *face_edge;   /* some half-edge of each face */
    /* of large solid hulls, for climbing (hull_climb.h); else null: vertex v has the neighbours
     * neighbour[neighbour_first[v]] .. neighbour[neighbour_first[v + 1] - 1] */
    const int32_t *neighbour_first, *neighbour;
    const int32_t *outpost;    /* where a climb begins */
    const vec3 *face_normal;   /* unit, outward */
    const double *face_offset; /* max over the vertices of dot(normal, vertex) */
    vec3 low, high;            /* box */
    vec3 center;               /* mean of the vertices: inside */
    double inner;              /* a ball round the centre that is inside; 0 unless solid */
    double outer;              /* one that holds the hull */
    const float *coarse; /* of hulls that are scanned or have no more than HULL_COARSE corners, else
                            null: the vertices from the centre, by eights x, y and z, padded */
    const float *planes; /* of solid ones that have `coarse`: faces by eights, normal x, y, z and
                            height over the centre; padded with planes that nothing is near */
    const hull_edge *edges; /* of hulls that are scanned, where there are planes */
} hull_data;

static inline vec3 hull_vertex(const hull_data *hull, int32_t index) {
    return vec(hull->x[index], hull->y[index], hull->z[index]);
}

#endif
