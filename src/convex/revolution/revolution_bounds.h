/* Proofs of the least penetration of two solids of revolution, own method, from lower bounds of the
 * support value of A - B: - inscribed balls around points of the medial segments: their Minkowski
 * difference is in A - B; - in a cap of directions around a stationary one, the growth of the
 * support value by the rims, sides and ends at the deepest points. */
#ifndef CAROM_CONVEX_REVOLUTION_REVOLUTION_BOUNDS_H
#define CAROM_CONVEX_REVOLUTION_REVOLUTION_BOUNDS_H

#include "convex/revolution/revolution.h"

void carom_revolution_between_balls(const revolution_pair *pair, revolution_balls *out);

/** A direction of the world in the frame, unit, mirrored to z <= 0. */
vec3 carom_revolution_to_frame(const revolution_pair *pair, vec3 direction);

/** Two starts of the descent when the least support value may be near `guess`: there or on a
 * profile break, and at an end of an axis. */
void carom_revolution_start(const revolution_pair *pair, vec3 guess, revolution_direction start[2]);

/** Is the stationary direction proved to be the least of all whose cosine with it is `cosine` or
 * more? */
bool carom_revolution_is_least_in_cap(const revolution_pair *pair,
                                      const revolution_direction *direction,
                                      const revolution_growth growth[2], double cosine);

/** Is it proved to be the least of all directions? point, growth: from carom_revolution_witness.
 * False where that is not known. */
bool carom_revolution_is_least(const revolution_pair *pair, const revolution_direction *direction,
                               const vec3 point[2], const revolution_growth growth[2]);

#endif
