/* A BSP tree in memory, and the side of a point that building and asking share. */
#ifndef CAROM_SPATIAL_BSP_DATA_H
#define CAROM_SPATIAL_BSP_DATA_H

#include "carom/bsp.h"
#include "core/alloc.h"
#include "math/predicates.h"

/* Children that are no nodes. */
#define BSP_EMPTY 0xfffffffeu
#define BSP_SOLID 0xffffffffu
#define BSP_LEAF(child) ((child) >= BSP_EMPTY)

/* The plane through three points, which decide exactly; the others are for filters and rays. */
typedef struct bsp_plane {
    vec3 point[3];
    vec3 normal;  /* rounded, its largest component about 1/4 */
    double doubt; /* times a magnitude: by how much dot(normal, x - point[0]) may be wrong */
} bsp_plane;

typedef struct bsp_node {
    bsp_plane plane;
    uint32_t child[2]; /* front, back */
    uint32_t first_piece, piece_count;
} bsp_node;

typedef struct bsp_polygon {
    uint32_t first, count; /* vertices */
} bsp_polygon;

typedef struct bsp_piece {
    uint32_t polygon, first, count;
    bool same; /* looks where the node's plane does */
} bsp_piece;

struct carom_bsp {
    bsp_node *nodes;
    bsp_piece *pieces; /* by node */
    carom_vec3 *piece_vertices;
    bsp_polygon *polygons; /* as given; degenerate ones with no vertices */
    carom_vec3 *vertices;  /* of the polygons */
    uint32_t root;         /* perhaps a leaf */
    size_t node_count, piece_count, piece_vertex_count, polygon_count, vertex_count;
    size_t depth, splits, degenerate;
    double size; /* the largest coordinate */
    carom_allocator allocator;
};

static inline double bsp_height(const bsp_plane *plane, vec3 x) {
    return dot3(plane->normal, sub3(x, plane->point[0]));
}

/** The magnitude for `doubt`. */
static inline double bsp_reach(const bsp_plane *plane, vec3 x) {
    return plane->doubt * (max_abs3(x) + max_abs3(plane->point[0]));
}

/** On which side of the plane the point is, exact. */
static inline int bsp_side(const bsp_plane *plane, vec3 x) {
    const double height = bsp_height(plane, x), doubt = bsp_reach(plane, x);
    if (height > doubt) return 1;
    if (height < -doubt) return -1;
    return carom_orient3d(plane->point[0], plane->point[1], plane->point[2], x);
}

/** Makes the plane through three vertices that lie well apart. False for a degenerate polygon. */
bool carom_bsp_plane_of(bsp_plane *plane, const carom_vec3 *vertices, uint32_t count);

typedef struct bsp_weights {
    double split, balance;
} bsp_weights;

/** Fills in the tree over its polygons; frees nothing. */
carom_status carom_bsp_build(carom_bsp *bsp, bsp_weights weights);

#endif
