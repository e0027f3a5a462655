/* Contact manifolds, closest points and sweeps of two posed boxes, from their frames. */
#ifndef CAROM_PAIR_SOLVER_BOX_PAIRS_H
#define CAROM_PAIR_SOLVER_BOX_PAIRS_H

#include "convex/box/box_view.h"
#include "pair/pose/pair.h"

static inline bool is_framed_box_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    const uint32_t ready = POSED_VALID | POSED_FRAMED;
    return a->shape.kind == CAROM_SHAPE_OBB && b->shape.kind == CAROM_SHAPE_OBB &&
           (a->state & b->state & ready) == ready;
}

/** The view of a posed box that has its frame. */
static inline const box_view *box_view_of_posed(const carom_posed_shape *posed) {
    return &posed->frame.solid;
}

#endif
