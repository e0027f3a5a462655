/* MPR, portal refinement [Snethen08], along a path: ray cast of the origin against the Minkowski
 * difference of two convex shapes. A portal is a triangle of support points through which the path
 * passes; the support point along its normal replaces one vertex until the portal lies on the
 * surface.
 *
 * A miss is certain: all of A - B is behind the path by more than rounding. A hit is as certain as
 * that of cast.c: the support plane is met at its time, and the point of the portal is within the
 * tolerance of the path. It comes first for cores without a radius, because a step takes two cross
 * products and a miss is proved before any distance is known. */
#include "convex/cast/cast.h"

#include "convex/cast/cast_float.h"
#include "convex/cast/cylinder_rim.h"
#include "convex/cast/cast_newton.h"
#include "convex/cast/cast_portal.h"
#include "convex/cast/cast_silhouette.h"

/* Bounds on the steps, after which GJK goes on. Empirical. */
#define PORTAL_STEPS 64
#define PORTAL_CURVED_STEPS 32
/* Steps after which the rims of two cylinders are tried: near enough for Newton's method mostly,
 * and once more. Empirical. */
#define RIM_FIRST 7
#define RIM_AGAIN 12
/* The step from which on Newton's method is tried on other curved pairs. Empirical. */
#define NEWTON_FIRST 7

static inline double triple3(vec3 a, vec3 b, vec3 c) {
    return dot3(cross3(a, b), c);
}

/* The first direction: perpendicular to the motion, from the middle of A - B towards the path; the
 * motion of the origin where the path passes through the middle. */
static vec3 towards_path(const cast *c) {
    vec3 d = c->motion, m = c->g.foot;
    vec3 off = mad3(m, d, -dot3(m, d) / len2(d));
    return len2(off) > PORTAL_AXIAL_SINE2 * len2(m) ? neg3(off) : d;
}

static inline vec3 portal_normal(const simplex *s) {
    const simplex_vertex *v = s->vertex;
    return cross3(sub3(v[1].w, v[0].w), sub3(v[2].w, v[0].w));
}

/* Takes the newest vertex into the first portal. @return true when it is complete, the path passing
 * between its three vertices; else `n` is the next direction */
static bool grow_portal(simplex *s, vec3 d, vec3 *n) {
    simplex_vertex *v = s->vertex;
    if (s->count == 0) {
        *n = cross3(d, v[0].w);
        s->count = 1;
        return false;
    }
    if (s->count == 1) {
        /* all of A - B is on one side of the plane through the first vertex and the path */
        if (equal3(v[0].w, v[1].w)) return *n = neg3(*n), false;
        s->count = 2;
        if (triple3(d, v[0].w, v[1].w) > 0.0) {
            simplex_vertex first = v[0];
            v[0] = v[1];
            v[1] = first;
        }
    } else {
        vec3 side = cross3(d, v[2].w);
        int out = dot3(side, v[1].w) < 0.0 ? 0 : dot3(side, v[0].w) > 0.0 ? 1 : 2;
        if (out == 2) return s->count = 3, true;
        v[out] = v[2];
    }
    *n = cross3(d, sub3(v[0].w, v[1].w));
    return false;
}

/* Replaces a vertex by the new one so that the path stays between the three. */
static void push_portal(simplex *s, vec3 d) {
    simplex_vertex *v = s->vertex;
    vec3 side = cross3(v[3].w, d);
    bool first = dot3(side, v[0].w) > 0.0;
    bool other = dot3(side, v[first ? 1 : 2].w) > 0.0;
    v[other ? !first : first ? 2 : 0] = v[3];
}

vec3 carom_cast_weigh(const vec3 w[3], vec3 d, double t, double weight[3]) {
    vec3 off = scale3(d, -t);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        weight[i] = max2(0.0, -triple3(d, w[(i + 1) % 3], w[(i + 2) % 3]));
        sum += weight[i];
    }
    for (int i = 0; i < 3; i++) {
        weight[i] /= sum;
        off = mad3(off, w[i], weight[i]);
    }
    return off;
}

/* Sets the weights of the vertices in the point where the path passes the portal. @return whether
 * that point of A - B is within `near` of the path at time t, which proves a hit */
static bool weigh_portal(simplex *s, vec3 d, double t, double near) {
    const vec3 w[3] = {s->vertex[0].w, s->vertex[1].w, s->vertex[2].w};
    return len2(carom_cast_weigh(w, d, t, s->weight)) <= near * near;
}

/* Makes the portal at time t the simplex of GJK. @return false where it is none */
static bool leave_portal(cast *c, double t) {
    gjk *g = &c->g;
    if (!(t > 0.0)) return false;
    c->through = !g->polyhedral && carom_cast_goes_through(c, g->simplex.vertex);
    cast_travel(c, t);
    carom_simplex_reduce(&g->simplex, gjk_slack(g));
    g->foot = g->simplex.nearest, g->foot2 = g->simplex.distance2;
    return !g->simplex.inside && g->foot2 > 0.0;
}

/* Takes the portal of the float cast. @return false where the path, in double, does not pass
 * between its vertices */
