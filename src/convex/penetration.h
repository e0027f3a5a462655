/* Penetration for manifolds: from the last normal, and without points nobody may want. */
#ifndef CAROM_CONVEX_PENETRATION_H
#define CAROM_CONVEX_PENETRATION_H

#include "convex/hull_sat/hull_sat.h"

typedef struct penetration_search {
    vec3 guess;    /* in: a direction likely to be near the normal; zero without an idea */
    bool lazy;     /* in: points may be left out */
    int hint[2];   /* out: vertices of A and B near the contact; 0 when not known */
    bool left_out; /* out: points were */
    double slack;  /* out: what the points will be found by */
} penetration_search;

/** carom_convex_penetration, by a search of one's own. */
convex_penetration carom_convex_penetration_by(const convex_shape *a, const convex_shape *b,
                                               penetration_search *search);

/** Adds the points that were left out, if any. */
void carom_convex_locate(const convex_shape *a, const convex_shape *b,
                         const penetration_search *search, convex_penetration *out);

/** carom_convex_penetration of two solid hulls, rigid and of no extreme size, in the order of
 * carom_convex_order_shapes, where their depth, or how far they are apart, is more than rounding.
 * `guess` may be zero. @return false where that takes the long way */
bool carom_hulls_facet(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                       facet_answer *out);

/** Puts the points onto the features in contact. */
void carom_hulls_locate(const convex_shape *a, const convex_shape *b, facet_answer *out);

/** A total order of what shapes are and where, but for copies. */
int carom_convex_order_shapes(const convex_shape *a, const convex_shape *b);

#endif
