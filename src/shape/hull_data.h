/* Convex hull with half-edges, in double in both precisions. Coordinates lie in separate arrays for
 * scanning the vertices by lanes; adjacency is for hill climbing (hull_climb.h). Built by Quickhull
 * in fit/, read by convex/. */
#ifndef CAROM_SHAPE_HULL_DATA_H
#define CAROM_SHAPE_HULL_DATA_H

#include "math/vec.h"

/* Coordinates are padded to a multiple of this with copies of the last vertex. */
#define HULL_LANES 8
/* Solid hulls of more vertices have no `vertices_f` copy. */
#define HULL_FLOAT_MAX 160
/* Least number of planes in `planes`, padding included. */
#define HULL_PLANES 16

/* An edge of a small hull: its two faces, and the half-edge that has the first on its left. */
typedef struct hull_edge {
    uint8_t face, beyond, half_edge;
} hull_edge;

typedef struct hull_data {
    int32_t vertex_count;    /* of the hull's corners only */
    int32_t face_count;      /* polygons, with coplanar triangles merged; 2 for a planar hull (both
                                sides of its polygon), 0 below */
    int32_t half_edge_count; /* even */
    int32_t dimension;       /* 0 point, 1 segment, 2 polygon, 3 solid */
    const double *x, *y, *z; /* of the vertices, padded */
    /* Half-edge e runs from origin[e] to origin[twin[e]], counter-clockwise around face[e] as
     * viewed from outside; next[e] follows it on that face. A segment has two, one the other's twin
     * and next. */
    const int32_t *origin, *twin, *next, *face;
    const int32_t *vertex_edge; /* some half-edge that leaves each vertex */
    const int32_t *face_edge;   /* some half-edge of each face */
    /* of large solid hulls, for hill climbing; else null: vertex v has the neighbours
     * neighbour[neighbour_first[v]] .. neighbour[neighbour_first[v + 1] - 1] */
    const int32_t *neighbour_first, *neighbour;
    const int32_t *outpost;    /* per cell of the cube of hull_climb.h: where a climb starts */
    const vec3 *face_normal;   /* unit, outward */
    const double *face_offset; /* greatest rounded dot(normal, vertex) */
    vec3 low, high;            /* bounding box */
    vec3 center;               /* mean of the vertices, inside */
    double inner;            /* radius of a ball about the centre inside the hull; 0 unless solid */
    double outer;            /* radius of a ball about the centre that contains the hull */
    const float *vertices_f; /* vertices relative to the centre, in groups of eight x, y, z, padded;
                            null for large hulls of more than HULL_FLOAT_MAX vertices */
    const float *planes;     /* of solid hulls with `vertices_f`: faces in groups of eight, normal
                                x, y, z and height over the centre; padded with planes at FLT_MAX */
    const hull_edge *edges;  /* of small hulls with `planes`, else null */
} hull_data;

static inline vec3 hull_vertex(const hull_data *hull, int32_t index) {
    return vec(hull->x[index], hull->y[index], hull->z[index]);
}

#endif
