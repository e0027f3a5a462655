/* GJK ray cast [Bergen04] of the origin against the Minkowski difference of two convex shapes, a
 * linear sweep: conservative advancement whose simplex moves along.
 *
 * Each support plane that GJK finds bounds the distance from below. As the motion is straight, that
 * bound falls linearly: time advances at once to its root, and if it has none in the motion, there
 * is no contact. Every advance is certified by a new support point, less a margin above its
 * rounding, so that contact is never late. The search ends when the shapes are nearer than the
 * tolerance, so that it is early by no more. It answers every pair; cast_portal.c, cast_newton.c
 * and cylinder_cast.c need fewer steps for cores without a radius, curved shapes and cylinders. */
#include "convex/cast/cast.h"

#include "core/workspace.h"
#include "convex/cast/cast_newton.h"
#include "convex/cast/cast_portal.h"
#include "convex/distance/distance.h"
#include "convex/support/support.h"

/* Bounds on the steps; a search that reaches one goes on by distances (cast_slowly), and that ends
 * as CAST_LIMIT. Empirical. */
#define STEP_LIMIT 160
#define SLOW_LIMIT 64
#define STALL_LIMIT 4
/* Steps after which Newton's method is tried on rounded curved pairs. Empirical. */
#define NEWTON_FIRST 2
#define NEWTON_AGAIN 7

static void cast_begin(cast *c, const convex_shape *a, const convex_shape *b, double unit) {
    gjk *g = &c->g;
    carom_gjk_start(g, a, b, NULL, unit);
    c->start = g->shift_a = add3(g->shift_a, c->from);
    g->end = GJK_NEAREST;
    c->reach = g->radius_sum + c->target * unit;
    double far = max2(max_abs3(c->start), max_abs3(c->motion));
    g->size = max2(max2(g->size, c->reach), far * unit);
    g->foot = add3(g->foot, scale3(c->from, unit));
    g->foot2 = len2(g->foot);
    if (!(g->foot2 > 0.0)) g->foot = vec(1, 0, 0), g->foot2 = 1.0;
    c->t = 0.0;
    c->normal = vec(0, 0, 0);
    c->aim = g->foot;
    c->tries_guess = g->polyhedral;
    c->wait = c->fails = c->stalls = 0;
    c->through = c->has_portal = false;
}

/* Rounded polytopes: predicts the foot at the time when the vertex or edge that it is on comes
 * within reach, or is nearest. If no other feature comes before, that is the normal at contact. */
static bool predict_foot(const cast *c, vec3 *aim) {
    const gjk *g = &c->g;
    const simplex *s = &g->simplex;
    vec3 x = g->foot, m = scale3(c->motion, g->unit);
    if (s->count == 2) {
        vec3 e = sub3(s->vertex[1].w, s->vertex[0].w);
        m = mad3(m, e, -dot3(m, e) / len2(e));
    }
    double aa = len2(m), b = -dot3(x, m), over = g->foot2 - c->reach * c->reach;
    if (!(b > 0.0) || !(over > 0.0) || !(aa > 0.0)) return false;
    double root = b * b - aa * over;
    *aim = mad3(x, m, root >= 0.0 ? over / (b + sqrt(root)) : b / aa);
    return len2(*aim) > CAST_PREDICTED_MIN2 * c->reach * c->reach;
}

/* Guesses the normal on a smooth surface, where the foot of a small simplex is far off: the normals
 * at the vertices, with the weights of the foot. As the normal changes linearly to first order, the
 * error is of second order. */
static bool blend_normals(const cast *c, vec3 *aim) {
    const simplex *s = &c->g.simplex;
    *aim = vec(0, 0, 0);
    for (int i = 0; i < s->count; i++) {
        vec3 n = c->aims[s->vertex[i].ia];
        *aim = mad3(*aim, scale3(n, 1.0 / sqrt(len2(n))), s->weight[i]);
    }
    return len2(*aim) > CAST_BLEND_MIN2;
}

/* Sets the direction of the next support point: the foot, along which GJK converges, or a guess of
 * the normal that may be nearer. @return true for the foot */
static bool cast_aim(cast *c) {
    const gjk *g = &c->g;
    int count = g->simplex.count;
    vec3 aim;
    c->aim = g->foot;
    if (!c->tries_guess || count == 0) return true;
    bool other = g->polyhedral ? c->reach > 0.0 && count < 3 && predict_foot(c, &aim)
                               : count > 1 && blend_normals(c, &aim);
    if (other) c->aim = aim;
    return !other;
}

/* Decides whether the next direction may be a guess: never after a guess that did not advance. On
 * smooth surfaces normals are blended when the support point along the foot lies within reach; each
 * blend that fails, as over edges and flat parts, delays the next one by another step. */
static void choose_next(cast *c, bool nearest, bool moved, double gap) {
    if (c->g.polyhedral) {
        c->tries_guess = nearest || moved;
        return;
    }
    double foot = sqrt(c->g.foot2) - c->reach;
    if (!nearest && gap < -foot) c->wait = ++c->fails;
    c->tries_guess = nearest && gap < 0.0 && c->wait-- <= 0;
}

/* The length of a direction whose square may be less than doubles hold. */
static inline double aim_length(vec3 aim) {
    const double length = sqrt(len2(aim));
    return CAROM_LIKELY(length > CAST_AIM_MIN) ? length : carom_length(aim);
}

