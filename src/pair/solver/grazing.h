/* Grazing contact of a pair in double-double arithmetic. */
#ifndef CAROM_PAIR_SOLVER_GRAZING_H
#define CAROM_PAIR_SOLVER_GRAZING_H

#include "convex/graze/graze.h"
#include "pair/pose/pair.h"

/** A pair in table order: the shapes that were given, and their convex views. */
typedef struct grazing_pair {
    const carom_shape *given[2];
    const convex_shape *view[2];
    vec3 motion[2];
} grazing_pair;

/** Refines the hit of the engine, see carom_graze_refine. */
graze_end carom_grazing_refine(const grazing_pair *pair, double target, convex_hit *hit);

#endif
