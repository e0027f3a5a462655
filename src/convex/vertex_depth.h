/* Depth of a convex shape in a triangle where a vertex of the triangle has it: without EPA, GJK or
 * separating axes. A contact deep in many small triangles gains most: of a hull of 64 vertices in
 * 4,802 triangles see bench/results/programs.md. */
#ifndef CAROM_CONVEX_VERTEX_DEPTH_H
#define CAROM_CONVEX_VERTEX_DEPTH_H

#include "convex/support/convex.h"

/* The deepest pair: moved by depth * normal, the triangle touches the shape with the vertex. */
typedef struct vertex_depth {
    int vertex;
    vec3 normal; /* unit, from the shape to the triangle */
    double depth;
} vertex_depth;

/** Proves that the least depth is that of one vertex, and that no other vertex or facet of the
 * shape has it, too.
 * @param slack greater than the rounding of a depth; answers differ by more from the second best
 * @param hint a face of the hull that may be the answer's, 0 for none; receives the answer's
 * @return false where there is no such proof */
bool carom_vertex_depth(const convex_shape *shape, const vec3 v[3], double slack, int *hint,
                        vertex_depth *out);

#endif
