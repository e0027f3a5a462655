/* GJK: the point of the Minkowski difference A - B of two cores that is nearest to the origin
 * [Gilbert88], [Bergen99]. The length of v, the nearest point of the simplex, falls at every step
 * and bounds the distance from above; the plane through the support point w perpendicular to v
 * bounds it from below by v.w / |v|, so every answer carries its certificate. Polytopes end when no
 * vertex lies beyond the plane through v, curved shapes when the two bounds meet; Newton steps
 * (newton.c) speed up the latter.
 *
 * This is the general solver of distance and overlap; the special ones return here when undecided.
 * Coordinates are relative to one shape's centre, so shapes far from the origin lose no digits.
 */
#include "convex/gjk/gjk.h"

#include "convex/gjk/newton.h"

/* Far above what searches take; one that reaches its limit ends with GJK_LIMIT. */
#define POLYHEDRAL_STEP_LIMIT 96
#define CURVED_STEP_LIMIT 256
/* Steps without decrease that are accepted before the search ends as stalled. */
#define STALL_LIMIT 4
/* Steps along v after the first failed Newton step; each further failure multiplies them. */
#define NEWTON_PAUSE 1
#define NEWTON_PAUSE_GROWTH 8

/* Sets the vertex to (a - b), both moved to the reference frame and scaled. */
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

