/* Least penetration depth of two solid convex hulls by the separating axis test on the Gauss map:
 * the facet of the Minkowski difference A - B nearest to the origin, with the proof that no other
 * is nearer, without building A - B. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_H

#include "convex/support/convex.h"

typedef struct facet_answer {
    bool skip_projection; /* in: the points may be left out where they need a projection onto a face
                           */
    /* in: null, or the facet of the last answer for this pair. Two edges: a and b begin with the
       two vertices of each. A face: its hull's entry begins with ~face, the other's with the vertex
       that is deepest under it. */
    const convex_cache *cached;
    double depth; /* negative: apart along `normal` */
    vec3 normal;  /* unit, from A to B */
    double scale; /* the size that rounding errors are relative to */
    vec3 point_a, point_b;
    int hint[2];  /* a vertex of each hull near the contact; over a face of the other hull, the
                     deepest one */
    int face[2];  /* the face of A or of B that is the facet, or -1 */
    int end[2];   /* where the facet is two edges: their ends that are not in `hint`; -1 where
                     rounding might choose others */
    bool aligned; /* the points lie on the features in contact; else only the normal is known */
} facet_answer;

/** The facet of least depth of two hulls of dimension 3.
 * @param guess a direction that is likely to be near the normal, of any length
 * @return false when the axes are not orthonormal to DISTORTION_MAX, or when more faces or arcs are
 * near than the fixed capacities hold; then nothing is known. Otherwise `depth` is the least, or
 * the search has stopped at the first direction along which it is negative or below
 * FACET_UNDECIDED. */
bool carom_hull_sat(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                    facet_answer *out);

#endif
