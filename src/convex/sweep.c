/* Sweep of two convex shapes: a ray cast on their difference with GJK [Bergen04].
 *
 * A support plane found on the way to the nearest point bounds the distance from below, and as the
 * motion is straight, that bound falls evenly: time may at once advance to where it vanishes, and
 * when it never does, there is no contact. The simplex travels along. Every advance is certified by
 * a support point taken anew, less a margin above its rounding: contact is never late. The search
 * ends when the shapes are nearer than the tolerance: it is early by no more.
 *
 * Cores without a radius are cast at by a portal first: a triangle of support points that the path
 * goes through, moved out until it lies on the surface. */
#include "convex/gjk.h"

#define STEP_LIMIT 160
#define SLOW_LIMIT 64
#define STALL_LIMIT 4
#define SLOTS 5
#define PORTAL_STEPS 64
#define PORTAL_CURVED_STEPS 32
#define TOUCH 1e-13  /* nearness that ends the search, relative to the coordinates */
#define STEADY 1e-12 /* motion across the normal, relatively: sliding */

static inline double triple3(vec3 a, vec3 b, vec3 c) {
    return dot3(cross3(a, b), c);
}

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
    double clearance; /* of a miss: the gap at the start, in units; or less */
} cast;

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
    g->hint[0] = ~v->ia, g->hint[1] = ~v->ib;
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

/* ---- the portal: a triangle of support points that the path of the origin goes through */

/* Perpendicular to the motion, from the middle towards the path; where it goes through the middle,
 * against the motion. */
static vec3 towards_path(const cast *c) {
    vec3 d = c->motion, m = c->g.foot;
    vec3 off = mad3(m, d, -dot3(m, d) / len2(d));
    return len2(off) > 1e-20 * len2(m) ? neg3(off) : d;
}

/* The first three corners. True when the path goes between them; else `n` is where to look. */
static bool grow_portal(simplex *s, vec3 d, vec3 *n) {
    simplex_vertex *v = s->vertex;
    if (s->count == 0) {
        *n = cross3(d, v[0].w);
        s->count = 1;
        return false;
    }
    if (s->count == 1) {
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

/* The corner that gives way to the new one, for the path to stay between the three. */
static void push_portal(simplex *s, vec3 d) {
    simplex_vertex *v = s->vertex;
    vec3 side = cross3(v[3].w, d);
    bool first = dot3(side, v[0].w) > 0.0;
    bool other = dot3(side, v[first ? 1 : 2].w) > 0.0;
    v[other ? !first : first ? 2 : 0] = v[3];
}

/* Weighs the corners where the path goes through. True when the point of A - B there is within
 * `near` of where the path is at time t, which is all that has to hold for a hit. */
static bool weigh_portal(simplex *s, vec3 d, double t, double near) {
    const simplex_vertex *v = s->vertex;
    vec3 off = scale3(d, -t);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        s->weight[i] = max2(0.0, -triple3(d, v[(i + 1) % 3].w, v[(i + 2) % 3].w));
        sum += s->weight[i];
    }
    for (int i = 0; i < 3; i++) {
        s->weight[i] /= sum;
        off = mad3(off, v[i].w, s->weight[i]);
    }
    return len2(off) <= near * near;
}

/* On with the search for the nearest point, from the portal at time t. */
static bool leave_portal(cast *c, double t) {
    gjk *g = &c->g;
    if (!(t > 0.0)) return false;
    cast_travel(c, t);
    carom_simplex_reduce(&g->simplex, gjk_slack(g));
    g->foot = g->simplex.nearest, g->foot2 = g->simplex.distance2;
    return !g->simplex.inside && g->foot2 > 0.0;
}

typedef enum portal_cast { PORTAL_FAILED, PORTAL_ENDED, PORTAL_LEFT } portal_cast;

/* Portal refinement along the path of the origin through A - B, for cores without a radius: what it
 * needs of a step is two cross products, and a miss shows before any distance is known. Polytopes
 * end on the face; curved shapes leave for the nearest point when the portal closes in slowly. */
static portal_cast cast_by_portal(cast *c, cast_end *end) {
    gjk *g = &c->g;
    simplex *s = &g->simplex;
    vec3 d = neg3(c->motion), n = towards_path(c);
    double height = 0.0, t = 0.0, speed = sqrt(len2(d));
    int limit = g->flat ? PORTAL_STEPS : PORTAL_CURVED_STEPS;
    for (int i = 0; i < limit; i++) {
        simplex_vertex *v = &s->vertex[s->count];
        double length2 = len2(n);
        if (!(length2 > 1e-200)) return PORTAL_FAILED;
        c->aim = neg3(n);
        cast_vertex(c, v);
        double along = dot3(n, v->w), closing = dot3(n, c->motion), length = sqrt(length2);
        if (!(fabs(along) <= DBL_MAX)) return PORTAL_FAILED;
        if (along + c->margin * length < -max2(closing, 0.0)) {
            c->clearance = -along / length;
            return *end = CAST_MISS, PORTAL_ENDED;
        }
        if (s->count == 3) {
            if (!(closing > 0.0)) return PORTAL_FAILED;
            t = (-along - c->margin * length) / closing;
            c->normal = scale3(n, 1.0 / length);
            double gap = along - height, near = max2(0.1 * c->tolerance * g->size, 2.0 * c->margin);
            if (gap * speed <= near * closing && t > 0.0 && weigh_portal(s, d, t, near)) {
                c->t = t;
                return *end = CAST_HIT, PORTAL_ENDED;
            }
            if (gap <= c->margin * length) break;
            push_portal(s, d);
        } else if (!grow_portal(s, d, &n)) {
            continue;
        }
        n = cross3(sub3(s->vertex[1].w, s->vertex[0].w), sub3(s->vertex[2].w, s->vertex[0].w));
        height = dot3(n, s->vertex[0].w);
    }
    return s->count == 3 && leave_portal(c, t) ? PORTAL_LEFT : PORTAL_FAILED;
}

/* ---- when the cast does not end: whole distances */

static convex_distance cast_distance(const cast *c, convex_cache *cache) {
    convex_posed a;
    carom_convex_shift(&a, c->g.a, mad3(c->from, c->motion, c->t));
    return carom_convex_distance(&a.shape, c->g.b, &(convex_options){.cache = cache});
}

/* On from c->t in the same way, with nearest points throughout. */
static CAROM_NOINLINE cast_end cast_slowly(cast *c) {
    convex_cache cache = {.count = 0};
    double near = c->tolerance * c->g.size / c->g.unit;
    c->g.simplex.count = 0; /* it stays behind */
    for (int i = 0; i < SLOW_LIMIT; i++) {
        convex_distance d = cast_distance(c, &cache);
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
        portal_cast by = cast_by_portal(c, &end);
        if (by == PORTAL_ENDED) return end;
        if (by == PORTAL_FAILED) cast_begin(c, c->g.a, c->g.b, 1.0);
        end = CAST_LIMIT;
    }
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

static convex_hit missed_by(const cast *c) {
    return (convex_hit){.clearance = c->clearance > 0.0 ? c->clearance / c->g.size : 0.0};
}

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
    /* apart, if by less than rounding, and receding */
    if (!hit->initial_overlap) return along > -steady || !(d.distance > c->target);
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
    if (end == CAST_MISS) return missed_by(&c);
    if (end == CAST_BROKEN) return no_contact;
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
