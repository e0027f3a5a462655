/* GJK on the cores [Gilbert88], [Bergen99]. The foot of the simplex falls strictly; the plane
 * through the support point along it bounds the distance from below, so that every answer carries
 * its certificate. Flat shapes end when no vertex is left beyond the foot, curved ones when the two
 * bounds meet.
 *
 * The distance of shapes far from the origin is found on differences from one's centre: no digit is
 * lost to where the pair is. */
#include "convex/gjk/gjk.h"

#include "convex/gjk/newton.h"

#define FLAT_LIMIT 96
#define CURVED_LIMIT 256
#define STALL_LIMIT 4
#define NEWTON_GAP 0.05
#define NEWTON_PAUSE 1
#define KEEP_GAP 1e-9
#define FLAT_TOLERANCE 1e-14
#define CURVED_TOLERANCE 1e-12

static void set_difference(gjk *g, simplex_vertex *v, vec3 offset_a, vec3 offset_b) {
    vec3 a = scale3(add3(offset_a, g->shift_a), g->unit);
    vec3 b = scale3(add3(offset_b, g->shift_b), g->unit);
    v->a = a;
    v->w = sub3(a, b);
    g->size = max2(g->size, max2(max_abs3(a), max_abs3(b)));
}

vec3 carom_gjk_middles(const gjk *g) {
    vec3 a = sub3(convex_middle(g->a), g->reference), b = sub3(convex_middle(g->b), g->reference);
    return scale3(sub3(a, b), g->unit);
}

/* The cached simplex with the shapes where they are now. */
static bool recall(gjk *g, const convex_cache *cache) {
    int limit_a = convex_vertex_count(g->a), limit_b = convex_vertex_count(g->b);
    for (int i = 0; i < cache->count && i < 4; i++) {
        simplex_vertex *v = &g->simplex.vertex[i];
        v->ia = cache->a[i], v->ib = cache->b[i];
        if (v->ia < 0 || v->ib < 0 || v->ia >= limit_a || v->ib >= limit_b) return false;
        set_difference(g, v, convex_vertex(g->a, v->ia), convex_vertex(g->b, v->ib));
        g->simplex.count = i + 1;
    }
    if (g->simplex.count == 0) return false;
    carom_simplex_reduce(&g->simplex, gjk_slack(g));
    gjk_take_foot(g);
    return true;
}

/* All but a simplex or a direction. */
static void open_gjk(gjk *g, const convex_shape *a, const convex_shape *b, double unit) {
    g->a = a, g->b = b;
    g->unit = unit;
    g->reach = (a->radius + b->radius) * unit;
    g->size = g->enough2 = 0.0;
    g->iterations = g->stalls = g->plain = 0;
    g->newton = false;
    g->pause = NEWTON_PAUSE;
    g->any_axis = false;
    g->flat = convex_is_flat(a) && convex_is_flat(b);
    g->tolerance = g->flat ? FLAT_TOLERANCE : CURVED_TOLERANCE;
    g->simplex.count = 0;
    g->simplex.limit2 = INFINITY;
    g->simplex.inside = false;
    g->along = 0.0;
    g->kept_gap = g->gap = INFINITY;
    g->end = GJK_LIMIT; /* until a search says more */
    g->warm = false;
    g->hint[0] = g->hint[1] = 0;
    g->reference = convex_reference(a, b);
    g->shift_a = sub3(convex_origin(a), g->reference);
    g->shift_b = sub3(convex_origin(b), g->reference);
}

/* The first direction: from a likely foot to the origin. */
static void aim_gjk(gjk *g, vec3 foot) {
    g->foot = foot;
    g->foot2 = len2(foot);
    if (!(g->foot2 > 0.0)) g->foot = vec(1, 0, 0), g->foot2 = 1.0;
}

void carom_gjk_start(gjk *g, const convex_shape *a, const convex_shape *b,
                     const convex_cache *cache, double unit) {
    open_gjk(g, a, b, unit);
    g->warm = cache && cache->count > 0;
    if (!g->warm) {
        aim_gjk(g, carom_gjk_middles(g));
        return;
    }
    g->hint[0] = cache->hint[0];
    g->hint[1] = cache->hint[1];
    if (g->flat && recall(g, cache)) return;
    g->simplex.count = 0;
    aim_gjk(g, neg3(cache->axis));
}

static inline void find_vertex(gjk *g, simplex_vertex *v) {
    v->ia = g->hint[0], v->ib = g->hint[1];
    vec3 a = convex_offset(g->a, neg3(g->axis), &v->ia);
    vec3 b = convex_offset(g->b, g->axis, &v->ib);
    g->hint[0] = g->warm ? v->ia : ~v->ia;
    g->hint[1] = g->warm ? v->ib : ~v->ib;
    set_difference(g, v, a, b);
}

void carom_gjk_vertex(gjk *g, simplex_vertex *v) {
    find_vertex(g, v);
}

double carom_gjk_along(gjk *g) {
    simplex_vertex v;
    find_vertex(g, &v);
    return dot3(g->axis, v.w);
}

static inline bool is_beyond_by(const gjk *g, double least) {
    return g->along * g->along > least * least * g->foot2 * (1.0 + 1e-14);
}

/* Farther than `stop` beyond doubt? */
static inline bool is_beyond(const gjk *g, double stop) {
    double least = stop + 8.0 * gjk_slack(g);
    if (!(stop >= 0.0 && g->along > 0.0 && is_beyond_by(g, least))) return false;
    double choice = convex_choice_rounding(g->shift_a, g->shift_b);
    return is_beyond_by(g, least + choice * g->unit);
}

