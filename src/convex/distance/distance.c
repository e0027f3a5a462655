/* Distance and nearest points of two convex shapes, and whether they touch. Special solvers are
 * tried first; the general one is GJK [Gilbert88], [Bergen99] on the cores in double, and radii are
 * subtracted at the end. Where rounding leaves polytopes undecided (contact; distance equal to the
 * radii; the foot of a sliver), GJK in exact arithmetic decides, so overlap and contact of
 * polytopes are exact. The points realise the distance, and a separating plane certifies the lower
 * bound.
 *
 * Touching shapes get a normal by moving them apart a little along the line of their centres: near
 * the contact the Minkowski difference is a cone, whose normals do not depend on how far. The
 * normal is accepted if it separates the shapes at their original place. */
#include "convex/gjk/gjk.h"

#include "convex/box/box_nearest.h"
#include "convex/gjk/exact.h"
#include "convex/gjk/gjk_small_hull.h"
#include "convex/support/rescale.h"
#include "convex/revolution/revolution.h"
#include "convex/revolution/point_revolution.h"
#include "convex/distance/tolerances.h"
#include "convex/gjk/gjk_interior_proof.h"
#include "convex/revolution/revolution_distance.h"
#include "convex/distance/distance.h"

static const convex_distance no_answer = {.distance = INFINITY, .normal = {1, 0, 0}};

static vec3 to_world(const gjk *g, vec3 p) {
    if (CAROM_LIKELY(g->unit == 1.0)) return add3(p, g->reference);
    return add3(vec(p.x / g->unit, p.y / g->unit, p.z / g->unit), g->reference);
}

typedef struct core_points {
    vec3 a, b;
} core_points;

/* The nearest points as convex combinations: each lies on its core despite rounding of the foot. */
static core_points nearest_points(const simplex *s) {
    core_points p = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < s->count; i++) {
        const simplex_vertex *v = &s->vertex[i];
        p.a = mad3(p.a, v->a, s->weight[i]);
        p.b = mad3(p.b, sub3(v->a, v->w), s->weight[i]);
    }
    return p;
}

/* Width along `direction` of the simplex's vertices in one shape. */
static double spread_along(const simplex *s, vec3 direction, bool of_b) {
    double low = DBL_MAX, high = -DBL_MAX;
    for (int i = 0; i < s->count; i++) {
        const simplex_vertex *v = &s->vertex[i];
        double along = dot3(direction, of_b ? sub3(v->a, v->w) : v->a);
        low = min2(low, along);
        high = max2(high, along);
    }
    return high - low;
}

/* Moves one point so that a - b is the foot, on the shape whose feature extends that far. */
static void slide_to_foot(const gjk *g, core_points *p) {
    vec3 aside = sub3(sub3(p->a, p->b), g->foot);
    double off = max_abs3(aside);
    if (CAROM_LIKELY(
            !(off > DISTANCE_OFFSET_MIN * gjk_slack(g) && off < DISTANCE_OFFSET_MAX * g->size)))
        return;
    double of_a = spread_along(&g->simplex, aside, false);
    double of_b = spread_along(&g->simplex, aside, true), least = 2.0 * len2(aside);
    if (max2(of_a, of_b) < least) return;
    if (of_a > of_b)
        p->a = sub3(p->a, aside);
    else
        p->b = add3(p->b, aside);
}

/* The answer for the rounded shapes when the cores are at distance `core` along the normal, in
 * units. `beyond` is the sign of core - reach. */
