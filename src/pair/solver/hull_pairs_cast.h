/* The ray cast in float of two posed hulls that are rigid, with which their sweep begins. */
#ifndef CAROM_PAIR_SOLVER_HULL_PAIRS_CAST_H
#define CAROM_PAIR_SOLVER_HULL_PAIRS_CAST_H

#include "convex/cast/cast_float.h"
#include "pair/solver/hull_pairs.h"

/** The ray cast in float of a sweep, A moving relative to B; `out` also holds the portal. */
cast_float_end carom_hulls_cast(const carom_posed_shape *a, vec3 motion, const carom_posed_shape *b,
                                cast_float *out);

#endif
