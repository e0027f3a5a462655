/* A Newton step towards the direction of least distance of curved shapes, from the Hessian of the
 * support function. */
#ifndef CAROM_CONVEX_GJK_NEWTON_H
#define CAROM_CONVEX_GJK_NEWTON_H

#include "convex/gjk/tolerances.h"
#include "convex/support/support.h"

/** The derivative of the support point by its direction n: the Hessian of the support function, as
 * a quadratic form on two unit tangents x and y perpendicular to n. */
typedef struct support_hessian {
    double xx, xy, yy;
} support_hessian;

/** For the circle of radius half.x about the third axis. */
support_hessian carom_circle_support_hessian(const convex_shape *s, vec3 n, vec3 x, vec3 y);

/** For the ellipsoid of semi-axes `half`. */
support_hessian carom_ellipsoid_support_hessian(const convex_shape *s, vec3 n, vec3 x, vec3 y);

/** Unit, perpendicular to the unit vector n. */
static inline vec3 newton_tangent(vec3 n) {
    vec3 t = fabs(n.x) < NEWTON_TANGENT_X ? vec(0, n.z, -n.y) : vec(-n.z, 0, n.x);
    return scale3(t, 1.0 / sqrt(len2(t)));
}

/** State of the search: a direction `axis`, and the support point w of A - B along -axis, whose
 * coordinates are the shapes' own times `unit`. */
typedef struct newton_state {
    vec3 axis, w;
    double unit;
} newton_state;

/** Where both support points are smooth functions of the direction, `*next` is the unit direction
 * that is parallel to its support point, to second order. False when no such step exists. */
bool carom_convex_newton(const convex_shape *a, const convex_shape *b, const newton_state *at,
                         vec3 *next);

#endif
