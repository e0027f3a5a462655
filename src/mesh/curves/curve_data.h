/* Intersection curves of two surfaces as a graph (own method): nodes are the points where an
 * edge or vertex of one triangle meets the other triangle, links are the segments between two of
 * them. Nodes are identified by combinatorial keys, not by coordinates, so neighbouring
 * triangles agree on them exactly and the curves close without a tolerance. */
#ifndef CAROM_MESH_CURVES_CURVE_DATA_H
#define CAROM_MESH_CURVES_CURVE_DATA_H

#include "carom/mesh_curves.h"
#include "core/array.h"
#include "mesh/heightfield/height_data.h"
#include "mesh/pair/pair_frame.h"

/* ---- interning of keys */

#define KEY_WORDS 6
#define NO_INDEX UINT32_MAX

typedef struct table_key {
    uint32_t word[KEY_WORDS];
} table_key;

/** Interns keys: numbers them in order of first occurrence. */
typedef struct key_table {
    table_key *keys; /* by number */
    uint32_t *slots; /* number + 1, or 0 */
    size_t capacity; /* of keys; there are twice as many slots, a power of two */
    uint32_t count;
} key_table;

/* ---- intersection of two triangles */

/* Features of a triangle: vertices 0 to 2, edges 3 to 5, the face. */
#define PART_EDGE 3
#define PART_FACE 6

typedef struct curve_corner {
    int on_a, on_b; /* never both PART_FACE */
} curve_corner;

typedef struct triangle_meeting {
    curve_corner corner[4];
    int count;     /* distinct points; at most 2 unless a triangle is degenerate */
    bool crosses;  /* each has vertices on both sides of the other's plane */
    bool coplanar; /* all orientation signs are 0 */
} triangle_meeting;

/* ---- keys of points */

typedef struct numbered_triangle {
    vec3 v[3];
    uint32_t vertex[3]; /* numbers of the vertices */
    uint32_t index;
} numbered_triangle;

/* ---- the graph */

typedef struct curve_link {
    uint32_t node[2];
    uint32_t triangle_a, triangle_b;
    bool crosses;
} curve_link;

typedef struct curve_surface {
    placed_frame frame;             /* frame of a mesh */
    const carom_heightfield *field; /* or null for a mesh */
} curve_surface;

typedef struct curve_graph {
    carom_allocator allocator;
    curve_surface a, b;
    key_table vertices, nodes, segments;
    grown_array points; /* by node; the fields of their segments are filled later */
    grown_array links, coplanar;
    bool failed; /* memory ran out */
} curve_graph;

static inline carom_curve_point *graph_points(const curve_graph *graph) {
    return (carom_curve_point *)graph->points.data;
}

static inline curve_link *graph_links(const curve_graph *graph) {
    return (curve_link *)graph->links.data;
}

#endif
