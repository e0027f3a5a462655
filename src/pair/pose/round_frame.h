/* The numbers of a capsule from which the closest points of two axes are computed. A posed capsule
 * keeps them in its frame. */
#ifndef CAROM_PAIR_POSE_ROUND_FRAME_H
#define CAROM_PAIR_POSE_ROUND_FRAME_H

#include "pair/pose/pair.h"

#include <stddef.h>

/* The axis of a capsule; a sphere's has no length. */
typedef carom_capsule_axis round_frame;

_Static_assert(offsetof(carom_posed_shape, frame.capsule.axis) + sizeof(round_frame) ==
                   offsetof(carom_posed_shape, state),
               "the axis of a capsule is not beside the state, which is read with it");

/** The frame of a valid sphere or capsule. @return whether it is a capsule of ordinary size */
bool carom_round_frame(round_frame *out, const carom_shape *shape);

/** Fills the frame of a valid capsule that was posed, and its state where it is POSED_ROUND. */
void carom_round_pose(carom_posed_shape *posed);

static inline bool is_round_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SPHERE || kind == CAROM_SHAPE_CAPSULE;
}

/** The frame of a capsule that is POSED_ROUND. */
static inline const round_frame *frame_of_round(const carom_posed_shape *posed) {
    return &posed->frame.capsule.axis;
}

static inline bool is_framed_round(const carom_posed_shape *a, const carom_posed_shape *b) {
    return (a->state & b->state & POSED_ROUND) != 0;
}

/* Whether it is a valid pair of two capsules, or of one and a sphere. */
static inline bool is_round_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (!(a->state & b->state & POSED_VALID)) return false;
    carom_shape_kind first = a->shape.kind, second = b->shape.kind;
    return is_round_kind(first) && is_round_kind(second) &&
           (first == CAROM_SHAPE_CAPSULE || second == CAROM_SHAPE_CAPSULE);
}

#endif
