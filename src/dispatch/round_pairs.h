/* Spheres and capsules among each other, from one computation: the closest points of their axes.
 * Same signatures as the tables. */
#ifndef CAROM_DISPATCH_ROUND_PAIRS_H
#define CAROM_DISPATCH_ROUND_PAIRS_H

#include "carom/contact.h"
#include "dispatch/dispatch.h"

/* A is a sphere or a capsule, B a capsule. */
bool carom_round_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b);

/** The manifold of a valid pair, both spheres or capsules; margin and capacity are sound.
 * @return false, and nothing is written, for a pair that this serves not: another kind, shapes
 * without radius, or of extreme size */
bool carom_round_contact(const posed_pair *pair, carom_contact_manifold *manifold);

#endif
