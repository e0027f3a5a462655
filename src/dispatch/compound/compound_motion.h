/* Sweep and time of impact of two shapes of which one at least is a compound. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_MOTION_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_MOTION_H

#include "dispatch/compound/compound_pair.h"

/** `options` is not null. */
carom_sweep_hit carom_sweep_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                          const carom_sweep_options *options);
carom_toi_hit carom_toi_with_compound(const carom_turning_shape *a, const carom_turning_shape *b,
                                      carom_real tolerance);

#endif
