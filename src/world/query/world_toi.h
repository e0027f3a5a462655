/* First contact of turning shapes. */
#ifndef CAROM_WORLD_QUERY_WORLD_TOI_H
#define CAROM_WORLD_QUERY_WORLD_TOI_H

#include "world/pair.h"

/** A shape that is translated and turns about the origin of its pose. */
typedef struct world_turning {
    world_placed at;
    carom_vec3 turn; /* rotation vector in the common frame: axis times angle in radians */
} world_turning;

/** The first contact of two shapes of any kind, or an earlier time at which they are nearer than
 * the tolerance; never late. Pairs of surfaces, of unbounded shapes, and of one of each are
 * translated only, and so is a compound. */
carom_sweep_hit carom_world_turn(const world_turning *a, const world_turning *b, double tolerance);

#endif
