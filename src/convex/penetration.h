/* Penetration depth for contact manifolds: with a warm start, and witness points on demand. */
#ifndef CAROM_CONVEX_PENETRATION_H
#define CAROM_CONVEX_PENETRATION_H

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

#endif
