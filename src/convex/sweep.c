/* Sweep of two convex shapes: a cast of their difference, and what is told of the contact. A start
 * in contact, or nearer to it than the cast can tell, is settled by distance and penetration. */
#include "convex/cast/cast.h"

#include "convex/cast/cast_float.h"
#include "convex/cast/cylinder_cast.h"
#include "convex/revolution/cylinder_overlap.h"
#include "convex/penetration.h"
#include "convex/support/rescale.h"
#include "math/power.h"

#define STEADY 1e-12  /* motion across the normal, relatively: sliding */
#define WEIGHED 2e-11 /* how far, relatively, the weights of thin faces may be off along them */

/* Sines of angles between path and plane below this leave an end with less than 14 digits. */
#define GRAZING 1e-2

static const convex_hit no_contact;

static convex_hit missed_by(const cast *c) {
    double shift = max_abs3(c->start) + max_abs3(c->g.shift_b);
    double size = c->g.size + c->g.unit * shift;
    return (convex_hit){.clearance = c->clearance > 0.0 ? c->clearance / size : 0.0};
}

/* ---- grazing */

static double sine_to_plane(const cast *c, vec3 normal) {
    return fabs(dot3(normal, c->motion)) / sqrt(len2(normal) * len2(c->motion));
}

/* Is the last portal, if any, no proof that the path goes through A - B? */
static bool may_be_on_rim(const cast *c) {
    const simplex *s = &c->g.simplex;
    if (c->g.flat)
        return s->count < 3 || min2(s->weight[0], min2(s->weight[1], s->weight[2])) <= ON_RIM;
    if (c->through) return false;
    if (cast_is_met(c)) return !carom_cast_goes_through(c, &s->vertex[1]);
    return s->count < 3 || !carom_cast_goes_through(c, s->vertex);
}

/* Which ends of a contact are known to half of their digits, from its start alone. With a radius
 * there is one plane between: the path is nearly level with it, or stays for a moment only, no less
 * than its way within a ball of that radius. Without one the plane at an edge is one of many, steep
 * or not; but a portal has the path on its rim if that runs on the boundary of A - B. */
static int grazing_ends(const cast *c, convex_hit *hit) {
    const double sine = sine_to_plane(c, hit->normal), brief = CAST_BRIEF * c->g.size;
    const int level = !(sine > GRAZING) ? CONVEX_GRAZES_IN : 0;
    if (c->g.reach > 0.0)
        return c->g.reach * sine > brief ? level : CONVEX_GRAZES_IN | CONVEX_GRAZES_OUT;
    if (may_be_on_rim(c) && carom_cast_is_near_silhouette(c, brief, &hit->level))
        return CONVEX_GRAZES_IN | CONVEX_GRAZES_OUT;
    return c->g.flat ? 0 : level;
}

/* The same of the contact's end, whose normal may be unknown. */
static bool ends_level(const cast *back) {
    if (back->g.flat && back->g.reach == 0.0) return false;
    return !(sine_to_plane(back, back->normal) > GRAZING);
}

static bool is_bare_cylinder(const convex_shape *s) {
    return s->kind == CONVEX_CYLINDER && s->radius == 0.0;
}

/* The same backwards of two cylinders. @return false where their axes do not tell */
static bool cylinders_part(const cast *forward, const convex_shape *a, const convex_shape *b,
                           double *exit) {
    cylinder_cast back = {.a = box_view_of(a),
                          .b = box_view_of(b),
                          .apart = sub3(sub3(b->center, a->center), forward->motion),
                          .motion = neg3(forward->motion)};
    if (!is_bare_cylinder(a) || !is_bare_cylinder(b) || forward->target > 0.0) return false;
    const cylinder_cast_end end = carom_cylinder_cast(&back, forward->tolerance);
    *exit = end == CYLINDERS_MEET ? max2(1.0 - back.t, forward->t) : forward->t;
    return end != CYLINDERS_OPEN;
}

