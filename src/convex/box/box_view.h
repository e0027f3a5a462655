/* An oriented box as kernels read it, in place: the frame of a convex_shape or of a posed shape. */
#ifndef CAROM_CONVEX_BOX_BOX_VIEW_H
#define CAROM_CONVEX_BOX_BOX_VIEW_H

#include "convex/support/convex.h"

typedef carom_solid_frame box_view;

/* A prediction from the last contact of a pair: its axis, and which points were chosen when there
 * were more than four. Any content is valid: a wrong prediction only costs time. */
typedef struct box_memory {
    uint8_t axis, taken[4];
} __attribute__((may_alias)) box_memory;

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
    return &s->frame.solid;
}

#endif
