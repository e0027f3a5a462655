/* Closed forms of sweeps. */
#ifndef CAROM_PAIR_SWEEP_TABLE_H
#define CAROM_PAIR_SWEEP_TABLE_H

#include "pair/pose/pair.h"

/* Rows are the shape that moves. Null: the pair has no closed form. */
extern sweep_pair *const carom_sweep_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

#endif
