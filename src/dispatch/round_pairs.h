/* Spheres and capsules among each other, from one computation: the closest points of their axes. */
#ifndef CAROM_DISPATCH_ROUND_PAIRS_H
#define CAROM_DISPATCH_ROUND_PAIRS_H

#include "carom/contact.h"
#include "dispatch/dispatch.h"

/* Capsules, or one and a sphere, in any order. */
bool carom_round_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b);

static inline bool is_round_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SPHERE || kind == CAROM_SHAPE_CAPSULE;
}

/* A valid pair of these: calls with posed shapes need no table for it. */
static inline bool is_round_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (!(a->state & b->state & POSED_VALID)) return false;
    carom_shape_kind first = a->shape.kind, second = b->shape.kind;
    return is_round_kind(first) && is_round_kind(second) &&
           (first == CAROM_SHAPE_CAPSULE || second == CAROM_SHAPE_CAPSULE);
}

/** The manifold of two spheres or capsules.
 * @return false, and nothing is written, for what this serves not: other kinds, invalid shapes or
 * margins, shapes without radius or of extreme size */
bool carom_round_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                         carom_contact_manifold *manifold);

#endif
