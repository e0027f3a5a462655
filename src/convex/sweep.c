/* Linear sweep of two convex shapes by GJK ray cast [Bergen04] of the origin against their
 * Minkowski difference, with the point, the normal, the end of contact and whether the motion
 * grazes. The fraction is never late; where it is early, the shapes are nearer than the tolerance.
 * A start in contact, or nearer to it than the cast can decide, is described by distance and
 * penetration. The end of contact is the first contact of the reversed motion. */
#include "convex/cast/cast.h"

#include "convex/cast/cast_float.h"
#include "convex/cast/cylinder_cast.h"
#include "convex/penetration.h"
#include "convex/support/rescale.h"
#include "convex/tolerances.h"
#include "math/power.h"
#include "convex/cast/cast_confirm.h"
#include "convex/cast/cast_silhouette.h"
#include "convex/distance/distance.h"
#include "convex/sweep.h"

static const convex_hit no_contact;

/* What is left of a cast when the search, which is large, is over. */
typedef struct cast_path {
    vec3 from, motion;
    double t, target, tolerance;
} cast_path;

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
    if (c->g.polyhedral)
        return s->count < 3 ||
               min2(s->weight[0], min2(s->weight[1], s->weight[2])) <= PORTAL_RIM_WEIGHT;
    if (c->through) return false;
    if (cast_is_met(c)) return !c->has_portal || !carom_cast_goes_through(c, &s->vertex[1]);
    return s->count < 3 || !carom_cast_goes_through(c, s->vertex);
}

/* Which ends of a contact are known to half of their digits, judged by its start alone. Rounded
 * cores have one plane of contact: the path is nearly parallel to it, or the contact is brief; it
 * lasts at least as long as that of a ball of this radius. Without a radius the plane at an edge is
 * one of many, whose angle with the path says nothing; but a path along the boundary of A - B
 * passes on the boundary of its portal. */
static int grazing_ends(const cast *c, convex_hit *hit) {
    const double sine = sine_to_plane(c, hit->normal), brief = CAST_BRIEF * c->g.size;
    const int level = !(sine > SWEEP_GRAZING) ? CONVEX_GRAZES_IN : 0;
    if (c->g.radius_sum > 0.0)
        return c->g.radius_sum * sine > brief ? level : CONVEX_GRAZES_IN | CONVEX_GRAZES_OUT;
    if (may_be_on_rim(c) && carom_cast_is_near_silhouette(c, brief, &hit->level))
        return CONVEX_GRAZES_IN | CONVEX_GRAZES_OUT;
    return c->g.polyhedral ? 0 : level;
}

/* Is the end of contact, by the reversed motion, grazing? Its normal may be unknown. */
static bool ends_level(const cast *back) {
    if (back->g.polyhedral && back->g.radius_sum == 0.0) return false;
    return !(sine_to_plane(back, back->normal) > SWEEP_GRAZING);
}

static bool is_bare_cylinder(const convex_shape *s) {
    return s->kind == CONVEX_CYLINDER && s->radius == 0.0;
}

/* End of contact of two cylinders, by the reversed motion.
 * @return false when undecided */
static bool cylinders_part(const cast_path *forward, const convex_shape *a, const convex_shape *b,
                           double *exit) {
    cylinder_cast back = {.a = box_view_of(a),
                          .b = box_view_of(b),
                          .apart = sub3(sub3(b->center, a->center), forward->motion),
                          .motion = neg3(forward->motion)};
    if (!is_bare_cylinder(a) || !is_bare_cylinder(b) || forward->target > 0.0) return false;
    const cylinder_cast_end end = carom_cylinder_cast(&back, forward->tolerance);
    *exit = end == CYLINDERS_MEET ? max2(1.0 - back.t, forward->t) : forward->t;
    return end != CYLINDERS_UNDECIDED;
}

/* End of contact: first contact of the reversed motion, from the end of the frame. */
static CAROM_APART double exit_of(const cast_path *forward, const convex_shape *a,
                                  const convex_shape *b, int *grazing) {
    cast back;
    double exit;
    if (cylinders_part(forward, a, b, &exit)) return exit;
    back.from = add3(forward->from, forward->motion);
    back.motion = neg3(forward->motion);
    back.target = forward->target;
    back.tolerance = forward->tolerance;
    back.float_cast = NULL;
    cast_float scratch;
    convex_hit end_hit;
    carom_cast_hulls_in_float(&back, a, b, &scratch);
    const bool confirmed = carom_cast_confirm(&back, a, b, &end_hit);
    const cast_end end = confirmed ? CAST_HIT : carom_cast_shapes(&back, a, b);
    const bool met = end == CAST_HIT || end == CAST_LIMIT;
    if (met && !confirmed && back.t > 0.0 && ends_level(&back)) *grazing |= CONVEX_GRAZES_OUT;
    return met ? max2(1.0 - back.t, forward->t) : forward->t;
}

