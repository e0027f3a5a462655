/* Walking: slopes, steps, and ground that falls away. */
#ifndef CAROM_MOVER_GROUND_H
#define CAROM_MOVER_GROUND_H

#include "mover/mover_run.h"

/** Walks by a motion across up. */
void carom_mover_walk(mover_run *run, vec3 motion);

#endif
