/* Depth and sweep of two posed cylinders, from their frames. */
#ifndef CAROM_PAIR_SOLVER_CYLINDER_PAIRS_H
#define CAROM_PAIR_SOLVER_CYLINDER_PAIRS_H

#include "carom/dispatch.h"
#include "convex/revolution/cylinder_depth.h"
#include "convex/revolution/cylinder_overlap.h"
#include "pair/pose/pair.h"

static inline bool is_framed_cylinder_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    const uint32_t ready = POSED_VALID | POSED_FRAMED;
    return a->shape.kind == CAROM_SHAPE_CYLINDER && b->shape.kind == CAROM_SHAPE_CYLINDER &&
           (a->state & b->state & ready) == ready;
}

static inline const cylinder_view *cylinder_of(const carom_posed_shape *framed) {
    return &framed->frame.solid;
}

/* A framed pair in table order. */
typedef struct cylinder_pair {
    const cylinder_view *a, *b;
    bool flip;
} cylinder_pair;

cylinder_pair carom_cylinders_in_order(const carom_posed_shape *a, const carom_posed_shape *b);

/** The depth of such a pair, where it is contact beyond rounding. @return false, and nothing is
 * written, where it is undecided */
bool carom_cylinders_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_penetration *out);

/** The sweep of such a pair. @return false, and nothing is written, where it is undecided */
bool carom_cylinders_sweep(const carom_posed_shape *a, const carom_posed_shape *b,
                           const carom_sweep_options *options, carom_sweep_hit *out);

#endif
