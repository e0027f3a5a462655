/* A Newton step towards the direction of least distance of curved shapes. */
#ifndef CAROM_CONVEX_GJK_NEWTON_H
#define CAROM_CONVEX_GJK_NEWTON_H

#include "convex/support/support.h"

/** The derivative of a support point, as a form on two unit tangents x and y of the direction n. */
typedef struct newton_bend {
    double xx, xy, yy;
} newton_bend;

/** Of the circle of radius half.x round the third axis. */
newton_bend carom_circle_bend(const convex_shape *s, vec3 n, vec3 x, vec3 y);
newton_bend carom_ellipsoid_bend(const convex_shape *s, vec3 n, vec3 x, vec3 y);

/** Unit, perpendicular to the unit vector n. */
static inline vec3 newton_tangent(vec3 n) {
    vec3 t = fabs(n.x) < 0.6 ? vec(0, n.z, -n.y) : vec(-n.z, 0, n.x);
    return scale3(t, 1.0 / sqrt(len2(t)));
}

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
