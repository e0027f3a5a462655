/* First contact of curved shapes by Newton's method. Own method, derived from the one for their
 * depth (smooth_contact_newton.c): the unknown normal is the one whose support point of A - B lies
 * on the path.
 *
 * The answer does not depend on convergence. Every support plane is a lower bound of the time of
 * contact; a plane that is met where a point of A - B is on the path proves that the bound is the
 * contact; and a plane that is not met proves a miss. Where neither is found, the cast goes on as
 * if this file had not been called. It replaces the linear convergence of GJK on smooth surfaces by
 * a quadratic one. */
#include "convex/cast/cast.h"

#include "convex/epa/smooth_contact_newton.h"
#include "convex/cast/cast_newton.h"

#define NEWTON_STEPS 10 /* empirical */

/* Sets the time at which the path meets the support plane of A - B with support value `reach`; -1
 * where the plane does not separate. @return true when the motion ends before: a miss */
static bool time_of_plane(cast *c, vec3 n, double reach, double *t, cast_end *end) {
    double gap = -reach - c->margin, closing = dot3(n, c->motion);
    *t = -1.0;
    if (!(gap > 0.0)) return false;
    if (!(closing * (1.0 - c->t) > gap)) {
        c->clearance = gap + closing * c->t;
        return *end = CAST_MISS, true;
    }
    *t = c->t + gap / closing;
    return false;
}

static double near_enough(const cast *c) {
    return max2(CAST_MET_PART * c->tolerance * c->g.size, CAST_MET_MARGINS * c->margin);
}

/* The end of a cylinder or the base of a cone, where the other shape meets its plane in one point
 * within the disc. */
static bool meet_end_disk(cast *c, vec3 n, bool of_b, cast_end *end) {
    const gjk *g = &c->g;
    const convex_shape *s = of_b ? g->b : g->a, *other = of_b ? g->a : g->b;
    if (s->kind != CONVEX_CYLINDER && s->kind != CONVEX_CONE) return false;
    double up = dot3(n, s->axes[2]) * (of_b ? -1.0 : 1.0), t;
    if (!(fabs(up) > CAST_CAP_COSINE) || (s->kind == CONVEX_CONE && up > 0.0)) return false;
    vec3 m = scale3(s->axes[2], copysign(1.0, up)); /* outward normal of the flat end */
    int id = 0;
    vec3 point = convex_offset(other, neg3(m), &id);
    double height = s->kind == CONVEX_CONE ? 0.0 : s->half.z;
    double reach =
        height - dot3(m, point) + dot3(m, scale3(sub3(g->shift_a, g->shift_b), of_b ? -1.0 : 1.0));
    vec3 normal = of_b ? neg3(m) : m;
    if (time_of_plane(c, normal, reach + c->reach, &t, end)) return true;
    if (!(t > 0.0)) return false;
    vec3 at_a = mad3(g->shift_a, c->motion, t - c->t);
    vec3 in_cap = of_b ? sub3(add3(point, at_a), g->shift_b) : sub3(add3(point, g->shift_b), at_a);
    double beside = len2(mad3(in_cap, m, -dot3(in_cap, m)));
    if (!(beside <= s->half.x * s->half.x)) return false;
    vec3 on_b = add3(point, of_b ? at_a : g->shift_b);
    if (of_b) on_b = mad3(on_b, m, height - dot3(in_cap, m));
    cast_meet(c, t, normal, on_b);
    return *end = CAST_HIT, true;
}

/* The start of Newton's method: the points of A and B at the vertices of the simplex. */
static bool begin_front(const cast *c, vec3 n, smooth_contact *f) {
    const gjk *g = &c->g;
    carom_smooth_contact_start(f, g->a, g->b);
    f->n = n;
    f->radius = c->reach;
    f->part[0].shift = g->shift_a;
    f->part[1].shift = g->shift_b;
    for (int i = 0; i < g->simplex.count; i++) {
        const simplex_vertex *v = &g->simplex.vertex[i];
        carom_smooth_contact_add(&f->part[0], sub3(v->a, g->shift_a), c->corners[v->ia]);
        carom_smooth_contact_add(&f->part[1], sub3(sub3(v->a, v->w), g->shift_b), v->ib);
    }
    return g->simplex.count > 0 && carom_smooth_contact_balance(f);
}

static bool front_is_met(const cast *c, const smooth_contact *f, double t) {
    double near = near_enough(c);
    vec3 off = mad3(mad3(f->w, c->motion, t - c->t), f->n, c->reach);
    return t > 0.0 && len2(off) <= near * near;
}

bool carom_cast_by_newton(cast *c, vec3 n, cast_end *end) {
    smooth_contact f;
    if (c->g.a->kind == CONVEX_FUNCTION || c->g.b->kind == CONVEX_FUNCTION) return false;
    if (meet_end_disk(c, n, false, end) || meet_end_disk(c, n, true, end)) return true;
    if (!begin_front(c, n, &f)) return false;
    for (int i = 0; i < NEWTON_STEPS; i++) {
        double reach, t, turn, closing = dot3(f.n, c->motion);
        carom_smooth_contact_place(&f);
        cast_resize(c, f.point[0], f.point[1]);
        if (!carom_smooth_contact_reach(&f, c->margin, &reach)) return false;
        if (time_of_plane(c, f.n, reach, &t, end)) return true;
        if (front_is_met(c, &f, t)) {
            cast_meet(c, t, f.n, f.point[1]);
            return *end = CAST_HIT, true;
        }
        if (!(closing > 0.0)) return false;
        double to_plane = -(dot3(f.w, f.n) + c->reach) / closing;
        if (!carom_smooth_contact_turn(&f, neg3(mad3(f.w, c->motion, to_plane)), 0.0, &turn))
            return false;
    }
    return false;
}
