/* Conservative advancement [Mirtich96]. Time advances by gap / closing speed until the pair is
 * within the tolerance: the time is never late, and early only within the tolerance. A search ahead
 * for a time of certain contact, and bisection, then bracket the time of impact. */
#include "convex/advancement.h"

#include "convex/tolerances.h"

#define STEP_LIMIT 1000 /* of an advancement that has no bound of its own */
#define PROBE_LIMIT 24  /* times tried ahead, doubling the step, for certain contact */
#define HALVINGS 20     /* of the bracket: to 2^-20 of the last step */

advanced carom_advance(const advancement *a) {
    double time = a->from;
    for (int step = 1; step <= a->steps; step++) {
        closing_gap g = a->gap_at(a->pair, time);
        if (!(g.gap > 0.0)) return (advanced){time, true, step};
        if (!(g.closing * (a->latest - time) > g.gap)) return (advanced){INFINITY, false, step};
        time += g.gap / g.closing;
    }
    return (advanced){time, false, a->steps};
}

/* ---- time of impact */

/* Brackets the time of impact: searches ahead of the hit for a time of certain contact, then
 * bisects the interval. */
static void bracket_contact(const toi_problem *p, convex_toi *hit, double step) {
    double before = hit->fraction, after = before;
    hit->fraction_upper = 1.0;
    if (p->skip_upper) return;
    step = max2(step, TOI_STEP_MIN);
    for (int i = 0; i < PROBE_LIMIT && !hit->certain && after < 1.0; i++, step *= 2.0) {
        after = min2(before + step, 1.0);
        hit->certain = p->contact_at(p->pair, after);
        if (hit->certain) break;
        before = after;
        if (p->distance_at(p->pair, after).lower_bound > TOI_PARTED * p->tolerance) break;
    }
    if (!hit->certain) return;
    for (int i = 0; i < HALVINGS && after - before > TOI_BRACKET_MIN; i++) {
        double middle = 0.5 * (before + after);
        if (p->contact_at(p->pair, middle))
            after = middle;
        else
            before = middle;
    }
    hit->fraction_upper = after;
}

typedef struct toi_state {
    const toi_problem *problem;
    convex_toi hit;
    convex_distance last;
    double closing; /* at the time of the last distance */
} toi_state;

/* Shapes within the tolerance have arrived, although rounding may show a gap that does not close;
 * at the start only if they come nearer. */
static closing_gap toi_gap(void *pair, double time) {
    toi_state *s = pair;
    const toi_problem *p = s->problem;
    s->last = p->distance_at(p->pair, time);
    const convex_distance *d = &s->last;
    if (!(d->distance < INFINITY)) return (closing_gap){INFINITY, 0.0};
    if (time == 0.0 && d->distance == 0.0) return (closing_gap){0.0, 0.0};
    double gap = d->lower_bound - TOI_DISTANCE_ERROR * p->size;
    if (d->distance > 0.0 || max_abs3(s->hit.normal) == 0.0) s->hit.normal = d->normal;
    s->hit.point = scale3(add3(d->point_a, d->point_b), 0.5);
    s->closing = p->closing_bound(p->pair, d->normal);
    bool departs = time == 0.0 && !(s->closing > gap);
    if (d->distance <= p->tolerance && !departs) gap = 0.0;
    return (closing_gap){gap, s->closing};
}

convex_toi carom_toi_search(const toi_problem *p) {
    toi_state s = {.problem = p};
    const int steps = p->steps > 0 ? p->steps : STEP_LIMIT;
    const advanced end = carom_advance(&(advancement){toi_gap, &s, 0.0, p->latest, steps});
    if (!(end.time < INFINITY)) return (convex_toi){.iterations = end.steps};
    if (end.time == 0.0 && s.last.distance == 0.0) return p->start_in_contact(p->pair, &s.last);
    s.hit.hit = true;
    s.hit.fraction = end.time;
    s.hit.iterations = end.steps;
    s.hit.status = end.arrived ? CONVEX_CONVERGED : CONVEX_LIMIT;
    double step = s.closing > 0.0 ? s.last.distance / s.closing : 0.0;
    bracket_contact(p, &s.hit, end.arrived ? step : TOI_LIMIT_STEP);
    return s.hit;
}

double carom_toi_tolerance(double requested, double size) {
    return requested > 0.0 ? max2(requested, TOI_TOLERANCE_MIN * size) : TOI_TOLERANCE * size;
}
