/* Time of impact of turning shapes of which one or both are unbounded. */
#ifndef CAROM_PAIR_SOLVER_TOI_UNBOUNDED_H
#define CAROM_PAIR_SOLVER_TOI_UNBOUNDED_H

#include "carom/dispatch.h"
#include "math/vec.h"
#include "convex/toi.h"

/* A valid shape and its motion; of unbounded ones only the path is used. */
typedef struct toi_side {
    const carom_shape *shape;
    const convex_turning *turning;
} toi_side;

/** A plane, half-space or line, or a ray without end. */
bool carom_is_unbounded(const carom_shape *shape);

/** One or both are unbounded; if both are, they must be apart at the start. */
convex_toi carom_unbounded_toi(const toi_side *a, const toi_side *b,
                               const convex_toi_options *options);

#endif
