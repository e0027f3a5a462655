/* First contact of turning shapes, and their paths in the form that convex/toi.h takes. */
#ifndef CAROM_WORLD_QUERY_WORLD_TOI_H
#define CAROM_WORLD_QUERY_WORLD_TOI_H

#include "math/rotation.h"
#include "world/pair.h"

/** A shape that is translated and turns about the origin of its pose. */
typedef struct world_turning {
    world_placed at;
    carom_vec3 turn; /* rotation vector in the common frame: axis times angle in radians */
} world_turning;

/** @return false when a number is not finite. */
bool carom_world_turn_path(rigid_motion *out, const world_turning *turning);

/** The first contact of two shapes that are no surfaces, or an earlier time at which they are
 * nearer than the tolerance; never late. Unbounded shapes other than planes and half-spaces are
 * translated only. */
carom_sweep_hit carom_world_turn(const world_turning *a, const world_turning *b, double tolerance);

#endif
