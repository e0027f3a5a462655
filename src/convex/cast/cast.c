/* A ray cast on the difference of two convex shapes with GJK [Bergen04].
 *
 * A support plane found on the way to the nearest point bounds the distance from below, and as the
 * motion is straight, that bound falls evenly: time may at once advance to where it vanishes, and
 * when it never does, there is no contact. The simplex travels along. Every advance is certified by
 * a support point taken anew, less a margin above its rounding: contact is never late. The search
 * ends when the shapes are nearer than the tolerance: it is early by no more. */
#include "convex/cast/cast.h"
#include "convex/cast/cast_newton.h"
#include "convex/cast/cast_portal.h"
#include "convex/distance/distance.h"
#include "convex/support/support.h"

#define STEP_LIMIT 160
#define SLOW_LIMIT 64
#define STALL_LIMIT 4
/* Steps after which Newton's method is tried on rounded curved pairs. */
#define NEWTON_FIRST 2
#define NEWTON_AGAIN 7

static void cast_begin(cast *c, const convex_shape *a, const convex_shape *b, double unit) {
    gjk *g = &c->g;
    carom_gjk_start(g, a, b, NULL, unit);
    c->start = g->shift_a = add3(g->shift_a, c->from);
    g->end = GJK_NEAREST;
    c->reach = g->reach + c->target * unit;
    double far = max2(max_abs3(c->start), max_abs3(c->motion));
    g->size = max2(max2(g->size, c->reach), far * unit);
    g->foot = add3(g->foot, scale3(c->from, unit));
    g->foot2 = len2(g->foot);
    if (!(g->foot2 > 0.0)) g->foot = vec(1, 0, 0), g->foot2 = 1.0;
    c->t = 0.0;
    c->normal = vec(0, 0, 0);
    c->aim = g->foot;
    c->hopeful = g->flat;
    c->wait = c->fails = c->stalls = 0;
    c->through = false;
}

/* Rounded flat pairs: where the foot will be when the vertex or edge it is on comes within reach,
 * or passes by. If no other part comes before, that is the normal at contact. */
static bool foresee_foot(const cast *c, vec3 *aim) {
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
    return len2(*aim) > 0.25 * c->reach * c->reach;
}

/* On a smooth surface the foot lands far off when the simplex is small. As the normal turns evenly
 * there, the vertices' normals blended as the foot blends their points find it to second order. */
static bool blend_normals(const cast *c, vec3 *aim) {
    const simplex *s = &c->g.simplex;
    *aim = vec(0, 0, 0);
    for (int i = 0; i < s->count; i++) {
        vec3 n = c->aims[s->vertex[i].ia];
        *aim = mad3(*aim, scale3(n, 1.0 / sqrt(len2(n))), s->weight[i]);
    }
    return len2(*aim) > 1e-6;
}

/* Where to look next: along the foot, which always gets on, or where more is hoped for. @return
 * true for the foot. */
static bool cast_aim(cast *c) {
    const gjk *g = &c->g;
    int count = g->simplex.count;
    vec3 aim;
    c->aim = g->foot;
    if (!c->hopeful || count == 0) return true;
    bool other = g->flat ? c->reach > 0.0 && count < 3 && foresee_foot(c, &aim)
                         : count > 1 && blend_normals(c, &aim);
    if (other) c->aim = aim;
    return !other;
}

/* Never twice in vain. On smooth surfaces normals are blended when the foot lands beyond them,
 * unless blends did no better, as over edges and flat parts. */
static void choose_next(cast *c, bool nearest, bool moved, double gap) {
    if (c->g.flat) {
        c->hopeful = nearest || moved;
        return;
    }
    double foot = sqrt(c->g.foot2) - c->reach;
    if (!nearest && gap < -foot) c->wait = ++c->fails;
    c->hopeful = nearest && gap < 0.0 && c->wait-- <= 0;
}

/* One support point. True at an end. */
static bool cast_step(cast *c, cast_end *end) {
    gjk *g = &c->g;
    simplex *s = &g->simplex;
    simplex_vertex *v = &s->vertex[s->count];
    bool nearest = cast_aim(c), moved = false;
    cast_vertex(c, v);
    double length = sqrt(len2(c->aim)), along = dot3(c->aim, v->w) / length;
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
        c->normal = scale3(c->aim, -1.0 / length);
        moved = t > c->t + DBL_EPSILON;
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

/* ---- when the cast does not end: whole distances */

convex_distance carom_cast_distance(const cast *c, convex_cache *cache) {
    convex_posed a;
    carom_convex_shift(&a, c->g.a, mad3(c->from, c->motion, c->t));
    return carom_convex_distance(&a.shape, c->g.b, &(convex_options){.cache = cache});
}

/* Conservative advancement from c->t, by nearest points. */
static CAROM_NOINLINE cast_end cast_slowly(cast *c) {
    convex_cache cache = {.count = 0};
    double near = c->tolerance * c->g.size / c->g.unit;
    c->g.simplex.count = 0; /* it stays behind */
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
    const bool rounded = c->reach > 0.0 && c->g.unit == 1.0 && !c->g.flat;
    for (int i = 0; i < STEP_LIMIT; i++) {
        if (cast_step(c, &end)) break;
        if ((i == NEWTON_FIRST || i == NEWTON_AGAIN) && rounded && max_abs3(c->normal) > 0.0 &&
            carom_cast_by_newton(c, c->normal, &end))
            break;
    }
    return end;
}

/* The unit for extreme magnitudes, of the motion too. */
static double cast_unit(const cast *c, const convex_shape *a, const convex_shape *b) {
    double unit = carom_gjk_unit(a, b), far = max2(max_abs3(c->motion), max_abs3(c->from));
    while (far * unit > 0x1p64)
        unit *= 0x1p-64;
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