/* Where contact ends: the same motion backwards, from the end of the frame. */
static double exit_of(const cast *forward, const convex_shape *a, const convex_shape *b,
                      int *grazing) {
    cast back;
    double exit;
    if (cylinders_part(forward, a, b, &exit)) return exit;
    back.from = add3(forward->from, forward->motion);
    back.motion = neg3(forward->motion);
    back.target = forward->target;
    back.tolerance = forward->tolerance;
    back.coarse = NULL;
    cast_float scratch;
    convex_hit there;
    carom_cast_coarsely(&back, a, b, &scratch);
    const bool confirmed = carom_cast_confirm(&back, a, b, &there);
    const cast_end end = confirmed ? CAST_HIT : carom_cast_shapes(&back, a, b);
    const bool met = end == CAST_HIT || end == CAST_LIMIT;
    if (met && !confirmed && back.t > 0.0 && ends_level(&back)) *grazing |= CONVEX_GRAZES_OUT;
    return met ? max2(1.0 - back.t, forward->t) : forward->t;
}

/* The same of two cylinders, in an order of their own: exchanged, they answer the same. */
static bool describe_cylinders(const convex_shape *a, const convex_shape *b, convex_hit *hit) {
    cylinder_depth p;
    const bool swap = carom_convex_order_shapes(a, b) > 0;
    const convex_shape *first = swap ? b : a, *second = swap ? a : b;
    if (!is_bare_cylinder(a) || !is_bare_cylinder(b) ||
        !carom_cylinder_depth(box_view_of(first), box_view_of(second), &p))
        return false;
    hit->normal = swap ? neg3(p.normal) : p.normal;
    hit->status = CONVEX_CONVERGED;
    hit->point = scale3(add3(p.point_a, p.point_b), 0.5);
    return true;
}

/* Inside each other, by the way out. @return false when that finds them touching at most. */
static bool describe_depth(const convex_shape *a, const convex_shape *b, convex_hit *hit) {
    if (describe_cylinders(a, b, hit)) return true;
    convex_penetration p = carom_convex_penetration(a, b);
    if (!p.overlap) return false;
    if (max_abs3(p.normal) > 0.0) hit->normal = p.normal;
    hit->status = p.status;
    hit->point = scale3(add3(p.point_a, p.point_b), 0.5);
    return true;
}

double carom_convex_parting(const convex_shape *a, vec3 motion, const convex_shape *b,
                            double tolerance, double since) {
    cast forward; /* not zeroed: large */
    forward.from = vec(0, 0, 0);
    forward.motion = motion;
    forward.target = 0.0;
    forward.tolerance = tolerance;
    forward.t = since;
    int grazing = 0;
    return exit_of(&forward, a, b, &grazing);
}

/* In contact at the start, or so near to it that the cast could not tell. */
static CAROM_NOINLINE bool starts_in_contact(const cast *c, convex_hit *hit) {
    convex_distance d = carom_convex_distance(c->g.a, c->g.b, NULL);
    hit->normal = d.normal;
    hit->point = d.point_b;
    hit->status = d.status;
    hit->initial_overlap = d.distance <= c->target;
    /* where they part and meet by rounding the common point serves */
    if (d.overlap && !describe_depth(c->g.a, c->g.b, hit)) return true;
    /* Apart, if by less than rounding, and receding; but a search that found no end may have gone
     * past the surface, and then its normal is the wrong way round. */
    double along = dot3(hit->normal, c->motion), speed = carom_length(c->motion);
    bool sure = d.status != CONVEX_LIMIT && d.distance > c->target;
    if (!hit->initial_overlap && !sure && along < -STEADY * speed) hit->normal = neg3(hit->normal);
    /* a plane that lies between them and that they recede from stays between them */
    double steady = sure && d.lower_bound > c->target ? 4.0 * DBL_EPSILON : STEADY;
    if (!hit->initial_overlap) return along > -steady * speed || !sure;
    return true;
}

/* From B's core to its surface: the direction to A's core, known to more digits than a plane
 * between. */
static vec3 direction_out(vec3 apart, vec3 normal) {
    vec3 out = carom_normalize_or(apart, neg3(normal));
    return dot3(out, normal) < -0.99 ? out : neg3(normal);
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
    if (g->b->radius > 0.0)
        on_b = mad3(on_b, direction_out(apart, hit->normal), g->b->radius * g->unit);
    hit->point = add3(scale3(on_b, 1.0 / g->unit), g->reference);
}

