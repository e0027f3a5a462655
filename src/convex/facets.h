/* Least penetration of solid hulls: the facet of A - B nearest to the origin, with the proof that
 * no other is nearer, without building A - B. */
#ifndef CAROM_CONVEX_FACETS_H
#define CAROM_CONVEX_FACETS_H

#include "convex/convex.h"

typedef struct facet_answer {
    double depth; /* negative: apart along `normal` */
    vec3 normal;  /* unit, from A to B */
    double scale; /* the size that rounding is relative to */
    vec3 point_a, point_b;
    int hint[2];  /* vertices near the contact */
    int face[2];  /* the one of A or of B that it is, or -1 */
    bool seen;    /* no vertex is farther than those of `hint` */
    bool aligned; /* the points lie on the features in contact; else only the normal is known */
} facet_answer;

/** Of hulls with an inside, in poses that hardly distort; `guess`: a direction likely to be near
 * the normal, of any length. Stops at the first direction that separates, or leaves no depth but
 * for rounding.
 * @return false when more facets were near than it is made for. */
bool carom_facets(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                  facet_answer *out);

#endif
