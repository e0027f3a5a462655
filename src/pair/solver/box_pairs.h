/* Contacts, nearest points and sweeps of two boxes, quicker than by the table. */
#ifndef CAROM_PAIR_SOLVER_BOX_PAIRS_H
#define CAROM_PAIR_SOLVER_BOX_PAIRS_H

#include "convex/box/box_view.h"
#include "pair/pose/pair.h"

static inline bool is_framed_box_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    const uint32_t ready = POSED_VALID | POSED_FRAMED;
    return a->shape.kind == CAROM_SHAPE_OBB && b->shape.kind == CAROM_SHAPE_OBB &&
           (a->state & b->state & ready) == ready;
}

/** Of one that is framed. */
static inline const box_view *box_view_of_posed(const carom_posed_shape *posed) {
    return &posed->frame.solid;
}

#endif
