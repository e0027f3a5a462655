/* A box by itself: the numbers that a convex_shape and the frame of a posed shape hold in this
 * order, read where they lie. */
#ifndef CAROM_CONVEX_BOX_BOX_VIEW_H
#define CAROM_CONVEX_BOX_BOX_VIEW_H

#include "convex/support/convex.h"

#include <stddef.h>

typedef struct box_view {
    vec3 center, axes[3];
    union {
        vec3 half;
        double side[3]; /* the same by number */
    };
} __attribute__((may_alias)) box_view;

/* What is remembered of a contact, and expected of the next: its axis, and the kinds of the points
 * that were chosen, of more than four. Whatever it holds is no harm. */
typedef struct box_memory {
    uint8_t axis, taken[4];
} __attribute__((may_alias)) box_memory;

_Static_assert(offsetof(convex_shape, axes) - offsetof(convex_shape, center) ==
                       offsetof(box_view, axes) &&
                   offsetof(convex_shape, half) - offsetof(convex_shape, center) ==
                       offsetof(box_view, half),
               "the numbers of a box are not in order");

/* Without a branch: both are as frequent. */
static inline double sign_of(bool positive) {
    return 2.0 * positive - 1.0;
}

/* The largest of a direction's parts in size, of equals the first, without a branch: nobody can
 * guess which it is. */
static inline int foremost_part(const double part[3]) {
    const double x = fabs(part[0]), y = fabs(part[1]), z = fabs(part[2]);
    const int not_x = (y > x) | (z > x);
    return not_x + (not_x & (z > y));
}

static inline const box_view *box_view_of(const convex_shape *s) {
    return (const box_view *)(const void *)&s->center;
}

#endif
