/* Newton's method for the direction of least distance of two curved shapes; own method, on top of
 * GJK [Gilbert88]. GJK only halves the error of the direction with every step, because each new
 * vertex lies half-way along the arc. Where the support point w(n) is a smooth function of the
 * direction n, its derivative J (the Hessian of the support function, whose eigenvalues are the
 * radii of curvature) gives the direction at once: the nearest point is parallel to n, so the
 * rotation t solves (J + (w . n) I) t = part of w perpendicular to n. The matrix is positive
 * definite, for J is positive semidefinite. The caller certifies the result by a support point. */
#include "convex/gjk/newton.h"

#include "convex/gjk/tolerances.h"

support_hessian carom_circle_support_hessian(const convex_shape *s, vec3 n, vec3 x, vec3 y) {
    vec3 u = convex_to_axes(s, n);
    double length2 = u.x * u.x + u.y * u.y;
    if (!(length2 > NEWTON_AXIAL)) return (support_hessian){0, 0, 0};
    vec3 side = sub3(scale3(s->axes[1], u.x), scale3(s->axes[0], u.y));
    double k = s->half.x / (length2 * sqrt(length2)), p = dot3(side, x), q = dot3(side, y);
    return (support_hessian){k * p * p, k * p * q, k * q * q};
}

support_hessian carom_ellipsoid_support_hessian(const convex_shape *s, vec3 n, vec3 x, vec3 y) {
    vec3 u = convex_to_axes(s, n), p = convex_to_axes(s, x), q = convex_to_axes(s, y), h = s->half;
    vec3 hu = vec(h.x * u.x, h.y * u.y, h.z * u.z), hp = vec(h.x * p.x, h.y * p.y, h.z * p.z);
    vec3 hq = vec(h.x * q.x, h.y * q.y, h.z * q.z);
    double length2 = len2(hu);
    if (!(length2 > 0.0)) return (support_hessian){0, 0, 0};
    double k = 1.0 / sqrt(length2), up = dot3(hu, hp), uq = dot3(hu, hq), m = 1.0 / length2;
    return (support_hessian){k * (len2(hp) - up * up * m), k * (dot3(hp, hq) - up * uq * m),
                             k * (len2(hq) - uq * uq * m)};
}

static support_hessian shape_bend(const convex_shape *s, vec3 n, vec3 x, vec3 y) {
    if (s->kind == CONVEX_ELLIPSOID) return carom_ellipsoid_support_hessian(s, n, x, y);
    if (s->kind == CONVEX_CYLINDER) return carom_circle_support_hessian(s, n, x, y);
    if (s->kind == CONVEX_CONE) {
        vec3 u = convex_to_axes(s, n);
        bool apex = u.z * s->half.z >= sqrt(u.x * u.x + u.y * u.y) * s->half.x;
        if (!apex) return carom_circle_support_hessian(s, n, x, y);
    }
    return (support_hessian){0, 0, 0};
}

bool carom_convex_newton(const convex_shape *a, const convex_shape *b, const newton_state *at,
                         vec3 *next) {
    if (a->kind == CONVEX_FUNCTION || b->kind == CONVEX_FUNCTION) return false;
    vec3 axis = at->axis, w = at->w;
    double unit = at->unit;
    vec3 n = scale3(axis, 1.0 / sqrt(len2(axis))), x = newton_tangent(n), y = cross3(n, x);
    support_hessian p = shape_bend(a, neg3(n), x, y), q = shape_bend(b, n, x, y);
    double along = dot3(w, n);
    double xx = unit * (p.xx + q.xx) + along, xy = unit * (p.xy + q.xy);
    double yy = unit * (p.yy + q.yy) + along, det = xx * yy - xy * xy;
    double wx = dot3(w, x), wy = dot3(w, y);
    if (!(along > 0.0 && det > 0.0)) return false;
    double tx = (yy * wx - xy * wy) / det, ty = (xx * wy - xy * wx) / det;
    if (!(tx * tx + ty * ty < NEWTON_STEP_MAX2)) return false;
    vec3 m = mad3(mad3(n, x, tx), y, ty);
    *next = scale3(m, 1.0 / sqrt(len2(m)));
    return true;
}
