/* Sweep of two convex shapes: a ray cast on their difference with GJK [Bergen04].
 *
 * A support plane found on the way to the nearest point bounds the distance from below, and as the
 * motion is straight, that bound falls evenly: time may at once advance to where it vanishes, and
 * when it never does, there is no contact. The simplex travels along. Every advance is certified by
 * a support point taken anew, less a margin above its rounding: contact is never late. The search
 * ends when the shapes are nearer than the tolerance: it is early by no more. */
#include "convex/gjk.h"

#define STEP_LIMIT 160
#define SLOW_LIMIT 64
#define STALL_LIMIT 4
#define SLOTS 5
#define TOUCH 1e-13  /* nearness that ends the search, relative to the coordinates */
#define STEADY 1e-12 /* motion across the normal, relatively: sliding */

typedef enum cast_end {
    CAST_MISS = 0,
    CAST_HIT,
    CAST_LIMIT, /* neither was proved; free up to `t` */
    CAST_BROKEN /* not finite */
} cast_end;

typedef struct cast {
    gjk g;
    vec3 from, motion; /* A stands `from` away from where it is given at t = 0 */
    vec3 start;        /* shift_a at t = 0 */
    double t, target, tolerance, reach, margin, touch;
    vec3 normal;      /* of the last plane that was certain, or zero */
    vec3 aim;         /* from B to A: the direction of the next support point */
    vec3 aims[SLOTS]; /* of the simplex's vertices, by their ia; curved pairs only */
    bool hopeful;     /* look elsewhere than along the foot */
    int wait, fails;  /* steps without a blend, after blends that failed */
    int stalls;
} cast;

static void cast_begin(cast *c, const convex_shape *a, const convex_shape *b, double unit) {
    gjk *g = &c->g;
    carom_gjk_start(g, a, b, NULL, unit);
    c->start = g->shift_a = add3(g->shift_a, c->from);
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
}

/* Curved shapes have no vertices to be known by: their place in `aims` stands there instead. */
static int free_slot(const simplex *s) {
    int used = 0, slot = 0;
    for (int i = 0; i < s->count; i++)
        used |= 1 << s->vertex[i].ia;
    while (used >> slot & 1)
        slot++;
    return slot;
}

static void cast_vertex(cast *c, simplex_vertex *v) {
    gjk *g = &c->g;
    v->ia = g->hint[0], v->ib = g->hint[1];
    vec3 a = convex_offset(g->a, neg3(c->aim), &v->ia);
    vec3 b = convex_offset(g->b, c->aim, &v->ib);
    g->hint[0] = v->ia, g->hint[1] = v->ib;
    a = scale3(add3(a, g->shift_a), g->unit);
    b = scale3(add3(b, g->shift_b), g->unit);
    v->a = a;
    v->w = sub3(a, b);
    g->size = max2(g->size, max2(max_abs3(a), max_abs3(b)));
    c->margin = 4.0 * gjk_slack(g);
    c->touch = c->reach * (1.0 + TOUCH) + c->tolerance * g->size;
    if (g->flat) return;
    v->ia = free_slot(&g->simplex);
    c->aims[v->ia] = scale3(c->aim, 1.0 / sqrt(len2(c->aim)));
}

static bool cast_knows(const simplex *s, vec3 w) {
    for (int i = 0; i < s->count; i++)
        if (w.x == s->vertex[i].w.x && w.y == s->vertex[i].w.y && w.z == s->vertex[i].w.z)
            return true;
    return false;
}

/* Takes A, and the simplex with its candidate vertex, to time t. */
static void cast_travel(cast *c, double t) {
    gjk *g = &c->g;
    vec3 by = scale3(c->motion, (t - c->t) * g->unit);
    for (int i = 0; i <= g->simplex.count && i < 4; i++) {
        simplex_vertex *v = &g->simplex.vertex[i];
        v->w = add3(v->w, by);
        v->a = add3(v->a, by);
    }
    c->t = t;
    g->shift_a = mad3(c->start, c->motion, t);
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
    for (int i = 0; i < s->count; i++)
        *aim = mad3(*aim, c->aims[s->vertex[i].ia], s->weight[i]);
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
    bool hope = g->flat ? c->reach > 0.0 && count < 3 && foresee_foot(c, &aim)
                        : count > 1 && blend_normals(c, &aim);
    if (hope) c->aim = aim;
    return !hope;
}

