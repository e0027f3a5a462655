/* Expanding polytope algorithm (EPA) [Bergen01]: least penetration depth from a polytope inside the
 * Minkowski difference A - B. */
#ifndef CAROM_CONVEX_EPA_EPA_H
#define CAROM_CONVEX_EPA_EPA_H

#include "convex/support/convex.h"

/* A support point w = a - b of A - B, with the points and the vertices of A and B. */
typedef struct epa_vertex {
    vec3 w, a, b;
    int index_a, index_b;
} epa_vertex;

typedef enum epa_outcome {
    EPA_SOLID = 0,    /* the origin is inside, or within rounding of the surface */
    EPA_NO_THICKNESS, /* A - B has no thickness: `normal` is perpendicular to all of it */
    EPA_APART         /* certainly: `normal` separates */
} epa_outcome;

typedef struct epa_answer {
    epa_outcome outcome;
    vec3 normal;
    double depth; /* support value of A - B along the normal, or exit along the given direction */
    double lower; /* certified lower bound of the depth */
    bool limit;   /* the capacity was exceeded before the bounds met */
    bool smooth;  /* found from derivatives: depth and corners are right to rounding, far better
                     than `lower` proves */
    epa_vertex corner[3]; /* of the facet that the normal, from the origin, passes through */
    double weight[3];     /* barycentric, of the point where it does */
    double scale;         /* the largest coordinate of a support point */
} epa_answer;

/** Least penetration of the cores, without their radii. */
epa_answer carom_epa(const convex_shape *a, const convex_shape *b);

/** The distance from the origin to the boundary of A - B, radii included, along a unit vector. */
epa_answer carom_epa_along(const convex_shape *a, const convex_shape *b, vec3 along);

#endif
