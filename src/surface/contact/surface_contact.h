/* Contact manifolds against a mesh or height field. */
#ifndef CAROM_SURFACE_CONTACT_SURFACE_CONTACT_H
#define CAROM_SURFACE_CONTACT_SURFACE_CONTACT_H

#include "carom/contact.h"
#include "surface/surface_query.h"

/** As carom_contact_several, in table order; manifolds[0] is blank except for the request. */
int32_t carom_surface_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifolds, int32_t capacity);

#endif
