/* Two cylinders: what needs no views when they were posed beforehand. */
#ifndef CAROM_DISPATCH_CYLINDER_PAIRS_H
#define CAROM_DISPATCH_CYLINDER_PAIRS_H

#include "carom/contact.h"
#include "convex/cylinder_overlap.h"
#include "dispatch/dispatch.h"

static inline bool is_cylinder_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return a->shape.kind == CAROM_SHAPE_CYLINDER && b->shape.kind == CAROM_SHAPE_CYLINDER &&
           (a->state & b->state & POSED_VALID);
}

/* The same with frames. */
static inline bool is_framed_cylinder_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return is_cylinder_pair(a, b) && (a->state & b->state & POSED_FRAMED);
}

static inline const cylinder_view *cylinder_of(const carom_posed_shape *framed) {
    return (const cylinder_view *)(const void *)framed->frame;
}

/* As the convex engine sees them, in table order. */
typedef struct cylinders_seen {
    const cylinder_view *a, *b;
    bool flip;
    carom_posed_shape room[2]; /* of those posed without a frame */
} cylinders_seen;

/** @return false where one has no radius */
bool carom_cylinders_see(cylinders_seen *out, const carom_posed_shape *a,
                         const carom_posed_shape *b);

/** Of such a pair. @return false, and nothing is written, for what is left to the general method */
bool carom_cylinders_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_penetration *out);

#endif
