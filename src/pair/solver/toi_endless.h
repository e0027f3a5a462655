/* Turning shapes of which one or both are endless. */
#ifndef CAROM_PAIR_SOLVER_TOI_ENDLESS_H
#define CAROM_PAIR_SOLVER_TOI_ENDLESS_H

#include "carom/dispatch.h"
#include "math/vec.h"
#include "convex/toi.h"

/* A valid shape and its motion; of endless ones only the path is used. */
typedef struct toi_side {
    const carom_shape *shape;
    const convex_turning *turning;
} toi_side;

/** A plane, half-space or line, or a ray without end. */
bool carom_is_endless(const carom_shape *shape);

/** One or both are endless. Both: apart at the start. */
convex_toi carom_endless_toi(const toi_side *a, const toi_side *b,
                             const convex_toi_options *options);

#endif
