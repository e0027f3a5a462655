/* Penetration depth for contact manifolds: with a warm start, and witness points on demand. */
#ifndef CAROM_CONVEX_PENETRATION_H
#define CAROM_CONVEX_PENETRATION_H

#include "convex/support/convex.h"
#include "convex/hull_sat/hull_sat.h"

typedef struct penetration_search {
    vec3 guess;        /* in: a direction likely to be near the normal; zero for none */
    bool skip_witness; /* in: the witness points may be left out */
    int hint[2];       /* out: vertices of A and B near the contact; 0 when unknown */
    bool left_out;     /* out: the witness points were left out */
    double slack;      /* out: tolerance with which carom_convex_locate finds them */
} penetration_search;

/** carom_convex_penetration with options. */
convex_penetration carom_convex_penetration_by(const convex_shape *a, const convex_shape *b,
                                               penetration_search *search);

/** Adds the witness points if they were left out. */
void carom_convex_locate(const convex_shape *a, const convex_shape *b,
                         const penetration_search *search, convex_penetration *out);

/** Depth of two solid rigid hulls of ordinary size, in the order of carom_convex_order_shapes,
 * whose depth or separation exceeds rounding. `guess` may be zero.
 * @return false when undecided: carom_convex_penetration is needed */
bool carom_hulls_facet(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                       facet_answer *out);

/** Sets the witness points, on the features in contact. */
void carom_hulls_locate(const convex_shape *a, const convex_shape *b, facet_answer *out);

/** A total order of shapes by kind and numbers; 0 for copies. */
int carom_convex_order_shapes(const convex_shape *a, const convex_shape *b);

/** Penetration depth: the least translation that separates the shapes. */
convex_penetration carom_convex_penetration(const convex_shape *a, const convex_shape *b);

/** Directional penetration depth: how far B must move along the unit `direction` to separate from
 * A; 0 when apart. */
double carom_convex_penetration_along(const convex_shape *a, const convex_shape *b, vec3 direction);

/* The solvers of the depth, in the order in which they are tried, from the most special to the
 * general one. Each answers or is undecided, and leaves the pair to the next; the last one always
 * answers. */
enum { CONVEX_DEPTH_SOLVERS = 5 };

/* Of cores without a radius, in the order of carom_convex_order_shapes. */
typedef struct convex_depth_solver {
    const char *name;
    /* @return false, and `out` is undefined, when undecided */
    bool (*solve)(const convex_shape *a, const convex_shape *b, penetration_search *search,
                  convex_penetration *out);
} convex_depth_solver;

extern const convex_depth_solver carom_convex_depth_solvers[CONVEX_DEPTH_SOLVERS];

#endif
