/* Turning, as the convex engine is told of it. */
#ifndef CAROM_WORLD_TURN_H
#define CAROM_WORLD_TURN_H

#include "math/turn.h"
#include "world/pair.h"

/** @return false when a number is not finite. */
bool carom_world_turn_path(turn_path *out, const world_turning *turning);

#endif
