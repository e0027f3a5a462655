/* Least penetration of polytopes whose faces and edges are few, by separating axes. */
#ifndef CAROM_CONVEX_SAT_SAT_H
#define CAROM_CONVEX_SAT_SAT_H

#include "convex/support/convex.h"

typedef struct sat_answer {
    bool found;   /* false: no direction at all, A - B has no thickness that is seen from here */
    vec3 normal;  /* unit, from A to B */
    double depth; /* negative: apart along `normal` */
    double scale; /* the size that rounding is relative to */
} sat_answer;

/** A box, or up to four points. */
bool carom_sat_serves(const convex_shape *shape);

/** Of the cores. Directions in order: faces of A, faces of B, pairs of edges; + before -. Later
 * ones must be better by more than rounding. Stops at the first that separates clearly. */
sat_answer carom_sat(const convex_shape *a, const convex_shape *b);

#endif