/* Depth of two cylinders, ordered first, so that swapping them swaps the answer. */
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

/* Describes overlapping shapes by their penetration depth.
 * @return false when they do not overlap */
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
    const cast_path forward = {.motion = motion, .t = since, .tolerance = tolerance};
    int grazing = 0;
    return exit_of(&forward, a, b, &grazing);
}

/* Describes shapes in contact at the start, or so near to it that the cast is undecided.
 * @return whether there is contact */
static CAROM_NOINLINE bool starts_in_contact(const cast_path *path, const convex_shape *a,
                                             const convex_shape *b, convex_hit *hit) {
    convex_distance d = carom_convex_distance(a, b, NULL);
    hit->normal = d.normal;
    hit->point = d.point_b;
    hit->status = d.status;
    hit->initial_overlap = d.distance <= path->target;
    /* shapes in contact by no more than rounding keep the common point */
    if (d.overlap && !describe_depth(a, b, hit)) return true;
    /* The shapes may be apart, by less than rounding, and receding. But a search that reached its
     * limit may have passed the surface, and then its normal points backwards. */
    double along = dot3(hit->normal, path->motion), speed = carom_length(path->motion);
    bool certain = d.status != CONVEX_LIMIT && d.distance > path->target;
    if (!hit->initial_overlap && !certain && along < -SWEEP_SLIDING * speed)
        hit->normal = neg3(hit->normal);
    /* a separating plane from which the shapes recede stays between them */
    double sliding = certain && d.lower_bound > path->target ? SWEEP_SEPARATED : SWEEP_SLIDING;
    if (!hit->initial_overlap) return along > -sliding * speed || !certain;
    return true;
}

/* Direction from B's core to its surface: that to A's core, which has more digits than the normal
 * of a separating plane. */
static vec3 surface_direction(vec3 apart, vec3 normal) {
    vec3 direction = carom_normalize_or(apart, neg3(normal));
    return dot3(direction, normal) < -SWEEP_ALIGNED ? direction : neg3(normal);
}

/* Describes the contact at c->t. The last certain plane separates the shapes there, up to the
 * margin. */
static void describe_contact(const cast *c, convex_hit *hit) {
    const gjk *g = &c->g;
    const simplex *s = &g->simplex;
    hit->normal = c->normal;
    if (s->count == 0 || s->inside) { /* by rounding the cast passed the surface */
        hit->point = carom_cast_distance(c, NULL).point_b;
        return;
    }
    /* the translation that the vertices of the last simplex still lack */
    vec3 left = scale3(sub3(mad3(c->start, c->motion, c->t), g->shift_a), g->unit);
    vec3 on_b = {0, 0, 0}, apart = left;
    for (int i = 0; i < s->count; i++) {
        on_b = mad3(on_b, sub3(s->vertex[i].a, s->vertex[i].w), s->weight[i]);
        apart = mad3(apart, s->vertex[i].w, s->weight[i]);
    }
    double near = 2.0 * c->touch + SWEEP_WEIGHT_OFFSET * g->size;
    if (!(len2(apart) <= near * near)) { /* the weights are of an earlier time */
        hit->point = carom_cast_distance(c, NULL).point_b;
        return;
    }
    if (g->b->radius > 0.0)
        on_b = mad3(on_b, surface_direction(apart, hit->normal), g->b->radius * g->unit);
    hit->point = add3(scale3(on_b, 1.0 / g->unit), g->reference);
}

/* ---- the solvers of the first contact */

static cast_end meet_by_float_cast(sweep_search *s, convex_hit *hit) {
    *hit = (convex_hit){.hit = true, .fraction_exit = 1.0};
    carom_cast_hulls_in_float(&s->cast, s->a, s->b, &s->scratch);
    return carom_cast_confirm(&s->cast, s->a, s->b, hit) ? CAST_HIT : CAST_UNDECIDED;
}
/* The power of two by which a motion longer than SWEEP_PATH_SIZES sizes is shortened; else 1. */
static double cut_of_path(double length, double size) {
    double part = size * SWEEP_PATH_SIZES / length;
    return part < 1.0 && part > 0.0 ? 1.0 / scaling_power(part) : 1.0;
}

/* The size of a pair of extreme magnitude, with a long motion cut. @return 0 when all lengths are
 * ordinary, or one is not finite */
