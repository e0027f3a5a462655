/* Secant method for the normal of least depth at an edge, or at the straight side of a cylinder or
 * cone. There the support value of A - B is not differentiable across a circle of the Gauss map
 * (the directions perpendicular to the edge or axis; for a cone, at one angle to it) and smooth
 * along it, with the derivative of either end of the line. Own method: the secant method finds the
 * zero of that derivative. The answer is accepted only if the normal passes between the line's two
 * ends and no vertex is farther by more than SECANT_BEYOND, so that the depth is stationary. It
 * covers the kinks at which normal_broyden.c fails. */
#include "convex/epa/normal_broyden.h"
#include "convex/epa/tolerances.h"
#include "convex/support/support.h"
#include "convex/epa/normal_edge_secant.h"

/* Most steps. Empirical. */
#define SECANT_STEPS 8

typedef struct normal_circle {
    const convex_shape *a, *b;
    vec3 shift;
    vec3 axis;             /* unit */
    double height, radius; /* of the circle on the unit sphere */
    vec3 u, v;             /* unit, perpendicular to the axis */
} normal_circle;

static epa_vertex support_at(const normal_circle *r, vec3 n) {
    epa_vertex p = {.index_a = 0};
    p.a = convex_offset(r->a, n, &p.index_a);
    p.b = convex_offset(r->b, neg3(n), &p.index_b);
    p.w = add3(sub3(p.a, p.b), r->shift);
    return p;
}

/* The circle's direction at u + s v, and its tangent there, unit. */
static vec3 direction_at(const normal_circle *r, double s, vec3 *tangent) {
    double inverse = 1.0 / sqrt(1.0 + s * s);
    vec3 out = scale3(mad3(r->u, r->v, s), inverse);
    *tangent = scale3(mad3(r->v, r->u, -s), inverse);
    return mad3(scale3(r->axis, r->height), out, r->radius);
}

static double slope_at(const normal_circle *r, double s) {
    vec3 tangent, n = direction_at(r, s, &tangent);
    return dot3(support_at(r, n).w, tangent);
}

/* Finds the least support value along the circle. */
static bool least_along(const normal_circle *r, double scale, double *at) {
    double s = 0.0, t = SECANT_START, ds = slope_at(r, s), dt = slope_at(r, t);
    *at = 0.0;
    if (fabs(ds) <= SECANT_STATIONARY * scale) return true; /* a sphere centred on the edge */
    for (int i = 0; i < SECANT_STEPS; i++) {
        double curvature = (dt - ds) / (t - s);
        if (!(curvature > 0.0)) return false;
        double next = t - dt / curvature;
        s = t;
        ds = dt;
        t = next;
        if (!(fabs(t) < SECANT_NEAR)) return false;
        if (fabs(t - s) < SECANT_END) break;
        dt = slope_at(r, t);
    }
    *at = t;
    return true;
}

/* Finds the two ends of the line, and checks that the normal passes between them. */
static bool close_circle(const normal_circle *r, double s, epa_answer *e) {
    vec3 tangent, n = direction_at(r, s, &tangent), across = cross3(n, tangent);
    epa_vertex p = support_at(r, mad3(n, across, SECANT_LEAN));
    epa_vertex q = support_at(r, mad3(n, across, -SECANT_LEAN));
    double high = dot3(p.w, across), low = dot3(q.w, across), span = high - low;
    double reach = max2(dot3(p.w, n), dot3(q.w, n)), slack = REACH_ROUNDING * e->scale;
    if (!(high >= 0.0 && low <= 0.0 && span > 0.0 && reach <= e->depth + slack)) return false;
    if (!(fabs(dot3(p.w, n) - dot3(q.w, n)) <= SECANT_LEVEL * span + slack)) return false;
    /* a face's diagonal passes the tests so far, but other vertices are beyond it */
    if (!(dot3(support_at(r, n).w, n) <= reach + SECANT_BEYOND * e->scale)) return false;
    double beside = dot3(p.w, tangent) * -low / span + dot3(q.w, tangent) * high / span;
    if (!(fabs(beside) <= SECANT_ASIDE * (fabs(reach) + span))) return false;
    e->normal = n;
    e->depth = reach;
    e->smooth = true;
    e->corner[0] = p;
    e->corner[1] = e->corner[2] = q;
    e->weight[0] = -low / span;
    e->weight[1] = high / span;
    e->weight[2] = 0.0;
    return true;
}

/* @return false when this circle passes far from the normal, or the least value is not on it */
static bool try_circle(const convex_shape *a, const convex_shape *b, vec3 axis, double height,
                       epa_answer *e) {
    double along = dot3(e->normal, axis), s;
    if (!(fabs(along - height) < SECANT_NEAR)) return false;
    normal_circle r = {.a = a, .b = b, .axis = axis, .height = height};
    r.shift = sub3(convex_origin(a), convex_origin(b));
    r.radius = sqrt(max2(0.0, 1.0 - height * height));
    r.u = carom_normalize_or(mad3(e->normal, axis, -along), carom_perpendicular(axis));
    r.v = cross3(axis, r.u);
    if (!(r.radius > 0.0)) return false;
    /* where the support value is nearly constant along the circle, keep the start */
    if (!least_along(&r, e->scale, &s)) s = 0.0;
    return close_circle(&r, s, e);
}

/* Tries the edges of a polytope between the vertices of the facet. */
static bool try_edges(const convex_shape *a, const convex_shape *b, bool of_b, epa_answer *e) {
    for (int i = 0; i < 3; i++) {
        const epa_vertex *p = &e->corner[i], *q = &e->corner[(i + 1) % 3];
        vec3 u = of_b ? sub3(q->b, p->b) : sub3(q->a, p->a);
        if (max_abs3(u) == 0.0) continue;
        if (try_circle(a, b, carom_normalize_or(u, vec(1, 0, 0)), 0.0, e)) return true;
    }
    return false;
}

/* Tries the edges or the straight side of one shape; sign times the normal points out of it. */
static bool try_shape(const convex_shape *a, const convex_shape *b, const convex_shape *s,
                      double sign, epa_answer *e) {
    if (s->kind == CONVEX_CYLINDER) return try_circle(a, b, s->axes[2], 0.0, e);
    if (s->kind == CONVEX_CONE) {
        double slant = sqrt(s->half.x * s->half.x + s->half.z * s->half.z);
        return slant > 0.0 && try_circle(a, b, s->axes[2], sign * s->half.x / slant, e);
    }
    if (s->kind == CONVEX_BOX)
        for (int i = 0; i < 3; i++)
            if (try_circle(a, b, s->axes[i], 0.0, e)) return true;
    if (convex_is_point_set(s) || s->kind == CONVEX_HULL) return try_edges(a, b, s == b, e);
    return false;
}

bool carom_normal_edge_secant(const convex_shape *a, const convex_shape *b, epa_answer *e) {
    return try_shape(a, b, a, 1.0, e) || try_shape(a, b, b, -1.0, e);
}
