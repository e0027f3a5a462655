/* Directional penetration depth of two surfaces. */
#ifndef CAROM_SURFACE_PAIR_BOTH_ALONG_H
#define CAROM_SURFACE_PAIR_BOTH_ALONG_H

#include "surface/mesh_pairs.h"

/** Returns the distance that B moves along `direction` to be free of A, as carom_surface_along. */
double carom_both_along(const carom_posed_shape *a, const carom_posed_shape *b, vec3 direction);

#endif
