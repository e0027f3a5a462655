/* The exact sweep of two capsules, for pairs that the filter leaves undecided. */
#ifndef CAROM_QUERY_SWEEP_SWEEP_CAPSULES_H
#define CAROM_QUERY_SWEEP_SWEEP_CAPSULES_H

#include "carom/sweep.h"

/** By exact signs, for any numbers; in contact at the start the point and normal are not to be
 * used. */
carom_sweep_hit carom_sweep_capsules_exact(const carom_capsule *a, carom_vec3 motion,
                                           const carom_capsule *b);

#endif
