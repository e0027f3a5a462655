/* Linear sweep of two convex shapes by GJK ray cast [Bergen04] of the origin against their
 * Minkowski difference, with the point, the normal, the end of contact and whether the motion
 * grazes. */
#ifndef CAROM_CONVEX_SWEEP_H
#define CAROM_CONVEX_SWEEP_H

#include "convex/cast/cast.h"
#include "convex/cast/cast_float.h"
#include "convex/support/convex.h"

/** Linear sweep of A by `motion` against B at rest. */
convex_hit carom_convex_sweep(const convex_shape *a, vec3 motion, const convex_shape *b,
                              const convex_sweep_options *options);

/** The fraction at which the contact ends that starts at the known fraction `since`.
 * @param tolerance not 0 */
double carom_convex_parting(const convex_shape *a, vec3 motion, const convex_shape *b,
                            double tolerance, double since);

/* The solvers of the first contact, in the order in which they are tried, from the most special to
 * the general one. Each answers or is undecided, and leaves the pair to the next; the last one
 * always answers. */
enum { CONVEX_SWEEP_SOLVERS = 2 };

typedef struct sweep_search {
    const convex_shape *a, *b;
    const convex_sweep_options *options;
    cast cast; /* `float_cast` may point to `scratch` */
    cast_float scratch;
} sweep_search;

typedef struct convex_sweep_solver {
    const char *name;
    /* @return CAST_UNDECIDED, and `hit` is undefined; otherwise `hit` is the answer but for the end
     * of contact, which CAST_HIT leaves to be found, and for the start, which CAST_AT_START does */
    cast_end (*solve)(sweep_search *search, convex_hit *hit);
} convex_sweep_solver;

extern const convex_sweep_solver carom_convex_sweep_solvers[CONVEX_SWEEP_SOLVERS];

#endif
