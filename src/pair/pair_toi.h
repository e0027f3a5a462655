/* Time of impact of two turning shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_TOI_H
#define CAROM_PAIR_PAIR_TOI_H

#include "carom/toi.h"
#include "math/vec.h"

carom_toi_hit carom_pair_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                             carom_real tolerance);

#endif
