/* A Newton step towards the direction of least distance of curved shapes. */
#ifndef CAROM_CONVEX_NEWTON_H
#define CAROM_CONVEX_NEWTON_H

#include "convex/support.h"

/** `axis` is a direction, `w` the point of A - B farthest against it. Where both supports move
 * smoothly with the direction, `*next` is the unit direction whose support point is parallel to
 * it, to second order. False: no such step. `unit` multiplies the shapes' measures in w. */
bool carom_convex_newton(const convex_shape *a, const convex_shape *b, vec3 axis, vec3 w,
                         double unit, vec3 *next);

#endif
