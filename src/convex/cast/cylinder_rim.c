/* Own method: contact of two cylinders in linear motion between two rims, or between a rim and a
 * side, by Newton's method for the points on both curves and the time at once.
 *
 * The nearest points of the axes mostly show which features meet; else, near the contact, the
 * portal of the general cast does. The answer does not depend on convergence: the plane across
 * both curves is a lower bound of the time of contact, and it is the contact if its point lies on
 * both cylinders (carom_cast_settle). It spares the general cast of the pairs that end on a rim,
 * where its convergence is slow. */
#include "convex/cast/cylinder_rim.h"

#define RIM_STEPS 8 /* empirical */

/* A point on the rim of a cylinder, relative to the cylinder's centre. */
typedef struct rim_curve {
    const cylinder_view *shape;
    double sign, per; /* of the end along the axis, 1 or -1; 1 / radius */
    vec3 out,
        tangent; /* unit, from the middle of the end to the point; unit, along the rim there */
} rim_curve;

static inline vec3 rim_point(const rim_curve *r) {
    return mad3(scale3(r->shape->axes[2], r->sign * r->shape->half.z), r->out, r->shape->half.x);
}

/* Starts at the point of the rim that is farthest along d. @return false where d is along the axis
 */
static bool begin_rim(rim_curve *r, const cylinder_view *s, vec3 d, double sign) {
    vec3 out = mad3(d, s->axes[2], -dot3(d, s->axes[2]));
    double square = len2(out);
    r->shape = s;
    r->sign = sign;
    r->per = 1.0 / s->half.x;
    if (!(square > RIM_SINE_MIN * RIM_SINE_MIN * len2(d))) return false;
    r->out = scale3(out, 1.0 / sqrt(square));
    r->tangent = cross3(s->axes[2], r->out);
    return true;
}

/* Moves the point along the rim by about `by`: the tangent of half the angle is by / 2 radius,
 * which spares a root. @return false where the step exceeds RIM_TURN_MAX */
static inline bool move_rim(rim_curve *r, double by) {
    const double half = 0.5 * by * r->per, unit = 1.0 / (1.0 + half * half);
    r->out = mad3(scale3(r->out, (1.0 - half * half) * unit), r->tangent, 2.0 * half * unit);
    r->tangent = cross3(r->shape->axes[2], r->out);
    return fabs(half) <= 0.5 * RIM_TURN_MAX;
}

/* Two rims meet: three equations for the points on both and the time. */
static bool meet_rims(const cylinder_cast *c, rim_curve *p, rim_curve *q, double t, vec3 *across) {
    const vec3 apart = neg3(c->apart), m = c->motion;
    for (int i = 0; i < RIM_STEPS; i++) {
        vec3 gap = add3(mad3(apart, m, t), sub3(rim_point(p), rim_point(q)));
        vec3 n = cross3(p->tangent, q->tangent), side = cross3(gap, m);
        double per = 1.0 / dot3(m, n);
        double by_p = dot3(side, q->tangent) * per, by_q = dot3(side, p->tangent) * per;
        double by_t = -dot3(gap, n) * per;
        if (!(fabs(by_t) <= 1.0) || !move_rim(p, by_p) || !move_rim(q, by_q)) return false;
        t += by_t;
        if (max2(max2(fabs(by_p), fabs(by_q)), fabs(by_t) * max_abs3(m)) <=
            RIM_LAST_STEP * c->size) {
            *across = cross3(p->tangent, q->tangent);
            return len2(*across) > RIM_SINE_MIN * RIM_SINE_MIN;
        }
    }
    return false;
}

/* A rim touches the side of `rod`: its point is a radius away from the axis of `rod`, and its
 * tangent is perpendicular to the radius there. `path`: from the centre of `rod` to that of the
 * rim's cylinder at the start, and its motion. */
static bool meet_side(const cylinder_view *rod, rim_curve *p, const vec3 path[2], double t,
                      vec3 *across) {
    const vec3 axis = rod->axes[2], m = mad3(path[1], axis, -dot3(path[1], axis));
    const double thick = rod->half.x, size = thick + p->shape->half.x;
    for (int i = 0; i < RIM_STEPS; i++) {
        vec3 at = add3(mad3(path[0], path[1], t), rim_point(p));
        vec3 off = mad3(at, axis, -dot3(at, axis));
        double level = dot3(p->tangent, axis), along = dot3(off, p->tangent);
        double over = 0.5 * (len2(off) - thick * thick), closing = dot3(off, m);
        double bend = 1.0 - level * level - dot3(off, p->out) * p->per;
        double past = dot3(m, p->tangent), per = 1.0 / (along * past - closing * bend);
        double by = (along * closing - over * past) * per,
               by_t = (over * bend - along * along) * per;
        if (!(fabs(by_t) <= 1.0) || !move_rim(p, by)) return false;
        t += by_t;
        if (max2(fabs(by), fabs(by_t) * max_abs3(m)) > RIM_LAST_STEP * size) continue;
        at = add3(mad3(path[0], path[1], t), rim_point(p));
        *across = mad3(at, axis, -dot3(at, axis));
        double least = RIM_SINE_MIN * size;
        return len2(*across) > least * least;
    }
    return false;
}

