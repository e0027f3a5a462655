/* Points and directions that are no input but follow from it: where an edge passes through a plane,
 * and the direction in which two planes meet. Both are weighted sums of two inputs, and the weights
 * are determinants. A predicate that is affine in a point, or linear in a direction, is then the
 * weighted sum of its values for the two inputs: a polynomial in the coordinates, whose sign a
 * filter in double or floating-point expansions decide. No such point is ever rounded to decide. */
#ifndef CAROM_MESH_SOLID_SOLID_EXACT_H
#define CAROM_MESH_SOLID_SOLID_EXACT_H

#include "math/dyadic.h"
#include "math/form.h"

/** The difference of two input points. */
typedef struct exact_span {
    vec3 from, to;
} exact_span;

/** A positive determinant of three spans, or of these with the last one reversed. */
typedef struct exact_weight {
    exact_span span[3];
    double value, error; /* it is value, to within error */
} exact_weight;

/** The point sum / weight; the weight is positive. */
typedef struct exact_meet {
    dyadic3 sum;
    dyadic weight;
} exact_meet;

typedef struct exact_point {
    int count; /* 1: base[0]; 2: the mean of both bases by the weights; 0: meet */
    const exact_meet *meet;
    vec3 base[2];
    exact_weight weight[2];
    vec3 near; /* the point, to within `error` in each coordinate */
    double error;
    /* edges and a triangle that the point is known to lie on */
    vec3 edge[2][2], face[3];
    int edge_count;
    bool has_face;
} exact_point;

typedef struct exact_direction {
    int count; /* 1: base[0]; 2: the sum of both bases by the weights */
    exact_span base[2];
    exact_weight weight[2];
} exact_direction;

exact_point carom_exact_vertex(vec3 p);
/** Where the edge passes through the plane of the triangle; its ends are on different sides. */
exact_point carom_exact_crossing(const vec3 edge[2], const vec3 plane[3]);
/** Where the planes of three triangles meet; the point refers to `meet`. False where they meet in
 * no point or more than one. */
bool carom_exact_meet_planes(exact_point *p, exact_meet *meet, const vec3 *const v[3]);
exact_direction carom_exact_span_direction(const exact_span *span);
/** The direction between `from` and `to` that lies in the plane of `x` and `y`; from and to are on
 * different sides of it. */
exact_direction carom_exact_between(const exact_span *from, const exact_span *to,
                                    const exact_span *x, const exact_span *y);

/** Sign of det(v1 - v0, v2 - v0, p - v0). */
int carom_exact_side(const exact_point *p, const vec3 v[3]);
/** Sign of det(ray, x - p, y - p). */
int carom_exact_side_of_ray(const exact_point *p, vec3 ray, vec3 x, vec3 y);
/** True when the triangle's box is certainly elsewhere. */
bool carom_exact_apart(const exact_point *p, const vec3 v[3]);
/** The part that holds the point as far as that is known without arithmetic; else -1. */
int carom_exact_known_part(const exact_point *p, const vec3 v[3]);
/** The part of the triangle that holds the point (PART_EDGE, PART_FACE of curve_data.h), or -1. The
 * triangle has an area. */
int carom_exact_part(const exact_point *p, const vec3 v[3]);

/** Sign of det(d, x, y). */
int carom_exact_triple(const exact_direction *d, const exact_span *x, const exact_span *y);

/* Of the point of three planes: the same without a filter. */
int carom_exact_meet_side(const exact_meet *m, const vec3 v[3]);
int carom_exact_meet_side_of_ray(const exact_meet *m, vec3 ray, vec3 x, vec3 y);
/** Sign of component `axis` of cross(y - x, p - x). */
int carom_exact_meet_side_2d(const exact_meet *m, vec3 x, vec3 y, int axis);

#endif
