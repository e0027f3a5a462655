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

/** @return the key's number, table->count - 1 when it is new; NO_INDEX when memory ran out. */
uint32_t carom_key_number(key_table *table, const table_key *key, const carom_allocator *allocator);
void carom_key_table_free(key_table *table, const carom_allocator *allocator);

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

/** Returns the part of a triangle that holds a point, from the point's signs at the edges, or -1
 * for outside; `side` is the sign of the inside. */
int carom_part_by_signs(const int sign[3], int side);

triangle_meeting carom_intersect_triangles_exact(const vec3 a[3], const vec3 b[3]);

/** Returns the point where the two parts meet, rounded from its exact coordinates. */
vec3 carom_corner_position(curve_corner corner, const vec3 a[3], const vec3 b[3]);

/* ---- keys of points */

typedef struct numbered_triangle {
    vec3 v[3];
    uint32_t vertex[3]; /* numbers of the vertices */
    uint32_t index;
} numbered_triangle;

/** Numbers the vertices by position.
 * @return false when memory ran out. */
bool carom_number_corners(numbered_triangle *out, key_table *vertices, const carom_triangle *t,
                          const carom_allocator *allocator);
/** Returns the key of a point; it is the same from every pair of triangles that meet there. */
table_key carom_key_of_corner(curve_corner c, const numbered_triangle *a,
                              const numbered_triangle *b);

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

/** Adds the intersection of two touching triangles.
 * @return false when memory ran out. */
bool carom_curve_add_pair(curve_graph *graph, uint32_t a, uint32_t b);

#endif
