/* Containment of a point in a convex shape, by exact signs. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_POINT_H
#define CAROM_PAIR_CONTAINS_CONTAINS_POINT_H

#include "pair/contains/contains.h"

/** Whether A contains the point `p`; exact, but for ellipsoids and moved hulls. */
bool carom_holds_point(const carom_shape *a, vec3 p);

/** Whether the ball is in the capsule; exact. */
bool carom_capsule_holds_ball(const carom_capsule *capsule, vec3 center, double radius);

/** The point or vector in the frame of a hull. */
vec3 carom_hull_local(const carom_placed_hull *placed, vec3 point, bool is_vector);

#endif
