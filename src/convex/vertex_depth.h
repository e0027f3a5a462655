/* Depth of a point in a convex shape, and the least depth of the shape in a triangle where a vertex
 * of the triangle has it: without EPA, GJK or separating axes. A contact deep in many small
 * triangles gains most: see bench/results/programs.md. */
#ifndef CAROM_CONVEX_VERTEX_DEPTH_H
#define CAROM_CONVEX_VERTEX_DEPTH_H

#include "convex/support/convex.h"

/* The plane through the nearest point of the shape's boundary. */
typedef struct vertex_depth {
    vec3 normal;  /* unit, outward; zero where there is none */
    double depth; /* of the point below the plane, as the whole shape is; negative outside */
    bool single;  /* inside, and no other part of the boundary is as near, by more than the slack */
} vertex_depth;

/** Spheres, capsules, boxes, solid hulls and cylinders. */
bool carom_has_vertex_depth(const convex_shape *shape);
/** @param slack greater than the rounding of a depth */
void carom_vertex_depth(const convex_shape *shape, vec3 p, double slack, vertex_depth *out);

/** Proves that the least depth of a triangle is that of one vertex, and that no other vertex or
 * facet of the shape has it, too: moved by depth * normal, the triangle touches the shape with the
 * vertex. @return the vertex, or -1 where there is no such proof */
static inline int deepest_vertex(const vertex_depth *const of[3], const vec3 v[3], double slack) {
    int best = of[1]->depth > of[0]->depth ? 1 : 0;
    best = of[2]->depth > of[best]->depth ? 2 : best;
    const int p = best < 2 ? best + 1 : 0, q = best > 0 ? best - 1 : 2;
    const vec3 n = of[best]->normal;
    const bool proved = of[best]->single && dot3(n, sub3(v[p], v[best])) > slack &&
                        dot3(n, sub3(v[q], v[best])) > slack;
    return proved ? best : -1;
}

/** An upper bound on the depth of the shape in a triangle, along the normals of its vertices: they
 * are certainly apart where it is negative by more than the slack. */
static inline double most_depth(const vertex_depth *const of[3], const vec3 v[3]) {
    double most = DBL_MAX;
    for (int i = 0; i < 3; i++) {
        const vec3 n = of[i]->normal;
        const double p = dot3(n, sub3(v[i < 2 ? i + 1 : 0], v[i])),
                     q = dot3(n, sub3(v[i > 0 ? i - 1 : 2], v[i]));
        if (max_abs3(n) > 0.0) most = min2(most, of[i]->depth - min2(0.0, min2(p, q)));
    }
    return most;
}

/* The half-space dot(normal, x) <= offset contains the shape. */
typedef struct face_plane {
    vec3 normal;
    double offset;
} face_plane;

/** The plane of the face that faces the unit `direction` most; of a round shape a tangent plane. Of
 * shapes that have vertex depths. */
face_plane carom_face_plane(const convex_shape *shape, vec3 direction);

#endif