/* Never twice in vain. Smooth surfaces ask for a blend when the foot lands beyond them, unless
 * blends did no better, as over edges and flat parts. */
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
    bool known = cast_knows(s, v->w);
    if (gap > c->margin) {
        double closing = -dot3(c->aim, c->motion) * g->unit / length;
        if (!(closing * (1.0 - c->t) > gap - c->margin)) return *end = CAST_MISS, true;
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

typedef struct moved_shape {
    convex_shape shape;
    vec3 points[CONVEX_POINTS_LIMIT];
} moved_shape;

static void move_shape(moved_shape *out, const convex_shape *shape, vec3 by) {
    out->shape = *shape;
    if (shape->kind != CONVEX_POINTS) {
        out->shape.center = add3(shape->center, by);
        return;
    }
    for (int i = 0; i < shape->count && i < CONVEX_POINTS_LIMIT; i++)
        out->points[i] = add3(shape->points[i], by);
    out->shape.points = out->points;
}

static convex_distance cast_distance(const cast *c, convex_cache *cache) {
    moved_shape a;
    move_shape(&a, c->g.a, mad3(c->from, c->motion, c->t));
    return carom_convex_distance(&a.shape, c->g.b, &(convex_options){.cache = cache});
}

/* On from c->t in the same way, with nearest points throughout. */
static CAROM_NOINLINE cast_end cast_slowly(cast *c) {
    convex_cache cache = {.count = 0};
    double near = c->tolerance * c->g.size / c->g.unit;
    for (int i = 0; i < SLOW_LIMIT; i++) {
        convex_distance d = cast_distance(c, &cache);
        double gap = d.lower_bound - c->target - c->margin / c->g.unit;
        if (!(d.distance - c->target > near) || !(gap > 0.0)) return CAST_HIT;
        double closing = dot3(d.normal, c->motion);
        c->normal = d.normal;
        if (!(closing * (1.0 - c->t) > gap)) return CAST_MISS;
        c->t += gap / closing;
    }
    return CAST_LIMIT;
}

static cast_end cast_run(cast *c) {
    cast_end end = CAST_LIMIT;
    for (int i = 0; i < STEP_LIMIT; i++)
        if (cast_step(c, &end)) break;
    return end;
}

/* The unit for extreme magnitudes, of the motion too. */
static double cast_unit(const cast *c, const convex_shape *a, const convex_shape *b) {
    double unit = carom_gjk_unit(a, b), far = max2(max_abs3(c->motion), max_abs3(c->from));
    while (far * unit > 0x1p64)
        unit *= 0x1p-64;
    return unit;
}

static cast_end cast_shapes(cast *c, const convex_shape *a, const convex_shape *b) {
    cast_begin(c, a, b, 1.0);
    cast_end end = cast_run(c);
    if (CAROM_UNLIKELY(end == CAST_BROKEN || !gjk_is_sane(&c->g))) {
        double unit = cast_unit(c, a, b);
        if (unit > 0.0 && unit != 1.0) {
            cast_begin(c, a, b, unit);
            end = cast_run(c);
        }
    }
    return CAROM_UNLIKELY(end == CAST_LIMIT) ? cast_slowly(c) : end;
}

/* ---- answers */

static const convex_hit no_contact;

/* Where contact ends: the same motion backwards, from the end of the frame. */
static double exit_of(const cast *forward, const convex_shape *a, const convex_shape *b) {
    cast back;
    back.from = add3(forward->from, forward->motion);
    back.motion = neg3(forward->motion);
    back.target = forward->target;
    back.tolerance = forward->tolerance;
    cast_end end = cast_shapes(&back, a, b);
    bool met = end == CAST_HIT || end == CAST_LIMIT;
    return met ? max2(1.0 - back.t, forward->t) : forward->t;
}

/* In contact at the start, or so near to it that the cast could not tell. */
static CAROM_NOINLINE bool starts_in_contact(const cast *c, const convex_sweep_options *options,
                                             convex_hit *hit) {
    convex_distance d = carom_convex_distance(c->g.a, c->g.b, NULL);
    hit->normal = d.normal;
    hit->point = d.point_b;
    hit->status = d.status;
    hit->initial_overlap = d.distance <= c->target;
    if (d.overlap) {
        convex_penetration p = carom_convex_penetration(c->g.a, c->g.b);
        if (max_abs3(p.normal) > 0.0) hit->normal = p.normal;
        hit->status = p.status;
        hit->point = scale3(add3(p.point_a, p.point_b), 0.5);
    }
    double along = dot3(hit->normal, c->motion), steady = STEADY * carom_length(c->motion);
    if (!hit->initial_overlap) return along > 0.0 || !(d.lower_bound > c->target);
    if (options->ignore_tangential && fabs(along) <= steady) return false;
    return !(options->ignore_separating && along < -steady);
}

/* The contact at c->t. The last plane that was certain separates there, but for the margin. */
static void describe_contact(const cast *c, convex_hit *hit) {
    const gjk *g = &c->g;
    const simplex *s = &g->simplex;
    hit->normal = c->normal;
    if (s->count == 0 || s->inside) { /* rounding went past the surface */
        hit->point = cast_distance(c, NULL).point_b;
        return;
    }
    vec3 on_b = {0, 0, 0};
    for (int i = 0; i < s->count; i++)
        on_b = mad3(on_b, sub3(s->vertex[i].a, s->vertex[i].w), s->weight[i]);
    on_b = mad3(on_b, hit->normal, -g->b->radius * g->unit);
    hit->point = add3(scale3(on_b, 1.0 / g->unit), g->reference);
}

convex_hit carom_convex_sweep(const convex_shape *a, vec3 motion, const convex_shape *b,
                              const convex_sweep_options *options) {
    static const convex_sweep_options none;
    if (!options) options = &none;
    cast c; /* not zeroed: large */
    c.from = vec(0, 0, 0);
    c.motion = motion;
    c.target = options->target_distance;
    c.tolerance = max2(options->tolerance, TOUCH);
    if (!finite3(motion) || !(c.target >= 0.0 && c.target <= DBL_MAX)) return no_contact;
    cast_end end = cast_shapes(&c, a, b);
    if (end == CAST_MISS || end == CAST_BROKEN) return no_contact;
    convex_hit hit = {.hit = true, .fraction = c.t, .fraction_exit = 1.0};
    hit.status = end == CAST_LIMIT ? CONVEX_LIMIT : CONVEX_CONVERGED;
    if (c.t == 0.0) {
        if (!starts_in_contact(&c, options, &hit)) return no_contact;
    } else {
        describe_contact(&c, &hit);
    }
    if (!options->skip_exit) hit.fraction_exit = exit_of(&c, a, b);
    return hit;
}
