/* The growing polytope inside a Minkowski difference A - B, whose nearest facet to the origin is
 * the least translation that frees B from A. */
#ifndef CAROM_CONVEX_EPA_EPA_H
#define CAROM_CONVEX_EPA_EPA_H

#include "convex/support/convex.h"

/* A vertex of A - B with where it comes from. */
typedef struct epa_vertex {
    vec3 w, a, b;
    int index_a, index_b;
} epa_vertex;

typedef enum epa_outcome {
    EPA_SOLID = 0, /* the origin is inside, or within rounding of the surface */
    EPA_FLAT,      /* A - B has no thickness: `normal` is perpendicular to all of it */
    EPA_APART      /* certainly: `normal` separates */
} epa_outcome;

typedef struct epa_answer {
    epa_outcome outcome;
    vec3 normal;
    double depth; /* how far A - B reaches along the normal, or along the given direction */
    double lower; /* certified */
    bool limit;
    bool smooth; /* found by smoothness: depth and corners are far better than lower tells */
    epa_vertex corner[3]; /* of the facet that the normal, from the origin, passes through */
    double weight[3];     /* of the corners, where it does; they sum to 1 */
    double scale;         /* the largest coordinate seen */
} epa_answer;

/** Least penetration of the cores. */
epa_answer carom_epa(const convex_shape *a, const convex_shape *b);

/** The way out of A - B, radii included, along a unit vector. */
epa_answer carom_epa_along(const convex_shape *a, const convex_shape *b, vec3 along);

#endif
