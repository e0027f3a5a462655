/* First contact of shapes that turn, and their paths in the form of the convex engine. */
#ifndef CAROM_WORLD_TURN_H
#define CAROM_WORLD_TURN_H

#include "math/turn.h"
#include "world/pair.h"

/** A shape that moves, and turns about the origin of its pose. */
typedef struct world_turning {
    world_placed at;
    carom_vec3 turn; /* in the common frame: along the axis, as long as the angle in radians */
} world_turning;

/** @return false when a number is not finite. */
bool carom_world_turn_path(turn_path *out, const world_turning *turning);

/** First contact of two shapes that are no surfaces, or the time when they are nearer than the
 * tolerance; never late. What has no bounds and is no plane or half-space only moves. */
carom_sweep_hit carom_world_turn(const world_turning *a, const world_turning *b, double tolerance);

#endif