/* One step of GJK: a support point, an advance of time if its plane separates, and the new simplex.
 * @return true at an end */
static bool cast_step(cast *c, cast_end *end) {
    gjk *g = &c->g;
    simplex *s = &g->simplex;
    simplex_vertex *v = &s->vertex[s->count];
    bool nearest = cast_aim(c), moved = false;
    cast_vertex(c, v);
    double length = aim_length(c->aim), along = dot3(c->aim, v->w) / length;
    double gap = along - c->reach;
    if (CAROM_UNLIKELY(!(fabs(gap) <= DBL_MAX))) return *end = CAST_BROKEN, true;
    bool known = simplex_has_vertex(s, v->w);
    if (gap > c->margin) {
        double closing = -dot3(c->aim, c->motion) * g->unit / length;
        if (!(closing * (1.0 - c->t) > gap - c->margin)) {
            c->clearance = gap + closing * c->t;
            return *end = CAST_MISS, true;
        }
        double t = c->t + (gap - c->margin) / closing;
        c->normal = CAROM_LIKELY(length > CAST_AIM_MIN)
                        ? scale3(c->aim, -1.0 / length)
                        : neg3(carom_normalize_or(c->aim, vec(0, 0, 0)));
        moved = t > c->t + CAST_STEP_MIN;
        if (moved) cast_travel(c, t);
    }
    if (!moved && s->count > 0 && g->foot2 <= c->touch * c->touch) return *end = CAST_HIT, true;
    choose_next(c, nearest, moved, gap);
    if (nearest && !moved && s->count > 0 && (known || length - along <= c->margin))
        return *end = length <= c->touch ? CAST_HIT : CAST_LIMIT, true;
    double before = s->count > 0 ? g->foot2 : INFINITY;
    if (!known) s->count++;
    carom_simplex_reduce(s, gjk_slack(g));
    g->foot = s->nearest, g->foot2 = s->distance2;
    if (s->inside || !(g->foot2 > 0.0)) return *end = CAST_HIT, true;
    if (nearest && !moved && !(g->foot2 < before) && ++c->stalls > STALL_LIMIT)
        return *end = CAST_LIMIT, true;
    return false;
}

/* ---- the fallback: conservative advancement by whole distances */

convex_distance carom_cast_distance(const cast *c, convex_cache *cache) {
    convex_posed *a = carom_workspace_take(WORKSPACE_RESCALED_DEPTH); /* no sweep asks for depth */
    carom_convex_shift(a, c->g.a, mad3(c->from, c->motion, c->t));
    const convex_distance found =
        carom_convex_distance(&a->shape, c->g.b, &(convex_options){.cache = cache});
    carom_workspace_give(a);
    return found;
}

/* Conservative advancement from c->t, by nearest points. */
static CAROM_NOINLINE cast_end cast_slowly(cast *c) {
    convex_cache cache = {.count = 0};
    double near = c->tolerance * c->g.size / c->g.unit;
    c->g.simplex.count = 0; /* it is of an earlier time */
    for (int i = 0; i < SLOW_LIMIT; i++) {
        convex_distance d = carom_cast_distance(c, &cache);
        double gap = d.lower_bound - c->target - c->margin / c->g.unit;
        if (!(d.distance - c->target > near) || !(gap > 0.0)) return CAST_HIT;
        double closing = dot3(d.normal, c->motion);
        c->normal = d.normal;
        if (!(closing * (1.0 - c->t) > gap)) {
            c->clearance = (gap + closing * c->t) * c->g.unit;
            return CAST_MISS;
        }
        c->t += gap / closing;
    }
    return CAST_LIMIT;
}

static cast_end cast_run(cast *c) {
    cast_end end = CAST_LIMIT;
    if (c->reach == 0.0 && c->g.unit == 1.0) {
        portal_cast by = carom_cast_by_portal(c, &end);
        if (by == CAST_PORTAL_ENDED) return end;
        if (by == CAST_PORTAL_FAILED) cast_begin(c, c->g.a, c->g.b, 1.0);
        end = CAST_LIMIT;
    }
    const bool rounded = c->reach > 0.0 && c->g.unit == 1.0 && !c->g.polyhedral;
    for (int i = 0; i < STEP_LIMIT; i++) {
        if (cast_step(c, &end)) break;
        if ((i == NEWTON_FIRST || i == NEWTON_AGAIN) && rounded && max_abs3(c->normal) > 0.0 &&
            carom_cast_by_newton(c, c->normal, &end))
            break;
    }
    return end;
}

/* The power of two that brings extreme magnitudes, those of the motion included, into range. */
static double cast_unit(const cast *c, const convex_shape *a, const convex_shape *b) {
    double unit = carom_gjk_unit(a, b), far = max2(max_abs3(c->motion), max_abs3(c->from));
    while (far * unit > CAST_FAR)
        unit *= CAST_FAR_DOWN;
    return unit;
}

cast_end carom_cast_shapes(cast *c, const convex_shape *a, const convex_shape *b) {
    cast_begin(c, a, b, 1.0);
    cast_end end = cast_run(c);
    if (CAROM_UNLIKELY(end == CAST_BROKEN || !gjk_in_range(&c->g))) {
        double unit = cast_unit(c, a, b);
        if (unit > 0.0 && unit != 1.0) {
            cast_begin(c, a, b, unit);
            end = cast_run(c);
        }
    }
    return CAROM_UNLIKELY(end == CAST_LIMIT) ? cast_slowly(c) : end;
}
