/* Sweep of two convex shapes: a cast of their difference, and what is told of the contact. A start
 * in contact, or nearer to it than the cast can tell, is settled by distance and penetration. */
#include "convex/cast.h"

#define STEADY 1e-12  /* motion across the normal, relatively: sliding */
#define WEIGHED 2e-11 /* how far, relatively, the weights of thin faces may be off along them */

static const convex_hit no_contact;

static convex_hit missed_by(const cast *c) {
    double shift = max_abs3(c->start) + max_abs3(c->g.shift_b);
    double size = c->g.size + c->g.unit * shift;
    return (convex_hit){.clearance = c->clearance > 0.0 ? c->clearance / size : 0.0};
}

/* Where contact ends: the same motion backwards, from the end of the frame. */
static double exit_of(const cast *forward, const convex_shape *a, const convex_shape *b) {
    cast back;
    back.from = add3(forward->from, forward->motion);
    back.motion = neg3(forward->motion);
    back.target = forward->target;
    back.tolerance = forward->tolerance;
    back.portal = NULL;
    cast_end end = carom_cast_shapes(&back, a, b);
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
        if (!p.overlap) return true; /* they part and meet by rounding: the common point serves */
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

/* From B's core to its surface: the way to A's core, known to more digits than a plane between. */
static vec3 way_out(vec3 apart, vec3 normal) {
    vec3 way = carom_normalize_or(apart, neg3(normal));
    return dot3(way, normal) < -0.99 ? way : neg3(normal);
}

/* The contact at c->t. The last plane that was certain separates there, but for the margin. */
static void describe_contact(const cast *c, convex_hit *hit) {
    const gjk *g = &c->g;
    const simplex *s = &g->simplex;
    hit->normal = c->normal;
    if (s->count == 0 || s->inside) { /* rounding went past the surface */
        hit->point = carom_cast_distance(c, NULL).point_b;
        return;
    }
    /* vertices that have not travelled are short of the contact by this */
    vec3 left = scale3(sub3(mad3(c->start, c->motion, c->t), g->shift_a), g->unit);
    vec3 on_b = {0, 0, 0}, apart = left;
    for (int i = 0; i < s->count; i++) {
        on_b = mad3(on_b, sub3(s->vertex[i].a, s->vertex[i].w), s->weight[i]);
        apart = mad3(apart, s->vertex[i].w, s->weight[i]);
    }
    double near = 2.0 * c->touch + WEIGHED * g->size;
    if (!(len2(apart) <= near * near)) { /* weights of another time */
        hit->point = carom_cast_distance(c, NULL).point_b;
        return;
    }
    if (g->b->radius > 0.0) on_b = mad3(on_b, way_out(apart, hit->normal), g->b->radius * g->unit);
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
    c.portal = options->portal;
    c.tolerance = max2(options->tolerance, CAST_TOUCH);
    if (!finite3(motion) || !(c.target >= 0.0 && c.target <= DBL_MAX)) return no_contact;
    cast_end end = carom_cast_shapes(&c, a, b);
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
