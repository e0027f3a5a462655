/* A Newton step towards the direction of least distance of curved shapes. */
#ifndef CAROM_CONVEX_NEWTON_H
#define CAROM_CONVEX_NEWTON_H

#include "convex/support.h"

/** Where the search stands: a direction, and the point of A - B farthest against it, in which the
 * shapes' measures are multiplied by `unit`. */
typedef struct newton_state {
    vec3 axis, w;
    double unit;
} newton_state;

/** Where both supports move smoothly with the direction, `*next` is the unit direction whose
 * support point is parallel to it, to second order. False: no such step. */
bool carom_convex_newton(const convex_shape *a, const convex_shape *b, const newton_state *at,
                         vec3 *next);

#endif