/* Rebuilds the cached simplex at the present poses. False when the cache is of other shapes. */
static bool recall_simplex(gjk *g, const convex_cache *cache) {
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

/* Sets all fields but the first simplex or direction. */
static void init_gjk(gjk *g, const convex_shape *a, const convex_shape *b, double unit) {
    g->a = a, g->b = b;
    g->unit = unit;
    g->radius_sum = (a->radius + b->radius) * unit;
    g->size = g->close2 = 0.0;
    g->iterations = g->stalls = g->newton_wait = 0;
    g->newton = false;
    g->newton_pause = NEWTON_PAUSE;
    g->any_axis = false;
    g->axis = vec(0, 0, 0); /* a search that ends before its first step stores no direction */
    g->polyhedral = convex_is_polyhedral(a) && convex_is_polyhedral(b);
    g->tolerance = g->polyhedral ? GJK_CONVERGED_POLYHEDRAL : GJK_CONVERGED_CURVED;
    g->simplex.count = 0;
    g->simplex.limit2 = INFINITY;
    g->simplex.inside = false;
    g->along = 0.0;
    g->kept_gap = g->gap = INFINITY;
    g->end = GJK_LIMIT; /* until a search has run */
    g->warm = false;
    g->hint[0] = g->hint[1] = 0;
    g->reference = convex_reference(a, b);
    g->shift_a = sub3(convex_origin(a), g->reference);
    g->shift_b = sub3(convex_origin(b), g->reference);
}

/* Takes `foot`, an estimate of the nearest point, as the first direction. */
static void set_first_direction(gjk *g, vec3 foot) {
    g->foot = foot;
    g->foot2 = len2(foot);
    if (!(g->foot2 > 0.0)) g->foot = vec(1, 0, 0), g->foot2 = 1.0;
}

void carom_gjk_start(gjk *g, const convex_shape *a, const convex_shape *b,
                     const convex_cache *cache, double unit) {
    init_gjk(g, a, b, unit);
    g->warm = cache && cache->count > 0;
    if (!g->warm) {
        set_first_direction(g, carom_gjk_middles(g));
        return;
    }
    g->hint[0] = cache->hint[0];
    g->hint[1] = cache->hint[1];
    if (g->polyhedral && recall_simplex(g, cache)) return;
    g->simplex.count = 0;
    set_first_direction(g, neg3(cache->axis));
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
    return g->along * g->along > least * least * g->foot2 * (1.0 + GJK_SQUARE_ERROR);
}

/* Is the distance certainly greater than `stop`, by more than rounding? */
static inline bool is_beyond(const gjk *g, double stop) {
    double least = stop + GJK_STOP_MARGIN * gjk_slack(g);
    if (!(stop >= 0.0 && g->along > 0.0 && is_beyond_by(g, least))) return false;
    double choice = convex_choice_rounding(g->shift_a, g->shift_b);
    return is_beyond_by(g, least + choice * g->unit);
}

/* Rounding may move a curved pair's nearest point away near the end: keeps the best certificate. */
static inline void keep_best(gjk *g) {
    double gap = g->gap;
    if (!(gap < GJK_KEEP_GAP && gap < g->kept_gap)) return;
    g->kept_gap = gap;
    g->kept_along = g->along;
    g->kept_axis = g->axis;
    g->kept = g->simplex;
}

/* After a stall: returns to the kept simplex when its bounds are closer than the last ones. */
static void restore_best(gjk *g) {
    g->axis = g->foot;
    g->along = carom_gjk_along(g);
    if (!(g->kept_gap < 1.0 - g->along / g->foot2)) return;
    g->simplex = g->kept;
    gjk_take_foot(g);
    g->along = g->kept_along;
    g->axis = g->kept_axis;
}

/* Updates the gap of the bounds. Once it is small, the next axis is the direction in which Newton's
 * method expects the least distance. After a Newton step that failed, as across an edge, several
 * steps go along v before the next is tried. */
static void update_gap(gjk *g, vec3 w, bool newton) {
    double before = g->gap;
    g->gap = 1.0 - g->along / g->foot2;
    keep_best(g);
    if (newton && !(g->gap < GJK_NEWTON_GAIN * before)) {
        g->newton_wait = g->newton_pause;
        g->newton_pause *= NEWTON_PAUSE_GROWTH;
    }
    if (g->newton_wait-- > 0 || !(g->gap < GJK_NEWTON_GAP)) return;
    /* on a smooth surface w is about as far from v as a chord of a ball of this size that cuts off
     * a cap as high as the gap; the far end of an edge is farther */
    double across = len2(w) - g->along * g->along / g->foot2, cap = g->gap * g->size;
    if (across * across > GJK_NEWTON_ACROSS2 * cap * cap * g->foot2) return;
    vec3 next;
    g->newton = carom_convex_newton(g->a, g->b, &(newton_state){g->axis, w, g->unit}, &next);
    if (g->newton) g->axis = next;
}

/* One step of GJK. True when the search has ended; g->end then says how. */
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
        if (s->count == 0) s->count = 1; /* so that the cache stores a vertex */
        return g->end = GJK_APART, true;
    }
    if (s->count > 0 && (gjk_has_converged(g) || (!newton && simplex_has_vertex(s, v->w))))
        return g->end = GJK_NEAREST, true;
    if (!g->polyhedral && s->count > 0) update_gap(g, v->w, newton);
    double before = s->count > 0 ? g->foot2 : INFINITY;
    s->count++;
    s->limit2 = before * (1.0 + GJK_INCREASE);
    carom_simplex_reduce(s, gjk_slack(g));
    if (s->inside) return g->end = GJK_INSIDE, true;
    gjk_take_foot(g);
    if (gjk_is_touching(g)) return g->end = GJK_TOUCHING, true;
    if (g->foot2 < g->close2) return g->end = GJK_CLOSE, true;
    if (CAROM_UNLIKELY(!(g->foot2 < before)) && !newton &&
        (++g->stalls > STALL_LIMIT || s->refused))
        return g->end = GJK_STALLED, true;
    return false;
}

void carom_gjk_run(gjk *g, double stop) {
    int limit = g->polyhedral ? POLYHEDRAL_STEP_LIMIT : CURVED_STEP_LIMIT;
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
    restore_best(g);
    /* v is 0 up to rounding, and the axis does not separate */
    double near = GJK_STALLED_TOUCHING * gjk_slack(g);
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

/* An upper bound of the largest coordinate and the radius. */
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
    for (; largest > 1.0; largest *= GJK_UNIT_DOWN)
        unit *= GJK_UNIT_DOWN;
    for (; largest > 0.0 && largest < GJK_UNIT_DOWN; largest *= GJK_UNIT_UP)
        unit *= GJK_UNIT_UP;
    return unit;
}
