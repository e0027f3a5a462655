/* The solvers of the convex engine for each verb, in the order in which they are tried, from the
 * most special to the general one. Each answers or is undecided, and leaves the pair to the next;
 * the last one always answers. */
#ifndef CAROM_CONVEX_SOLVERS_H
#define CAROM_CONVEX_SOLVERS_H

#include "convex/mpr/mpr.h"
#include "convex/penetration.h"

enum { CONVEX_DISTANCE_SOLVERS = 6, CONVEX_DEPTH_SOLVERS = 5, CONVEX_OVERLAP_SOLVERS = 8 };

typedef struct convex_distance_solver {
    const char *name;
    /* @return false, and `out` is undefined, when undecided; `options` may be null */
    bool (*solve)(const convex_shape *a, const convex_shape *b, const convex_options *options,
                  convex_distance *out);
} convex_distance_solver;

extern const convex_distance_solver carom_convex_distance_solvers[CONVEX_DISTANCE_SOLVERS];

/* Of cores without a radius, in the order of carom_convex_order_shapes. */
typedef struct convex_depth_solver {
    const char *name;
    /* @return false, and `out` is undefined, when undecided */
    bool (*solve)(const convex_shape *a, const convex_shape *b, penetration_search *search,
                  convex_penetration *out);
} convex_depth_solver;

extern const convex_depth_solver carom_convex_depth_solvers[CONVEX_DEPTH_SOLVERS];

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
