/* The BSP tree in memory, and the exact side test that building and queries share: dot(normal, x -
 * p) with a forward error bound decides, and within the bound the exact predicate orient3d over
 * three vertices of the polygon [Shewchuk97]. */
#ifndef CAROM_SPATIAL_BSP_DATA_H
#define CAROM_SPATIAL_BSP_DATA_H

#include "carom/bsp.h"
#include "core/alloc.h"
#include "math/predicates.h"

/* Values of `child` that are leaves, not nodes. */
#define BSP_EMPTY 0xfffffffeu
#define BSP_SOLID 0xffffffffu
#define BSP_MOST_NODES 0x7fffffffu /* a ray marks a node by the highest bit of its number */
#define BSP_LEAF(child) ((child) >= BSP_EMPTY)

/* The plane through three points. The points define it exactly; `normal` and `error_factor` are
 * for the filter and for rays. */
typedef struct bsp_plane {
    vec3 point[3];
    vec3 normal; /* rounded, its largest component about 1/4 */
    /* |error of dot(normal, x - point[0])| <= error_factor * (|x| + |point[0]|), max norms */
    double error_factor;
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
    bool faces_same; /* the polygon's normal and the plane's have a positive dot product */
} bsp_piece;

struct carom_bsp {
    bsp_node *nodes;
    bsp_piece *pieces; /* in the order of the nodes */
    carom_vec3 *piece_vertices;
    bsp_polygon *polygons; /* as given; a degenerate one has no vertices */
    carom_vec3 *vertices;  /* of the polygons */
    uint32_t root;         /* may be a leaf */
    size_t node_count, piece_count, piece_vertex_count, polygon_count, vertex_count;
    size_t depth, splits, degenerate;
    double size; /* largest absolute coordinate */
    carom_allocator allocator;
};

static inline double bsp_height(const bsp_plane *plane, vec3 x) {
    return dot3(plane->normal, sub3(x, plane->point[0]));
}

/** The bound on the error of bsp_height at x. */
static inline double bsp_height_error(const bsp_plane *plane, vec3 x) {
    return plane->error_factor * (max_abs3(x) + max_abs3(plane->point[0]));
}

/** The side of the plane that the point is on: 1 front, 0 on, -1 back. Exact. */
static inline int bsp_side(const bsp_plane *plane, vec3 x) {
    const double height = bsp_height(plane, x), error = bsp_height_error(plane, x);
    if (height > error) return 1;
    if (height < -error) return -1;
    return carom_orient3d(plane->point[0], plane->point[1], plane->point[2], x);
}

typedef struct bsp_weights {
    double split, balance;
} bsp_weights;

#endif
