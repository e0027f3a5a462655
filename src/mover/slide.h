/* Sliding along what is near, and out of what is overlapped. */
#ifndef CAROM_MOVER_SLIDE_H
#define CAROM_MOVER_SLIDE_H

#include "mover/mover_run.h"

/** Moves by `motion` and slides along what bounds it; `sides`: steep sides bring it no higher. */
void carom_mover_slide(mover_run *run, vec3 motion, bool sides);

/** Pushes the mover out of what it overlaps, or is too near to. */
void carom_mover_push(mover_run *run);

#endif