static bool is_surely_inside(const convex_shape *a, const convex_shape *b) {
    vec3 axis = {0, 0, 0};
    return is_bare_cylinder(a) && is_bare_cylinder(b) &&
           carom_cylinder_overlap(box_view_of(a), box_view_of(b), &axis) == PORTAL_CONTACT;
}

/* What is known beforehand: the shapes lie inside each other, or the cast in float found the facet.
 * @return false when it is not, or not confirmed. */
static bool is_foreknown(cast *c, const convex_shape *a, const convex_shape *b,
                         const convex_sweep_options *options, convex_hit *hit) {
    *hit = (convex_hit){.hit = true, .fraction_exit = 1.0};
    if (options->inside || is_surely_inside(a, b)) {
        c->t = 0.0;
        hit->initial_overlap = true;
        return describe_depth(a, b, hit);
    }
    return carom_cast_confirm(c, a, b, hit);
}

/* Shapes within `size` of the origin are apart once they have moved by a few sizes: a path that is
 * longer by far is cut there, so that the shapes do not vanish beside it. */
#define PATH_SIZES 0x1p8

/* The factor, a power of two, that leaves so much of the path; 1 where it is not that long. */
static double cut_of_path(double length, double size) {
    double part = size * PATH_SIZES / length;
    return part < 1.0 && part > 0.0 ? 1.0 / taming_power(part) : 1.0;
}

/* @return false where no length is of extreme magnitude */
CAROM_NOINLINE static bool rescaled_sweep(const cast *c, const convex_shape *a,
                                          const convex_shape *b,
                                          const convex_sweep_options *options, convex_hit *hit) {
    rescaled_pair pair;
    double size = max2(carom_rescale_size(a, b), c->target), length = max_abs3(c->motion);
    if (!rescale_is_needed(max2(size, length))) return false;
    double cut = cut_of_path(length, size);
    if (!carom_rescale_pair(a, b, max2(size, length * cut), &pair)) return false;
    convex_sweep_options scaled = *options;
    scaled.coarse = NULL;
    scaled.target_distance = rescaled_length(&pair, c->target);
    vec3 motion = rescaled_vector(&pair, scale3(c->motion, cut));
    *hit = carom_convex_sweep(&pair.a, motion, &pair.b, &scaled);
    hit->point = scale3(hit->point, pair.unit);
    hit->fraction *= cut;
    hit->fraction_exit *= cut;
    return true;
}

convex_hit carom_convex_sweep(const convex_shape *a, vec3 motion, const convex_shape *b,
                              const convex_sweep_options *options) {
    static const convex_sweep_options none;
    if (!options) options = &none;
    cast c; /* not zeroed: large */
    convex_hit hit;
    c.from = vec(0, 0, 0);
    c.motion = motion;
    c.target = options->target_distance;
    c.coarse = options->coarse;
    c.tolerance = max2(options->tolerance, CAST_TOUCH);
    if (!finite3(motion) || !(c.target >= 0.0 && c.target <= DBL_MAX)) return no_contact;
    cast_float scratch;
    carom_cast_coarsely(&c, a, b, &scratch);
    const bool searched = !is_foreknown(&c, a, b, options, &hit);
    if (searched) {
        cast_end end = carom_cast_shapes(&c, a, b);
        bool extreme = CAROM_UNLIKELY(end == CAST_BROKEN || !gjk_is_sane(&c.g) || c.g.unit != 1.0);
        if (extreme && rescaled_sweep(&c, a, b, options, &hit)) return hit;
        if (end == CAST_MISS) return missed_by(&c);
        if (end == CAST_BROKEN) return no_contact;
        hit = (convex_hit){.hit = true, .fraction = c.t, .fraction_exit = 1.0};
        hit.status = end == CAST_LIMIT ? CONVEX_LIMIT : CONVEX_CONVERGED;
        if (c.t > 0.0) {
            describe_contact(&c, &hit);
            hit.grazing = grazing_ends(&c, &hit);
        } else
            hit.hit = starts_in_contact(&c, &hit);
    }
    if (!hit.hit) return no_contact;
    if (!options->skip_exit) hit.fraction_exit = exit_of(&c, a, b, &hit.grazing);
    return hit;
}
