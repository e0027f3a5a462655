/* Time of impact of two turning surfaces. */
#ifndef CAROM_SURFACE_PAIR_SURFACE_PAIR_TOI_H
#define CAROM_SURFACE_PAIR_SURFACE_PAIR_TOI_H

#include "carom/toi.h"
#include "math/vec.h"

carom_toi_hit carom_surface_pair_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                     carom_real tolerance);

#endif
