/* Overlap test of two convex shapes; touching counts. */
#ifndef CAROM_CONVEX_DISTANCE_OVERLAP_H
#define CAROM_CONVEX_DISTANCE_OVERLAP_H

#include "convex/mpr/mpr.h"
#include "convex/support/convex.h"

/** Do the shapes share a point? Touching counts. Polytopes: exact for their numbers. */
bool carom_convex_overlap(const convex_shape *a, const convex_shape *b, convex_cache *cache);

/* The tests of contact, in the order in which they are tried, from the most special to the general
 * one. Each answers or is undecided, and leaves the pair to the next; the last one always answers.
 */
enum { CONVEX_OVERLAP_SOLVERS = 8 };

/* A test of contact: the portal that some solvers continue, and the cache, which may be null. */
typedef struct overlap_search {
    portal portal;
    convex_cache *cache;
} overlap_search;

typedef struct convex_overlap_solver {
    const char *name;
    portal_end (*solve)(overlap_search *search);
} convex_overlap_solver;

extern const convex_overlap_solver carom_convex_overlap_solvers[CONVEX_OVERLAP_SOLVERS];

#endif
