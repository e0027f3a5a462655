/* Planes and half-spaces against everything: closed forms of support points. */
#ifndef CAROM_PAIR_FLAT_PLANES_H
#define CAROM_PAIR_FLAT_PLANES_H

#include "pair/pair.h"

/* One is a plane or half-space, the other bounded, a ray or a line, or both are flat. Either order.
 * `contact_test`: the closed form of contact of the kinds, in table order, or null. */
bool carom_flat_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_flat_closest(const carom_shape *a, const carom_shape *b,
                                     overlap_pair *contact_test);
carom_penetration carom_flat_penetration(const carom_shape *a, const carom_shape *b,
                                         overlap_pair *contact_test);
/** `target`: the distance that counts as contact. */
carom_sweep_hit carom_flat_sweep(const carom_shape *a, carom_vec3 motion, const carom_shape *b,
                                 double target, overlap_pair *contact_test);

#endif
