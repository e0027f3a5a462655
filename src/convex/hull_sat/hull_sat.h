/* Least penetration of solid hulls: the facet of A - B nearest to the origin, with the proof that
 * no other is nearer, without building A - B. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_H

#include "convex/support/convex.h"

typedef struct facet_answer {
    bool lazy; /* in: points may be left out, for which a point has to be put onto a face */
    /* in: null, or what may be known of the last facet. Of an edge of each hull a and b begin with
       its two vertices; of a face with ~face, and of its vertex over it. */
    const convex_cache *recall;
    double depth; /* negative: apart along `normal` */
    vec3 normal;  /* unit, from A to B */
    double scale; /* the size that rounding is relative to */
    vec3 point_a, point_b;
    int hint[2];  /* vertices near the contact: over a face of the other hull, the farthest */
    int face[2];  /* the one of A or of B that it is, or -1 */
    int end[2];   /* of two edges, where neither is: those of A's and B's that are not in `hint`,
                     or -1 where rounding might say others */
    bool aligned; /* the points lie on the features in contact; else only the normal is known */
} facet_answer;

/** Of hulls with an inside, in poses that hardly distort; `guess`: a direction likely to be near
 * the normal, of any length. Stops at the first direction that separates, or leaves no depth but
 * for rounding.
 * @return false when more facets were near than it is made for. */
bool carom_hull_sat(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                    facet_answer *out);

#endif
