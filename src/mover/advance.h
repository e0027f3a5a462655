/* Motion by sweeps. */
#ifndef CAROM_MOVER_ADVANCE_H
#define CAROM_MOVER_ADVANCE_H

#include "mover/mover_run.h"

/** Moves by `motion` as far as the sweep of the shape is free. @return the part of the motion that
 * was made; `hit`, which may be null, is zeroed but for t = 1 where nothing stopped it */
double carom_mover_advance(mover_run *run, vec3 motion, carom_world_hit *hit);

/** Does the shape overlap nothing where it is? */
bool carom_mover_is_free(const mover_run *run);

#endif