static double size_to_rescale(const cast_path *path, const convex_shape *a, const convex_shape *b,
                              double *cut) {
    const double size = max2(carom_rescale_size(a, b), path->target),
                 length = max_abs3(path->motion);
    if (!rescale_is_needed(max2(size, length))) return 0.0;
    *cut = cut_of_path(length, size);
    const double whole = max2(size, length * *cut);
    return whole <= DBL_MAX ? whole : 0.0;
}

/* Sweep of a pair of extreme magnitude, rescaled. */
CAROM_NOINLINE static convex_hit rescaled_sweep(const cast_path *path, const convex_shape *a,
                                                const convex_shape *b,
                                                const convex_sweep_options *options) {
    double cut = 1.0;
    const double size = size_to_rescale(path, a, b, &cut);
    rescaled_pair *pair = carom_workspace_take(WORKSPACE_RESCALED_SWEEP);
    convex_sweep_options scaled = *options;
    (void)carom_rescale_pair(a, b, size, pair);
    scaled.float_cast = NULL;
    scaled.target_distance = rescaled_length(pair, path->target);
    const vec3 motion = rescaled_vector(pair, scale3(path->motion, cut));
    convex_hit hit = carom_convex_sweep(&pair->a, motion, &pair->b, &scaled);
    hit.point = scale3(hit.point, pair->unit);
    hit.fraction *= cut;
    hit.fraction_exit *= cut;
    carom_workspace_give(pair);
    return hit;
}

static bool is_rescalable(const cast *c, const convex_shape *a, const convex_shape *b) {
    const cast_path path = {.motion = c->motion, .target = c->target};
    double cut;
    return size_to_rescale(&path, a, b, &cut) > 0.0;
}

static cast_end meet_by_ray_cast(sweep_search *s, convex_hit *hit) {
    cast *c = &s->cast;
    const cast_end end = carom_cast_shapes(c, s->a, s->b);
    bool extreme = CAROM_UNLIKELY(end == CAST_BROKEN || !gjk_in_range(&c->g) || c->g.unit != 1.0);
    if (extreme && is_rescalable(c, s->a, s->b)) return CAST_RESCALED;
    if (end == CAST_MISS || end == CAST_BROKEN) {
        *hit = end == CAST_MISS ? missed_by(c) : no_contact;
        return end;
    }
    *hit = (convex_hit){.hit = true, .fraction = c->t, .fraction_exit = 1.0};
    hit->status = end == CAST_LIMIT ? CONVEX_LIMIT : CONVEX_CONVERGED;
    if (!(c->t > 0.0)) return CAST_AT_START;
    describe_contact(c, hit);
    hit->grazing = grazing_ends(c, hit);
    return CAST_HIT;
}

const convex_sweep_solver carom_convex_sweep_solvers[CONVEX_SWEEP_SOLVERS] = {
    {"cast_float", meet_by_float_cast},
    {"gjk_ray_cast", meet_by_ray_cast},
};

/* The search is on the stack no longer than this. */
static CAROM_APART cast_end first_contact(cast_path *path, const convex_shape *a,
                                          const convex_shape *b,
                                          const convex_sweep_options *options, convex_hit *hit) {
    sweep_search s; /* not zeroed: large */
    s.a = a;
    s.b = b;
    s.options = options;
    s.cast.from = path->from;
    s.cast.motion = path->motion;
    s.cast.target = path->target;
    s.cast.float_cast = options->float_cast;
    s.cast.tolerance = path->tolerance;
    cast_end end = CAST_UNDECIDED;
    for (int i = 0; end == CAST_UNDECIDED && i < CONVEX_SWEEP_SOLVERS; i++)
        end = carom_convex_sweep_solvers[i].solve(&s, hit);
    path->t = s.cast.t;
    return end;
}

convex_hit carom_convex_sweep(const convex_shape *a, vec3 motion, const convex_shape *b,
                              const convex_sweep_options *options) {
    static const convex_sweep_options none;
    if (!options) options = &none;
    cast_path path = {.motion = motion,
                      .target = options->target_distance,
                      .tolerance = max2(options->tolerance, CAST_TOUCH)};
    convex_hit hit;
    if (!finite3(motion) || !(path.target >= 0.0 && path.target <= DBL_MAX)) return no_contact;
    cast_end end = first_contact(&path, a, b, options, &hit);
    if (end == CAST_RESCALED) return rescaled_sweep(&path, a, b, options);
    if (end == CAST_AT_START) {
        if (!starts_in_contact(&path, a, b, &hit)) return no_contact;
        end = CAST_HIT;
    }
    if (end == CAST_HIT && !options->skip_exit)
        hit.fraction_exit = exit_of(&path, a, b, &hit.grazing);
    return hit;
}
