/* The casts of cylinders that end on a flat part: a rim on a cap, or a side across a side. Any
 * direction bounds the time of contact from below; of the three that may be the normal there the
 * latest is the contact, if the point that it touches first is on both by then. Else rims are tried
 * from there, and where nothing is known the portal goes on. */
#include "convex/cast_cylinder.h"

/* A motion so nearly along a plane is left to the general way, as are axes so nearly parallel. */
#define CYLINDER_LEVEL 1e-6

static inline double cylinder_reach(const convex_shape *s, double cosine) {
    return s->half.x * sqrt(max2(0.0, 1.0 - cosine * cosine)) + s->half.z * fabs(cosine);
}

static inline cast_plane plane_of_reach(const cast *c, vec3 n, double reach) {
    double closing = dot3(n, c->motion);
    if (closing < 0.0) n = neg3(n), closing = -closing;
    double gap = dot3(n, sub3(c->g.shift_b, c->g.shift_a)) - reach - c->margin;
    return (cast_plane){n, gap, closing, gap / closing};
}

cast_plane carom_cast_plane(const cast *c, vec3 n) {
    const convex_shape *a = c->g.a, *b = c->g.b;
    return plane_of_reach(
        c, n, cylinder_reach(a, dot3(n, a->axes[2])) + cylinder_reach(b, dot3(n, b->axes[2])));
}

/* How far a point, from its centre, is outside. */
static inline double outside_cylinder(const convex_shape *s, vec3 x) {
    double up = dot3(x, s->axes[2]), aside = sqrt(max2(0.0, len2(x) - up * up));
    double over = max2(fabs(up) - s->half.z, 0.0), beside = max2(aside - s->half.x, 0.0);
    return over + beside;
}

bool carom_cast_settle(cast *c, const cast_plane *p, vec3 x, bool of_b, cast_end *end) {
    const gjk *g = &c->g;
    if (!(p->gap > 0.0) || !(p->closing * p->closing > 1e-12 * len2(c->motion))) return false;
    if (p->t > 1.0) {
        c->clearance = p->gap;
        return *end = CAST_MISS, true;
    }
    vec3 at_a = mad3(g->shift_a, c->motion, p->t), at = add3(x, of_b ? g->shift_b : at_a);
    double near = max2(0.1 * c->tolerance * g->size, 2.0 * c->margin);
    double out = outside_cylinder(of_b ? g->a : g->b, sub3(at, of_b ? at_a : g->shift_b));
    if (!(out <= near)) return false;
    carom_cast_meet(c, p->t, p->normal, at);
    return *end = CAST_HIT, true;
}

/* Square to both axes. Parallel ones have none: it is then never the latest. */
static cast_plane side_plane(const cast *c) {
    const convex_shape *a = c->g.a, *b = c->g.b;
    vec3 across = cross3(a->axes[2], b->axes[2]);
    double square = len2(across);
    if (!(square > CYLINDER_LEVEL * CYLINDER_LEVEL)) return (cast_plane){.t = -1.0};
    return plane_of_reach(c, scale3(across, 1.0 / sqrt(square)), a->half.x + b->half.x);
}

/* The point that is farthest along -n, from the centre. */
static vec3 lowest_of_rim(const convex_shape *s, vec3 n) {
    double cosine = dot3(n, s->axes[2]), sine = sqrt(max2(0.0, 1.0 - cosine * cosine));
    vec3 end = scale3(s->axes[2], -copysign(s->half.z, cosine));
    if (!(sine > CYLINDER_LEVEL)) return end;
    return mad3(end, mad3(n, s->axes[2], -cosine), -s->half.x / sine);
}

/* From the centre of B, below the axes' common normal at the time of the plane. */
static vec3 point_on_side(const cast *c, const cast_plane *p) {
    const convex_shape *a = c->g.a, *b = c->g.b;
    vec3 u = a->axes[2], v = b->axes[2];
    vec3 apart = mad3(sub3(c->g.shift_b, c->g.shift_a), c->motion, -p->t);
    double uv = dot3(u, v), along = uv * dot3(apart, u) - dot3(apart, v);
    double t = along / (1.0 - uv * uv);
    if (!(fabs(t) <= b->half.z)) t = copysign(b->half.z, t);
    return mad3(scale3(v, t), p->normal, -b->half.x);
}

bool carom_cast_cylinders(cast *c, cast_end *end) {
    const convex_shape *a = c->g.a, *b = c->g.b;
    const cast_plane planes[3] = {carom_cast_plane(c, a->axes[2]), carom_cast_plane(c, b->axes[2]),
                                  side_plane(c)};
    int last = planes[1].t > planes[0].t;
    if (planes[2].t > planes[last].t) last = 2;
    const cast_plane *p = &planes[last];
    if (!(p->gap > 0.0)) return false;
    vec3 x = last == 0   ? lowest_of_rim(b, p->normal)
             : last == 1 ? lowest_of_rim(a, neg3(p->normal))
                         : point_on_side(c, p);
    return carom_cast_settle(c, p, x, last != 1, end) || carom_cast_rims_at_once(c, p->t, end);
}
