/* What is near a mover, and what it touches. */
#ifndef CAROM_MOVER_NEAR_H
#define CAROM_MOVER_NEAR_H

#include "mover/mover_run.h"

/** Finds the planes near the position. */
void carom_mover_look(mover_run *run);

/** The plane of what a sweep met, at half a skin. */
mover_near carom_mover_near_of_hit(const mover_run *run, const carom_world_hit *hit);

/** Height of the lowest point of the shape along up. */
double carom_mover_feet(const mover_run *run);

/** Adds to the caller's contacts, once for each collider and side. */
void carom_mover_touch(mover_run *run, const carom_world_plane *plane);

/** The bounds of the planes near by; `sides`: those of steep sides across up, too.
 * @return their count */
size_t carom_mover_bounds(const mover_run *run, bool sides, mover_bound bounds[MOVER_BOUNDS]);

#endif
