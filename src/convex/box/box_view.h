/* A view of an oriented box: centre, axes and half-extents in the order in which a convex_shape and
 * the frame of a posed shape hold them, read in place. */
#ifndef CAROM_CONVEX_BOX_BOX_VIEW_H
#define CAROM_CONVEX_BOX_BOX_VIEW_H

#include "convex/support/convex.h"

#include <stddef.h>

typedef struct box_view {
    vec3 center, axes[3];
    union {
        vec3 half;
        double side[3]; /* the half-extents by index */
    };
} __attribute__((may_alias)) box_view;

/* A prediction from the last contact of a pair: its axis, and which points were chosen when there
 * were more than four. Any content is valid: a wrong prediction only costs time. */
typedef struct box_memory {
    uint8_t axis, taken[4];
} __attribute__((may_alias)) box_memory;

_Static_assert(offsetof(convex_shape, axes) - offsetof(convex_shape, center) ==
                       offsetof(box_view, axes) &&
                   offsetof(convex_shape, half) - offsetof(convex_shape, center) ==
                       offsetof(box_view, half),
               "the numbers of a box are not in order");

/* 1 or -1, without a branch: both are equally frequent. */
static inline double sign_of(bool positive) {
    return 2.0 * positive - 1.0;
}

/* Index of the component of greatest magnitude, the first of equals; without a branch, which would
 * be unpredictable. */
static inline int largest_component_index(const double part[3]) {
    const double x = fabs(part[0]), y = fabs(part[1]), z = fabs(part[2]);
    const int not_x = (y > x) | (z > x);
    return not_x + (not_x & (z > y));
}

static inline const box_view *box_view_of(const convex_shape *s) {
    return (const box_view *)(const void *)&s->center;
}

#endif
