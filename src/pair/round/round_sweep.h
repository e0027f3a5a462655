/* Sweeps of two capsules that are in contact at the start. */
#ifndef CAROM_PAIR_ROUND_ROUND_SWEEP_H
#define CAROM_PAIR_ROUND_ROUND_SWEEP_H

#include "pair/round/round_axes.h"

/** The sweep of two capsules that are in contact at the start by more than rounding and part at the
 * time `exit`. */
carom_sweep_hit carom_round_start(const round_pair *pair, const carom_posed_shape *a,
                                  const carom_posed_shape *b, const carom_sweep_options *options,
                                  double exit);

#endif
