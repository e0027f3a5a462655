/* Distance and nearest points of two convex shapes, and whether they touch. */
#ifndef CAROM_CONVEX_DISTANCE_DISTANCE_H
#define CAROM_CONVEX_DISTANCE_DISTANCE_H

#include "convex/support/convex.h"

/** Distance and nearest points of two convex shapes. `options` may be null. */
convex_distance carom_convex_distance(const convex_shape *a, const convex_shape *b,
                                      const convex_options *options);

/* The solvers of the distance, in the order in which they are tried, from the most special to the
 * general one. Each answers or is undecided, and leaves the pair to the next; the last one always
 * answers. */
enum { CONVEX_DISTANCE_SOLVERS = 6 };

typedef struct convex_distance_solver {
    const char *name;
    /* @return false, and `out` is undefined, when undecided; `options` may be null */
    bool (*solve)(const convex_shape *a, const convex_shape *b, const convex_options *options,
                  convex_distance *out);
} convex_distance_solver;

extern const convex_distance_solver carom_convex_distance_solvers[CONVEX_DISTANCE_SOLVERS];

#endif