/* The normal n at the contact, of any length, and the point x of a rim there. */
static bool meet_curves(const cylinder_cast *c, const rim_guess *g, vec3 *n, vec3 *x) {
    const cylinder_view *a = c->a, *b = c->b;
    const double end_a = g->end[0], end_b = g->end[1];
    rim_curve p, q;
    if (end_a != 0.0 && !begin_rim(&p, a, g->normal, end_a)) return false;
    if (end_b != 0.0 && !begin_rim(&q, b, neg3(g->normal), end_b)) return false;
    bool met = false;
    if (end_a != 0.0 && end_b != 0.0) {
        met = meet_rims(c, &p, &q, g->t, n);
    } else if (end_a != 0.0) {
        const vec3 path[2] = {neg3(c->apart), c->motion};
        met = meet_side(b, &p, path, g->t, n);
    } else if (end_b != 0.0) {
        const vec3 path[2] = {c->apart, neg3(c->motion)};
        met = meet_side(a, &q, path, g->t, n);
    }
    if (met) *x = rim_point(end_b != 0.0 ? &q : &p);
    return met;
}

cylinder_cast_end carom_cast_rim_guess(cylinder_cast *c, const rim_guess *g) {
    vec3 n, x;
    if (!meet_curves(c, g, &n, &x)) return CYLINDERS_UNDECIDED;
    const cast_plane plane = cast_plane_along(c, scale3(n, 1.0 / sqrt(len2(n))));
    return carom_cast_settle(c, &plane, x, g->end[1] != 0.0);
}

/* t cut to the cylinder's half height; `*end`: the end that it is beyond, or 0. */
static inline double held_on_axis(double t, double most, double *end) {
    *end = t > most ? 1.0 : t < -most ? -1.0 : 0.0;
    return max2(-most, min2(most, t));
}

/* The guess from the nearest points of the axes at time t. */
static bool guess_from_axes(const cylinder_cast *c, double t, rim_guess *g) {
    const cylinder_view *a = c->a, *b = c->b;
    const vec3 u = a->axes[2], v = b->axes[2];
    const vec3 apart = mad3(c->apart, c->motion, -t);
    double du = dot3(apart, u), dv = dot3(apart, v), uv = dot3(u, v), k = 1.0 - uv * uv;
    if (!(k > RIM_PARALLEL_SINE2)) return false;
    double on_a = held_on_axis((du - uv * dv) / k, a->half.z, &g->end[0]);
    double on_b = held_on_axis(uv * on_a - dv, b->half.z, &g->end[1]);
    on_a = held_on_axis(du + uv * on_b, a->half.z, &g->end[0]);
    g->normal = mad3(mad3(apart, v, on_b), u, -on_a);
    g->t = t;
    return true;
}

cylinder_cast_end carom_cast_rims(cylinder_cast *c, double t) {
    rim_guess g;
    cylinder_cast_end end;
    if (!guess_from_axes(c, t, &g)) return CYLINDERS_UNDECIDED;
    const cast_plane p = cast_plane_along(c, scale3(g.normal, 1.0 / sqrt(len2(g.normal))));
    if (p.gap > 0.0 && p.t > t) { /* a later bound is nearer to the contact; false for NaN */
        if (p.t > 1.0) return carom_cast_settle(c, &p, p.normal, false);
        if (!guess_from_axes(c, p.t, &g)) return CYLINDERS_UNDECIDED;
    }
    /* tries two rims, then A's side and B's rim, then A's rim and B's side */
    const double of_a = g.end[0], of_b = g.end[1];
    if (of_a == 0.0 && of_b == 0.0) return CYLINDERS_UNDECIDED;
    if ((end = carom_cast_rim_guess(c, &g)) != CYLINDERS_UNDECIDED) return end;
    if (of_a == 0.0 || of_b == 0.0) return CYLINDERS_UNDECIDED;
    g.end[0] = 0.0;
    if ((end = carom_cast_rim_guess(c, &g)) != CYLINDERS_UNDECIDED) return end;
    g.end[0] = of_a, g.end[1] = 0.0;
    return carom_cast_rim_guess(c, &g);
}
