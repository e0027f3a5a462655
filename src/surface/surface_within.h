/* The test whether a shape and a mesh or height field are at most a distance apart. */
#ifndef CAROM_SURFACE_SURFACE_WITHIN_H
#define CAROM_SURFACE_SURFACE_WITHIN_H

#include "surface/surface_query.h"

/** Returns true if the closest points are at most `distance`, which is not negative. */
bool carom_surface_within(const carom_posed_shape *a, const carom_posed_shape *b,
                          carom_real distance);
/** The same with storage for the query. */
bool carom_surface_within_in(surface_query *storage, const carom_posed_shape *a,
                             const carom_posed_shape *b, carom_real distance);

#endif