static void set_apart(const gjk *g, double core, int beyond, convex_distance *out) {
    vec3 n = out->normal;
    core_points p = nearest_points(&g->simplex);
    if (g->simplex.count == 3) slide_to_foot(g, &p);
    double ra = g->a->radius * g->unit, rb = g->b->radius * g->unit, gap = core - g->radius_sum;
    if (beyond > 0) {
        /* positive even when the gap is lost in rounding */
        out->distance = (gap > 0.0 ? gap : DISTANCE_LEAST_GAP * core) / g->unit;
        out->point_a = to_world(g, mad3(p.a, n, ra));
        out->point_b = to_world(g, mad3(p.b, n, -rb));
        return;
    }
    /* the common point lies between the ends of the two radii */
    double low = max2(core - rb, 0.0), high = min2(ra, core);
    out->distance = out->lower_bound = 0.0;
    out->overlap = beyond < 0;
    out->point_a = out->point_b = to_world(g, mad3(p.a, sub3(p.b, p.a), 0.5 * (low + high) / core));
}

/* Do the bounds of the search meet, but for the tolerance and rounding? */
static bool bounds_meet(const gjk *g) {
    double core = sqrt(g->foot2);
    return core - g->along / core <=
           max2(g->tolerance, DISTANCE_CONVERGED) * core + DISTANCE_CONVERGED_SLACK * gjk_slack(g);
}

/* Takes the moved pair's simplex where its foot, moved back, is nearer to the origin. */
static void take_nearer_foot(gjk *g, const gjk *moved, vec3 move) {
    vec3 foot = sub3(moved->foot, move);
    double foot2 = len2(foot);
    if (!(foot2 < g->foot2 && foot2 > 0.0)) return;
    double scale = sqrt(foot2 / g->foot2);
    g->simplex = moved->simplex;
    for (int i = 0; i < g->simplex.count; i++) {
        simplex_vertex *v = &g->simplex.vertex[i];
        v->a = sub3(v->a, move);
        v->w = sub3(v->w, move);
    }
    g->axis = scale3(g->axis, scale);
    g->along *= scale;
    g->foot = foot;
    g->foot2 = foot2;
}

/* Takes the direction, of unit length, where it proves a greater distance. Not inlined, as all that
 * copies a search: the copies of several would lie on the stack at once. */
static CAROM_APART void take_better_axis(gjk *g, vec3 direction) {
    double core = sqrt(g->foot2);
    gjk probe = *g;
    probe.axis = direction;
    double along = carom_gjk_along(&probe);
    if (!(along * core > g->along)) return;
    g->axis = scale3(direction, core);
    g->along = along * core;
}

/* The foot of a pair near contact is the small difference of large coordinates, and rounding turns
 * it by more than a face or rim forgives. Moved apart along a normal, shapes keep their nearest
 * points and that normal, and the foot is long: the method of the proximal point, whose errors fall
 * by a factor with every move where the support value is smooth, and vanish at an edge or face. */
static CAROM_APART void move_apart(gjk *g) {
    for (int i = 0; i < DISTANCE_MOVES && !bounds_meet(g); i++) {
        gjk moved;
        vec3 u = carom_normalize_or(g->axis, vec(1, 0, 0));
        convex_cache cache = {.count = 1, .axis = neg3(u)};
        double by = DISTANCE_MOVE * g->size;
        carom_gjk_start(&moved, g->a, g->b, &cache, g->unit);
        moved.shift_a = mad3(moved.shift_a, u, by / g->unit);
        carom_gjk_run(&moved, -1.0);
        if (moved.end != GJK_NEAREST && moved.end != GJK_STALLED && moved.end != GJK_LIMIT) return;
        take_nearer_foot(g, &moved, scale3(u, by));
        take_better_axis(g, carom_normalize_or(moved.axis, u));
    }
}

static void set_nearest(const gjk *g, convex_distance *out) {
    double core = sqrt(g->foot2), lower = g->along / core - g->radius_sum;
    out->normal = neg3(carom_normalize_or(g->axis, vec(-1, 0, 0)));
    set_apart(g, core, core > g->radius_sum ? 1 : core < g->radius_sum ? -1 : 0, out);
    if (out->distance > 0.0)
        out->lower_bound = min2(max2(0.0, (lower - gjk_slack(g)) / g->unit), out->distance);
    bool close = bounds_meet(g);
    out->status = !close ? CONVEX_LIMIT : g->polyhedral ? CONVEX_EXACT : CONVEX_CONVERGED;
    if (g->end == GJK_APART && !close) out->status = CONVEX_CONVERGED;
}