/* Near the end rounding may throw a curved pair's foot back: the best certificate is kept. */
static inline void keep_best(gjk *g) {
    double gap = g->gap;
    if (!(gap < KEEP_GAP && gap < g->kept_gap)) return;
    g->kept_gap = gap;
    g->kept_along = g->along;
    g->kept_axis = g->axis;
    g->kept = g->simplex;
}

/* No step helps any more: back to the best. */
static void settle_for_best(gjk *g) {
    g->axis = g->foot;
    g->along = carom_gjk_along(g);
    if (!(g->kept_gap < 1.0 - g->along / g->foot2)) return;
    g->simplex = g->kept;
    gjk_take_foot(g);
    g->along = g->kept_along;
    g->axis = g->kept_axis;
}

/* How near the bounds are; and, when that is near enough, the direction in which Newton's method
 * expects the least distance. A step of his that fails, as across an edge, is not repeated soon. */
static void note_progress(gjk *g, vec3 w, bool newton) {
    double before = g->gap;
    g->gap = 1.0 - g->along / g->foot2;
    keep_best(g);
    if (newton && !(g->gap < 0.1 * before)) {
        g->plain = g->pause;
        g->pause *= 8;
    }
    if (g->plain-- > 0 || !(g->gap < NEWTON_GAP)) return;
    /* on a smooth surface w is as far from the foot as the gap is deep in a ball of that size; the
     * far end of an edge is farther */
    double across = len2(w) - g->along * g->along / g->foot2, deep = g->gap * g->size;
    if (across * across > 16.0 * deep * deep * g->foot2) return;
    vec3 next;
    g->newton = carom_convex_newton(g->a, g->b, &(newton_state){g->axis, w, g->unit}, &next);
    if (g->newton) g->axis = next;
}

/* One step. True at an end. */
static inline bool step(gjk *g, double stop) {
    simplex *s = &g->simplex;
    simplex_vertex *v = &s->vertex[s->count];
    bool newton = g->newton;
    g->axis = newton ? scale3(g->axis, sqrt(g->foot2)) : g->foot;
    g->newton = false;
    find_vertex(g, v);
    g->along = dot3(g->axis, v->w);
    if (CAROM_UNLIKELY(!(fabs(g->along) <= DBL_MAX))) return g->end = GJK_BROKEN, true;
    if ((s->count > 0 || g->any_axis) && is_beyond(g, stop)) {
        if (s->count == 0) s->count = 1; /* something for the cache */
        return g->end = GJK_APART, true;
    }
    if (s->count > 0 && (gjk_has_converged(g) || (!newton && simplex_knows(s, v->w))))
        return g->end = GJK_NEAREST, true;
    if (!g->flat && s->count > 0) note_progress(g, v->w, newton);
    double before = s->count > 0 ? g->foot2 : INFINITY;
    s->count++;
    s->limit2 = before * (1.0 + 1e-13);
    carom_simplex_reduce(s, gjk_slack(g));
    if (s->inside) return g->end = GJK_INSIDE, true;
    gjk_take_foot(g);
    if (gjk_is_touching(g)) return g->end = GJK_TOUCHING, true;
    if (g->foot2 < g->enough2) return g->end = GJK_CLOSE, true;
    if (CAROM_UNLIKELY(!(g->foot2 < before)) && !newton &&
        (++g->stalls > STALL_LIMIT || s->refused))
        return g->end = GJK_STALLED, true;
    return false;
}

void carom_gjk_run(gjk *g, double stop) {
    int limit = g->flat ? FLAT_LIMIT : CURVED_LIMIT;
    if (g->simplex.inside) {
        g->end = GJK_INSIDE;
        return;
    }
    if (g->simplex.count > 0 && gjk_is_touching(g)) {
        g->end = GJK_TOUCHING;
        return;
    }
    g->end = GJK_LIMIT;
    for (g->iterations = 1; g->iterations <= limit; g->iterations++)
        if (step(g, stop)) break;
    if (g->end != GJK_STALLED && g->end != GJK_LIMIT) return;
    settle_for_best(g);
    /* a foot at the origin but for rounding, and no separating axis */
    double near = 1e3 * gjk_slack(g);
    if (g->along <= 0.0 && g->foot2 <= near * near) g->end = GJK_TOUCHING;
}

void carom_gjk_store(const gjk *g, convex_cache *cache) {
    const simplex *s = &g->simplex;
    cache->count = s->count;
    cache->hint[0] = g->warm ? g->hint[0] : ~g->hint[0];
    cache->hint[1] = g->warm ? g->hint[1] : ~g->hint[1];
    cache->axis = neg3(g->axis);
    for (int i = 0; i < s->count; i++)
        cache->a[i] = s->vertex[i].ia, cache->b[i] = s->vertex[i].ib;
}

static double extent(const convex_shape *s) {
    double largest = s->radius;
    if (s->kind == CONVEX_POINTS) {
        for (int i = 0; i < s->count; i++)
            largest = max2(largest, max_abs3(s->points[i]));
        return largest;
    }
    if (s->kind == CONVEX_OUTLINE) return largest + max_abs3(s->center) + s->outline->reach;
    if (s->kind == CONVEX_HULL)
        return largest + max_abs3(s->center) + max_abs3(s->hull->low) + max_abs3(s->hull->high);
    return largest + max_abs3(s->center) + max_abs3(s->half);
}

double carom_gjk_unit(const convex_shape *a, const convex_shape *b) {
    double largest = max2(extent(a), extent(b)), unit = 1.0;
    if (!(largest <= DBL_MAX)) return 0.0;
    for (; largest > 1.0; largest *= 0x1p-32)
        unit *= 0x1p-32;
    for (; largest > 0.0 && largest < 0x1p-32; largest *= 0x1p32)
        unit *= 0x1p32;
    return unit;
}
