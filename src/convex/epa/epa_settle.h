/* The end of a growing polytope of a curved pair before it has closed in. */
#ifndef CAROM_CONVEX_EPA_EPA_SETTLE_H
#define CAROM_CONVEX_EPA_EPA_SETTLE_H

#include "convex/epa/epa_hull.h"

/* A stationary reach of A - B that is the least of all directions in a cap. */
typedef struct epa_guess {
    bool found;
    vec3 normal, a, b; /* deepest points, from the shapes' origins */
    double depth;
    double cosine; /* of the cap */
} epa_guess;

/** Looks for one near the best normal, from the facet there. What lies well in the cap the polytope
 * then leaves out. */
bool carom_epa_guess(epa_work *e, const epa_answer *best, epa_guess *out);

/** True when the polytope reaches as far in all other directions: it is the answer then. */
bool carom_epa_settle(epa_work *e, const epa_guess *g, epa_answer *best);

#endif