/* The greatest coordinate of a support point along the coordinate axes, in units. */
static CAROM_APART double difference_size(const gjk *g) {
    const vec3 directions[6] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    gjk probe = *g;
    for (int i = 0; i < 6; i++) {
        probe.axis = directions[i];
        carom_gjk_along(&probe);
    }
    return probe.size;
}

/* Moves A by a little along `c`: does the normal found there separate the shapes at their original
 * place? */
static CAROM_APART bool separates_when_moved(const gjk *g, double size, vec3 c, vec3 *normal) {
    gjk moved;
    vec3 u = carom_normalize_or(c, vec(0, 0, 0));
    carom_gjk_start(&moved, g->a, g->b, NULL, g->unit);
    vec3 shift_a = moved.shift_a;
    moved.shift_a = mad3(shift_a, u, DISTANCE_PROBE_SHIFT * size / g->unit);
    carom_gjk_run(&moved, -1.0);
    if (moved.end != GJK_NEAREST && moved.end != GJK_STALLED && moved.end != GJK_LIMIT)
        return false;
    vec3 n = carom_normalize_or(moved.foot, vec(1, 0, 0));
    moved.shift_a = shift_a;
    moved.axis = n;
    *normal = neg3(n);
    return carom_gjk_along(&moved) >=
           -(g->polyhedral ? DISTANCE_TOUCHING_POLYHEDRAL : DISTANCE_TOUCHING_CURVED) * size;
}

/* Do the cores, which have a common point, only touch? Touching cores separate along the line of
 * their centres; planar or straight cores that cross each other separate only out of their common
 * plane or line, which at least one coordinate axis leaves. */
