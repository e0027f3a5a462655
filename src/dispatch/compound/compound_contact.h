/* Contact manifolds, and depth along a direction, of two shapes of which one at least is a
 * compound. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_CONTACT_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_CONTACT_H

#include "dispatch/compound/compound_pair.h"

/** As carom_contact_several. */
int32_t carom_contact_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                    carom_contact_manifold *manifolds, int32_t capacity);
/** As carom_along_with_surface. */
double carom_along_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                 vec3 direction);

#endif
