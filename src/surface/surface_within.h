/* The test whether a shape and a mesh or height field are at most a distance apart. */
#ifndef CAROM_SURFACE_SURFACE_WITHIN_H
#define CAROM_SURFACE_SURFACE_WITHIN_H

#include "surface/surface_query.h"

/** Returns true if carom_surface_closest is at most `distance`, which is not negative. */
bool carom_surface_within(const carom_posed_shape *a, const carom_posed_shape *b,
                          carom_real distance);

#endif