static bool only_touch(const gjk *g, vec3 *normal) {
    const vec3 directions[4] = {carom_gjk_middles(g), {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double size = difference_size(g);
    for (int i = 0; i < 4; i++)
        if (separates_when_moved(g, size, directions[i], normal)) return true;
    return !(size > 0.0);
}

static void set_contact(const gjk *g, bool points_only, convex_distance *out) {
    vec3 normal = carom_normalize_or(neg3(g->foot), vec(1, 0, 0));
    bool touch = g->end != GJK_INSIDE && !points_only && only_touch(g, &normal);
    out->normal = normal;
    out->distance = out->lower_bound = 0.0;
    out->overlap = !touch || g->radius_sum > 0.0;
    out->status = g->polyhedral ? CONVEX_EXACT : CONVEX_CONVERGED;
    out->point_a = out->point_b = to_world(g, nearest_points(&g->simplex).a);
}

/* Copies the vertices and weights of the exact answer into the simplex. */
static void take_exact(gjk *g, const exact_nearest *e) {
    simplex *s = &g->simplex;
    s->count = e->count;
    for (int i = 0; i < e->count; i++) {
        simplex_vertex *v = &s->vertex[i];
        v->ia = e->ia[i], v->ib = e->ib[i];
        v->a = scale3(add3(convex_vertex(g->a, v->ia), g->shift_a), g->unit);
        vec3 b = scale3(add3(convex_vertex(g->b, v->ib), g->shift_b), g->unit);
        v->w = sub3(v->a, b);
        s->weight[i] = e->weight[i];
    }
    if (e->apart) g->foot = scale3(e->normal, -e->distance * g->unit);
}

/* Decides a doubtful pair of polytopes by exact arithmetic. */
CAROM_NOINLINE static void settle(gjk *g, bool points_only, convex_distance *out) {
    exact_nearest e;
    carom_convex_exact(g->a, g->b, &g->simplex, &e);
    if (!e.known) {
        g->end == GJK_NEAREST || g->end == GJK_STALLED || g->end == GJK_LIMIT
            ? set_nearest(g, out)
            : set_contact(g, points_only, out);
        out->status = CONVEX_LIMIT;
        return;
    }
    take_exact(g, &e);
    if (!e.apart) {
        if (g->end != GJK_INSIDE) g->end = GJK_TOUCHING;
        set_contact(g, points_only, out);
        return;
    }
    out->normal = e.normal;
    out->status = CONVEX_EXACT;
    set_apart(g, e.distance * g->unit, e.beyond, out);
    out->lower_bound = out->distance;
}

/* Error bound of the simplex's coordinates. Differences of given points are rounded only once,
 * relative to the difference itself. */
static double simplex_slack(const gjk *g) {
    double size = 0.0;
    if (g->a->kind != CONVEX_POINTS || g->b->kind != CONVEX_POINTS) return gjk_slack(g);
    for (int i = 0; i < g->simplex.count; i++)
        size = max2(size, max_abs3(g->simplex.vertex[i].w));
    return GJK_COORDINATE_ERROR * size;
}

/* Error bound from the support mappings' choice of vertices, in units. */
static double choice_slack(const gjk *g) {
    return g->unit * convex_choice_rounding(g->shift_a, g->shift_b);
}

/* Do the weights give different common points on A and B, as those of a sliver may? */
static bool weights_miss(const gjk *g) {
    core_points p = nearest_points(&g->simplex);
    return max_abs3(sub3(p.a, p.b)) > DISTANCE_COMMON * gjk_slack(g);
}

/* Is this a pair of polytopes whose answer rounding may have changed? */
static bool is_doubtful(const gjk *g) {
    if (!g->polyhedral || g->end == GJK_APART) return false;
    if (g->end == GJK_INSIDE) return weights_miss(g);
    if (g->end == GJK_TOUCHING || g->end == GJK_LIMIT) return true;
    double core = sqrt(g->foot2), slack = DISTANCE_DOUBT_SLACK * gjk_slack(g);
    if (core - g->along / core > DISTANCE_DOUBT * core + DISTANCE_DOUBT_SLACK * simplex_slack(g))
        return true;
    if (g->radius_sum == 0.0 && core <= choice_slack(g)) return true;
    return g->radius_sum > 0.0 &&
           fabs(core - g->radius_sum) <= DISTANCE_DOUBT * core + DISTANCE_DOUBT_RADII * slack;
}

static bool is_thin(const convex_shape *s) {
    return s->kind == CONVEX_POINTS && s->count <= 2;
}

/* The greatest (sign 1) or least (sign -1) height of the segment p q along n. */
static inline double end_along(vec3 p, vec3 q, vec3 n, double sign) {
    return sign * max2(sign * dot3(p, n), sign * dot3(q, n));
}

/* Distance of points and segments, rounded or not, in closed form [Ericson05] 5.1.9. False when
 * they are not well apart, or when the separating plane does not certify the distance to rounding.
 */
static bool segment_segment_distance(const convex_shape *a, const convex_shape *b,
                                     convex_distance *out) {
    vec3 p = a->points[0], q = b->points[0], u = sub3(a->points[a->count - 1], p);
    vec3 v = sub3(b->points[b->count - 1], q), w = sub3(p, q);
    double uu = len2(u), vv = len2(v), uv = dot3(u, v), uw = dot3(u, w), vw = dot3(v, w);
    double det = uu * vv - uv * uv;
    double s = det > SEGMENTS_PARALLEL * uu * vv ? clamp01((uv * vw - vv * uw) / det) : 0.0;
    double t = vv > 0.0 ? clamp01((uv * s + vw) / vv) : 0.0;
    s = uu > 0.0 ? clamp01((uv * t - uw) / uu) : 0.0;
    vec3 on_a = mad3(p, u, s), on_b = mad3(q, v, t), across = sub3(on_b, on_a);
    double size = max2(max2(max_abs3(p), max_abs3(q)), max2(max_abs3(u), max_abs3(v)));
    double core = sqrt(len2(across)), reach = a->radius + b->radius, gap = core - reach;
    if (!(core > SEGMENTS_APART * size && fabs(gap) > SEGMENTS_RADII * (core + reach) &&
          size < SEGMENTS_SIZE_MAX && core > SEGMENTS_SIZE_MIN))
        return false;
    vec3 n = scale3(across, 1.0 / core);
    double low = end_along(q, add3(q, v), n, -1.0) - end_along(p, add3(p, u), n, 1.0);
    if (!(core - low <= SEGMENTS_GAP * (core + size))) return false;
    *out = (convex_distance){.normal = n, .iterations = 1, .overlap = gap < 0.0};
    if (gap > 0.0) {
        out->distance = gap;
        out->lower_bound = max2(0.0, min2(gap, low - reach - SEGMENTS_BOUND_ERROR * size));
        out->point_a = mad3(on_a, n, a->radius);
        out->point_b = mad3(on_b, n, -b->radius);
        return true;
    }
    double from = max2(core - b->radius, 0.0), to = min2(a->radius, core);
    out->point_a = out->point_b = mad3(on_a, n, 0.5 * (from + to));
    return true;
}

static bool distance_by_gjk(const convex_shape *a, const convex_shape *b,
                            const convex_options *options, convex_distance *out);

/* Distance of a pair of extreme magnitude, rescaled.
 * @return false when its sizes are ordinary */
CAROM_NOINLINE static bool rescaled_distance(const convex_shape *a, const convex_shape *b,
                                             const convex_options *options, convex_distance *out) {
    convex_options scaled = options ? *options : (convex_options){.cache = NULL};
    double size = carom_rescale_size(a, b);
    if (scaled.contact || !rescale_is_needed(size)) return false;
    rescaled_pair *pair = carom_workspace_take(WORKSPACE_RESCALED_DISTANCE);
    const bool rescaled = carom_rescale_pair(a, b, size, pair);
    if (rescaled) {
        scaled.cache = NULL;
        scaled.stop_beyond = min2(scaled.stop_beyond / pair->unit, DBL_MAX);
        distance_by_gjk(&pair->a, &pair->b, &scaled, out);
        out->distance *= pair->unit;
        out->lower_bound *= pair->unit;
        out->point_a = scale3(out->point_a, pair->unit);
        out->point_b = scale3(out->point_b, pair->unit);
    }
    carom_workspace_give(pair);
    if (!rescaled) return false;
    /* lengths that became 0 make an exact answer approximate */
    if (out->status == CONVEX_EXACT) out->status = CONVEX_CONVERGED;
    return true;
}

/* The distance by a search in units of `given`; 0: in units of 1, if no product leaves the range.
 * @return false where one does */
static CAROM_APART bool solve(const convex_shape *a, const convex_shape *b,
                              const convex_options *options, double given, convex_distance *out) {
    const double unit = given > 0.0 ? given : 1.0;
    convex_cache *cache = options ? options->cache : NULL;
    double stop = options && options->stop_beyond > 0.0 ? options->stop_beyond * unit : -1.0;
    gjk g;
    carom_gjk_start(&g, a, b, cache, unit);
    if (options && !g.polyhedral) g.tolerance = max2(g.tolerance, options->tolerance);
    carom_gjk_run(&g, stop > 0.0 ? stop + g.radius_sum : -1.0);
    if (CAROM_UNLIKELY(!gjk_in_range(&g)) && given == 0.0) return false;
    if (CAROM_UNLIKELY(g.end == GJK_BROKEN)) {
        *out = no_answer;
        return true;
    }
    if (g.end == GJK_TOUCHING && carom_gjk_is_interior(&g)) g.end = GJK_INSIDE;
    const bool points_only = options && options->points_only;
    *out = (convex_distance){.iterations = g.iterations};
    if (CAROM_UNLIKELY(is_doubtful(&g)))
        settle(&g, points_only, out);
    else if (g.end == GJK_INSIDE || g.end == GJK_TOUCHING)
        set_contact(&g, points_only, out);
    else {
        if (!g.polyhedral && g.end != GJK_APART && !bounds_meet(&g)) move_apart(&g);
        set_nearest(&g, out);
    }
    if (cache) carom_gjk_store(&g, cache);
    return true;
}

/* ---- the solvers, in the order in which they are tried */

static bool distance_of_small_hulls(const convex_shape *a, const convex_shape *b,
                                    const convex_options *options, convex_distance *out) {
    if (!small_hull_applies(a) || !small_hull_applies(b) || (options && options->stop_beyond > 0.0))
        return false;
    const small_hull_body pair[2] = {small_hull_body_of(a), small_hull_body_of(b)};
    return small_hull_distance(pair, options ? options->cache : NULL, out);
}

static bool distance_of_segments(const convex_shape *a, const convex_shape *b,
                                 const convex_options *options, convex_distance *out) {
    (void)options;
    return is_thin(a) && is_thin(b) && segment_segment_distance(a, b, out);
}

static bool distance_of_boxes(const convex_shape *a, const convex_shape *b,
                              const convex_options *options, convex_distance *out) {
    (void)options;
    if (a->kind != CONVEX_BOX || b->kind != CONVEX_BOX || a->radius + b->radius > 0.0) return false;
    return boxes_nearest(box_view_of(a), box_view_of(b), out) == BOXES_KNOWN;
}

static bool distance_of_point(const convex_shape *a, const convex_shape *b,
                              const convex_options *options, convex_distance *out) {
    (void)options;
    return carom_point_revolution_distance(a, b, out);
}

/* Two cylinders or cones, not rounded, that are apart by more than rounding or well into each
 * other. */
static bool distance_of_revolution(const convex_shape *a, const convex_shape *b,
                                   const convex_options *options, convex_distance *out) {
    convex_cache *cache = options ? options->cache : NULL;
    if (!carom_is_solid_of_revolution(a) || !carom_is_solid_of_revolution(b) ||
        a->radius + b->radius > 0.0)
        return false;
    const vec3 *guess = cache && cache->count > 0 ? &cache->axis : NULL;
    if (!carom_revolution_distance(a, b, guess, out)) return false;
    if (cache && !out->overlap) *cache = (convex_cache){.count = 1, .axis = out->normal};
    return true;
}

/* A pair for which products have left the range. */
static CAROM_NOINLINE void distance_in_units(const convex_shape *a, const convex_shape *b,
                                             const convex_options *options, convex_distance *out) {
    if (rescaled_distance(a, b, options, out)) return;
    const double unit = carom_gjk_unit(a, b);
    solve(a, b, options, unit > 0.0 ? unit : 1.0, out);
}

/* Exact arithmetic continues the simplex of the search in double, hence no solver of its own. */
static bool distance_by_gjk(const convex_shape *a, const convex_shape *b,
                            const convex_options *options, convex_distance *out) {
    if (CAROM_UNLIKELY(!solve(a, b, options, 0.0, out))) distance_in_units(a, b, options, out);
    return true;
}

const convex_distance_solver carom_convex_distance_solvers[CONVEX_DISTANCE_SOLVERS] = {
    {"gjk_small_hull", distance_of_small_hulls},
    {"segment_segment", distance_of_segments},
    {"box_clamps", distance_of_boxes},
    {"point_revolution", distance_of_point},
    {"revolution_distance", distance_of_revolution},
    {"gjk", distance_by_gjk},
};

convex_distance carom_convex_distance(const convex_shape *a, const convex_shape *b,
                                      const convex_options *options) {
    convex_distance out;
    for (int i = 0; i < CONVEX_DISTANCE_SOLVERS; i++)
        if (carom_convex_distance_solvers[i].solve(a, b, options, &out)) break;
    return out;
}
