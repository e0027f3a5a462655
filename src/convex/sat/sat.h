/* Penetration depth of boxes and simplices by the separating axis test. */
#ifndef CAROM_CONVEX_SAT_SAT_H
#define CAROM_CONVEX_SAT_SAT_H

#include "convex/support/convex.h"

typedef struct sat_answer {
    bool found;   /* false: no face normal or edge pair gives a direction */
    vec3 normal;  /* unit, from A to B */
    double depth; /* overlap along `normal`; negative when they are apart along it */
    double scale; /* size of the pair, which rounding errors are relative to */
} sat_answer;

/** Is the shape a box or a simplex of up to four points? */
bool carom_sat_applies(const convex_shape *shape);

/** Depth of the cores. Tries the face normals of A, those of B and the pairs of edges, in this
 * order, + before -. A later axis must be better by more than rounding. Stops at the first axis
 * that certainly separates. */
sat_answer carom_sat(const convex_shape *a, const convex_shape *b);

#endif
