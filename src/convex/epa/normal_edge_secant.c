/* Where an edge, or the straight side of a cylinder or a cone, makes a ridge in the reach of A - B:
 * a kink across and smooth along. The ridge is a circle of directions (all those square to an edge
 * or an axis; for a cone all at one angle to it), and along it the derivative of the reach is that
 * of either end of the straight line, so the secant method finds its zero. The end is right when
 * the line's two ends have the normal between them. */
#include "convex/epa/normal_broyden.h"
#include "convex/support/support.h"

#define RIDGE_STEPS 8
/* Directions this near to the circle are taken onto it; angles to start and end with. */
#define RIDGE_NEAR 1e-2
#define RIDGE_START 1e-4
#define RIDGE_END 1e-10
/* How far to lean to see either end. */
#define RIDGE_LEAN 1e-6
/* How much farther than the ends, relatively, the shapes may reach: the ends are seen leaning. */
#define RIDGE_BEYOND 1e-11

typedef struct ridge {
    const convex_shape *a, *b;
    vec3 shift;
    vec3 pole;             /* unit */
    double height, radius; /* of the circle on the unit sphere */
    vec3 u, v;             /* unit, square to the pole */
} ridge;

static epa_vertex support_at(const ridge *r, vec3 n) {
    epa_vertex p = {.index_a = 0};
    p.a = convex_offset(r->a, n, &p.index_a);
    p.b = convex_offset(r->b, neg3(n), &p.index_b);
    p.w = add3(sub3(p.a, p.b), r->shift);
    return p;
}

/* The circle's direction at u + s v, and its tangent there, unit. */
static vec3 direction_at(const ridge *r, double s, vec3 *tangent) {
    double inverse = 1.0 / sqrt(1.0 + s * s);
    vec3 out = scale3(mad3(r->u, r->v, s), inverse);
    *tangent = scale3(mad3(r->v, r->u, -s), inverse);
    return mad3(scale3(r->pole, r->height), out, r->radius);
}

static double slope_at(const ridge *r, double s) {
    vec3 tangent, n = direction_at(r, s, &tangent);
    return dot3(support_at(r, n).w, tangent);
}

/* Where the reach is least along the circle. */
static bool least_along(const ridge *r, double scale, double *at) {
    double s = 0.0, t = RIDGE_START, ds = slope_at(r, s), dt = slope_at(r, t);
    *at = 0.0;
    if (fabs(ds) <= 1e-14 * scale) return true; /* as on a sphere round a point of the edge */
    for (int i = 0; i < RIDGE_STEPS; i++) {
        double bend = (dt - ds) / (t - s);
        if (!(bend > 0.0)) return false;
        double next = t - dt / bend;
        s = t;
        ds = dt;
        t = next;
        if (!(fabs(t) < RIDGE_NEAR)) return false;
        if (fabs(t - s) < RIDGE_END) break;
        dt = slope_at(r, t);
    }
    *at = t;
    return true;
}

/* The two ends of the line, and the normal between them. */
static bool close_ridge(const ridge *r, double s, epa_answer *e) {
    vec3 tangent, n = direction_at(r, s, &tangent), across = cross3(n, tangent);
    epa_vertex p = support_at(r, mad3(n, across, RIDGE_LEAN));
    epa_vertex q = support_at(r, mad3(n, across, -RIDGE_LEAN));
    double high = dot3(p.w, across), low = dot3(q.w, across), span = high - low;
    double reach = max2(dot3(p.w, n), dot3(q.w, n)), slack = 1e-15 * e->scale;
    if (!(high >= 0.0 && low <= 0.0 && span > 0.0 && reach <= e->depth + slack)) return false;
    if (!(fabs(dot3(p.w, n) - dot3(q.w, n)) <= 1e-11 * span + slack)) return false;
    /* a face's diagonal has ends like an edge's, with other corners beyond */
    if (!(dot3(support_at(r, n).w, n) <= reach + RIDGE_BEYOND * e->scale)) return false;
    double beside = dot3(p.w, tangent) * -low / span + dot3(q.w, tangent) * high / span;
    if (!(fabs(beside) <= 1e-7 * (fabs(reach) + span))) return false;
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

/* @return false when this circle passes far from the normal, or the least is not on it. */
static bool try_circle(const convex_shape *a, const convex_shape *b, vec3 pole, double height,
                       epa_answer *e) {
    double along = dot3(e->normal, pole), s;
    if (!(fabs(along - height) < RIDGE_NEAR)) return false;
    ridge r = {.a = a, .b = b, .pole = pole, .height = height};
    r.shift = sub3(convex_origin(a), convex_origin(b));
    r.radius = sqrt(max2(0.0, 1.0 - height * height));
    r.u = carom_normalize_or(mad3(e->normal, pole, -along), carom_perpendicular(pole));
    r.v = cross3(pole, r.u);
    if (!(r.radius > 0.0)) return false;
    /* on a ridge all round which the reach is nearly the same, where it is */
    if (!least_along(&r, e->scale, &s)) s = 0.0;
    return close_ridge(&r, s, e);
}

/* The edges of a polytope between corners of the facet. */
static bool try_edges(const convex_shape *a, const convex_shape *b, bool of_b, epa_answer *e) {
    for (int i = 0; i < 3; i++) {
        const epa_vertex *p = &e->corner[i], *q = &e->corner[(i + 1) % 3];
        vec3 u = of_b ? sub3(q->b, p->b) : sub3(q->a, p->a);
        if (max_abs3(u) == 0.0) continue;
        if (try_circle(a, b, carom_normalize_or(u, vec(1, 0, 0)), 0.0, e)) return true;
    }
    return false;
}

/* `sign` turns the normal so that it leaves `s`. */
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
    if (convex_is_bare(s) || s->kind == CONVEX_HULL) return try_edges(a, b, s == b, e);
    return false;
}

bool carom_normal_edge_secant(const convex_shape *a, const convex_shape *b, epa_answer *e) {
    return try_shape(a, b, a, 1.0, e) || try_shape(a, b, b, -1.0, e);
}
