/* Exact predicates on constructed points and directions: the crossing of an edge with a plane,
 * the point of three planes, and the direction in which two planes meet. The first and last are
 * weighted sums of two inputs with determinants as weights. A predicate that is affine in a
 * point, or linear in a direction, is then the weighted sum of its values for the two inputs: a
 * polynomial in the input coordinates, whose sign a forward error bound in double or
 * dyadic numbers decide. No constructed point is rounded before a
 * decision, so every sign is exact. */
#ifndef CAROM_MESH_SOLID_SOLID_EXACT_H
#define CAROM_MESH_SOLID_SOLID_EXACT_H

#include "math/predicates.h"

/** The difference of two input points. */
typedef struct exact_span {
    vec3 from, to;
} exact_span;

/** A positive determinant of three spans; the last span is reversed where needed. */
typedef struct exact_weight {
    exact_span span[3];
    double value, error; /* the exact determinant is within error of value */
} exact_weight;

/** The planes of three triangles. */
typedef struct three_planes {
    const vec3 *v[3];
} three_planes;

typedef struct exact_point {
    int count; /* 1: base[0]; 2: weighted mean of both bases; 0: of planes */
    const three_planes *planes;
    vec3 base[2];
    exact_weight weight[2];
    vec3 near; /* the rounded point, within `error` in each coordinate */
    double error;
    /* edges and a triangle that contain the point by construction */
    vec3 edge[2][2], face[3];
    int edge_count;
    bool has_face;
} exact_point;

typedef struct exact_direction {
    int count; /* 1: base[0]; 2: weighted sum of both bases */
    exact_span base[2];
    exact_weight weight[2];
} exact_direction;

exact_point carom_exact_vertex(vec3 p);
/** Returns the crossing of the edge with the triangle's plane; the edge's ends are on different
 * sides. */
exact_point carom_exact_crossing(const vec3 edge[2], const vec3 plane[3]);

exact_direction carom_exact_span_direction(const exact_span *span);
/** Returns the direction between `from` and `to` in the plane of `x` and `y`; `from` and `to`
 * are on different sides of the plane. */
exact_direction carom_exact_between(const exact_span *from, const exact_span *to,
                                    const exact_span *x, const exact_span *y);

/** Returns the sign of det(v1 - v0, v2 - v0, p - v0). */
int carom_exact_side(const exact_point *p, const vec3 v[3]);
/** Returns the sign of det(ray, x - p, y - p). */
int carom_exact_side_of_ray(const exact_point *p, vec3 ray, vec3 x, vec3 y);
/** Returns true if the triangle's bounding box certainly does not contain the point. */
bool carom_exact_apart(const exact_point *p, const vec3 v[3]);
/** Returns the part that contains the point by construction, without arithmetic; else -1. */
int carom_exact_known_part(const exact_point *p, const vec3 v[3]);
/** Returns the part of a triangle of positive area that contains the point (PART_EDGE, PART_FACE
 * of curve_data.h), or -1. */
int carom_exact_part(const exact_point *p, const vec3 v[3]);

/** Returns the sign of det(d, x, y). */
int carom_exact_triple(const exact_direction *d, const exact_span *x, const exact_span *y);

#endif
