/* Contact manifolds of spheres and capsules. */
#ifndef CAROM_PAIR_ROUND_ROUND_CONTACT_H
#define CAROM_PAIR_ROUND_ROUND_CONTACT_H

#include "pair/round/round_pairs.h"

/** The manifold of two spheres or capsules.
 * @return false, and nothing is written, for other kinds, invalid shapes or margins, shapes without
 * a radius or of extreme size */
bool carom_round_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                         carom_contact_manifold *manifold);

#endif
