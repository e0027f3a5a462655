/* Linear sweep of two convex shapes by GJK ray cast [Bergen04] of the origin against their
 * Minkowski difference, with the point, the normal, the end of contact and whether the motion
 * grazes. */
#ifndef CAROM_CONVEX_SWEEP_H
#define CAROM_CONVEX_SWEEP_H

#include "convex/support/convex.h"

/** Linear sweep of A by `motion` against B at rest. */
convex_hit carom_convex_sweep(const convex_shape *a, vec3 motion, const convex_shape *b,
                              const convex_sweep_options *options);

/** The fraction at which the contact ends that starts at the known fraction `since`.
 * @param tolerance not 0 */
double carom_convex_parting(const convex_shape *a, vec3 motion, const convex_shape *b,
                            double tolerance, double since);

#endif
