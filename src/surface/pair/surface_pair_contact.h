/* Contact manifolds of two surfaces. */
#ifndef CAROM_SURFACE_PAIR_SURFACE_PAIR_CONTACT_H
#define CAROM_SURFACE_PAIR_SURFACE_PAIR_CONTACT_H

#include "carom/contact.h"
#include "surface/surface_query.h"

/** As carom_surface_contact, in the common frame, with one manifold per patch. */
int32_t carom_surface_pair_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                                   carom_contact_manifold *manifolds, int32_t capacity);

#endif