static bool take_portal(cast *c, const cast_float *found, vec3 d) {
    gjk *g = &c->g;
    simplex_vertex *v = g->simplex.vertex;
    for (int i = 0; i < 3; i++) {
        v[i].ia = found->ia[i], v[i].ib = found->ib[i];
        v[i].a = add3(convex_vertex(g->a, v[i].ia), g->shift_a);
        v[i].w = sub3(v[i].a, add3(convex_vertex(g->b, v[i].ib), g->shift_b));
        g->size = max2(g->size, max2(max_abs3(v[i].a), max_abs3(sub3(v[i].a, v[i].w))));
    }
    for (int i = 0; i < 3; i++)
        if (!(triple3(d, v[(i + 1) % 3].w, v[(i + 2) % 3].w) < 0.0)) return false;
    g->hint[0] = ~found->ia[0], g->hint[1] = ~found->ib[0];
    g->simplex.count = 3;
    return true;
}

/* The end of the cylinder, 1 or -1 along its axis, that all vertices of the portal are on; else 0.
 */
static double end_of_corners(const cast *c, bool of_b) {
    const simplex_vertex *v = c->g.simplex.vertex;
    const vec3 axis = (of_b ? c->g.b : c->g.a)->axes[2];
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 at = of_b ? sub3(sub3(v[i].a, v[i].w), c->g.shift_b) : sub3(v[i].a, c->g.shift_a);
        sum += copysign(1.0, dot3(at, axis));
    }
    return sum == 3.0 ? 1.0 : sum == -3.0 ? -1.0 : 0.0;
}

/* Contact of two cylinders, between two rims or a rim and a side, near the portal that is met at
 * time t. */
static bool meet_at_rims(cast *c, double t, cast_end *end) {
    const gjk *g = &c->g;
    const rim_guess guess = {{end_of_corners(c, false), end_of_corners(c, true)}, c->normal, t};
    cylinder_cast rims = {
        .a = box_view_of(g->a),
        .b = box_view_of(g->b),
        .apart = sub3(g->shift_b, g->shift_a),
        .motion = c->motion,
        .size = g->size,
        .margin = c->margin,
        .near = max2(CAST_MET_PART * c->tolerance * g->size, CAST_MET_MARGINS * c->margin)};
    if (carom_cast_rim_guess(&rims, &guess) != CYLINDERS_MEET) return false;
    cast_meet(c, rims.t, rims.normal, add3(rims.on_b, g->shift_b));
    return *end = CAST_HIT, true;
}

/* Polytopes end on a face of A - B; curved shapes go on with GJK when the steps run out. */
portal_cast carom_cast_by_portal(cast *c, cast_end *end) {
    gjk *g = &c->g;
    simplex *s = &g->simplex;
    vec3 d = neg3(c->motion), n = towards_path(c);
    double height = 0.0, t = 0.0, speed = sqrt(len2(d));
    int limit = g->polyhedral ? PORTAL_STEPS : PORTAL_CURVED_STEPS;
    const bool cylinders = g->a->kind == CONVEX_CYLINDER && g->b->kind == CONVEX_CYLINDER;
    const bool smooth = !g->polyhedral && !cylinders;
    const cast_float *found = c->float_cast;
    if (found && found->end == CAST_FLOAT_MISS) {
        c->clearance = found->clearance;
        return *end = CAST_MISS, CAST_PORTAL_ENDED;
    }
    if (found && found->end == CAST_FLOAT_BEFORE) return CAST_PORTAL_FAILED;
    if (found && found->end == CAST_FLOAT_PORTAL) take_portal(c, found, d);
    if (s->count == 3) {
        n = portal_normal(s);
        height = dot3(n, s->vertex[0].w);
    }
    for (int i = 0; i < limit; i++) {
        simplex_vertex *v = &s->vertex[s->count];
        double length2 = len2(n);
        if (!(length2 > PORTAL_NORMAL_MIN2)) return CAST_PORTAL_FAILED;
        c->aim = neg3(n);
        cast_vertex(c, v);
        double along = dot3(n, v->w), closing = dot3(n, c->motion), length = sqrt(length2);
        if (!(fabs(along) <= DBL_MAX)) return CAST_PORTAL_FAILED;
        if (along + c->margin * length < -max2(closing, 0.0)) {
            c->clearance = -along / length;
            return *end = CAST_MISS, CAST_PORTAL_ENDED;
        }
        if (s->count == 3) {
            /* the path entered A - B before the start: no first contact on it */
            if (!(closing > 0.0) || height > c->margin * length) return CAST_PORTAL_FAILED;
            t = (-along - c->margin * length) / closing;
            c->normal = scale3(n, 1.0 / length);
            double gap = along - height, near = max2(CAST_MET_PART * c->tolerance * g->size,
                                                     CAST_MET_MARGINS * c->margin);
            if (gap * speed <= near * closing && t > 0.0 && weigh_portal(s, d, t, near)) {
                c->t = t;
                return *end = CAST_HIT, CAST_PORTAL_ENDED;
            }
            if (gap <= c->margin * length) break;
            if ((i == RIM_FIRST || i == RIM_AGAIN) && cylinders && meet_at_rims(c, t, end))
                return CAST_PORTAL_ENDED;
            if (i >= NEWTON_FIRST && i % 2 && smooth && carom_cast_by_newton(c, c->normal, end))
                return CAST_PORTAL_ENDED;
            push_portal(s, d);
        } else if (!grow_portal(s, d, &n)) {
            continue;
        }
        n = portal_normal(s);
        height = dot3(n, s->vertex[0].w);
    }
    return s->count == 3 && leave_portal(c, t) ? CAST_PORTAL_LEFT : CAST_PORTAL_FAILED;
}
