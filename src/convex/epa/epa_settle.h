/* Early end of EPA for curved shapes, with a proof that the depth found is the least. */
#ifndef CAROM_CONVEX_EPA_EPA_SETTLE_H
#define CAROM_CONVEX_EPA_EPA_SETTLE_H

#include "convex/epa/epa_hull.h"

/* A stationary point of the support value of A - B over the directions, which is proved to be the
 * least in a cap around its normal. */
typedef struct epa_guess {
    bool found;
    vec3 normal, a, b; /* deepest points, relative to the shapes' origins */
    double depth;
    double cosine; /* of the cap's half-angle */
} epa_guess;

/** Searches for one by Newton's method from the facet at the best normal. Sets the cap whose faces
 * the polytope need not expand. */
bool carom_epa_guess(epa_work *e, const epa_answer *best, epa_guess *out);

/** @return true when the polytope proves the same depth in all directions outside of the cap: then
 * the guess is the answer */
bool carom_epa_settle(epa_work *e, const epa_guess *g, epa_answer *best);

#endif
