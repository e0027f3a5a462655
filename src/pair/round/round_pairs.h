/* Pairs of spheres and capsules: every verb from the closest points of their axes. */
#ifndef CAROM_PAIR_ROUND_ROUND_PAIRS_H
#define CAROM_PAIR_ROUND_ROUND_PAIRS_H

#include "carom/contact.h"
#include "pair/pose/round_frame.h"

/* Two capsules, or a capsule and a sphere, in any order. */
bool carom_round_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b);

#endif
