/* Directional penetration depth of two surfaces. */
#ifndef CAROM_SURFACE_PAIR_SURFACE_PAIR_DIRECTIONAL_DEPTH_H
#define CAROM_SURFACE_PAIR_SURFACE_PAIR_DIRECTIONAL_DEPTH_H

#include "surface/surface_query.h"

/** Returns the distance that B moves along `direction` to be free of A, as
 * carom_surface_directional_depth. */
double carom_surface_pair_directional_depth(const carom_posed_shape *a, const carom_posed_shape *b,
                                            vec3 direction);

#endif
