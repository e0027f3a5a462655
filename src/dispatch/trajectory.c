/* Time of impact of shapes whose motion the caller computes, by conservative advancement
 * [Mirtich96]. No point of a bounded shape is faster than its pivot plus the angular speed times
 * its distance from the pivot, so a gap cannot close before gap / speed, and the answer is never
 * late. Convex shapes that are separated along a direction stay so while their motion along it does
 * not close that gap. Points of an unbounded shape are as fast as they are far from its pivot: the
 * other shape is seen from it then. It exists beside convex/toi.h because neither the motion nor
 * the kinds are known here. */
#include "carom/cached.h"
#include "carom/trajectory.h"

#include "convex/toi.h"
#include "dispatch/compound/compound_parts.h"
#include "dispatch/tolerances.h"
#include "dispatch/within.h"
#include "pair/pair_toi.h"

#define TRAJECTORY_STEPS 10000
#define REFINED_SPAN 4.0 /* a speed is asked again for so many times the step that it allows */

typedef struct guided_side {
    const carom_trajectory *of;
    double reach;     /* of the core from the pivot; INFINITY: unbounded */
    double extent;    /* of all of it from the pivot */
    double motion;    /* of any point during the frame, at most */
    carom_pose pose;  /* at the last time */
    vec3 pivot;       /* in the common frame, at that time */
    carom_aabb start; /* its box at the start */
} guided_side;

typedef struct guided_pair {
    guided_side a, b;
    carom_posed_shape posed[2]; /* at the last time */
    carom_pair_cache cache;
    double time, gap, size, slack;
    bool directed; /* both are convex, and a speed function may make use of it */
    bool along;    /* the last gap is one along the direction that was answered with it */
} guided_pair;

/* ---- bounds of one shape */

static double reach_of_box(const carom_shape *shape, vec3 pivot) {
    const carom_aabb box = carom_shape_bounds(shape, carom_pose_identity());
    const vec3 low = sub3(load3(box.min), pivot), high = sub3(load3(box.max), pivot);
    return carom_length(vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                            max2(fabs(low.z), fabs(high.z))));
}

static bool is_speed(carom_speed s) {
    return finite1((double)s.linear) && finite1((double)s.angular) && s.angular >= 0;
}

static double turning_speed(double angular, double arm) {
    return angular > 0.0 ? angular * arm : 0.0;
}

/* @return false when the pose is not finite */
static bool place_side(guided_side *side, double time, carom_posed_shape *posed) {
    const carom_trajectory *t = side->of;
    side->pose = t->pose_at ? t->pose_at(time, t->user) : carom_pose_identity();
    side->pivot = load3(carom_pose_transform_point(side->pose, t->pivot));
    return carom_shape_pose(posed, t->shape, side->pose);
}

/* Bounds a shape, and places it at the start. @return false when it is invalid or not finite */
static bool load_side(guided_side *out, const carom_trajectory *t, carom_posed_shape *posed) {
    const vec3 pivot = load3(t->pivot);
    if (carom_shape_problem(t->shape) || !is_speed(t->speed) || t->speed.linear < 0) return false;
    out->of = t;
    out->reach = out->extent = INFINITY;
    convex_view view;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS, &view, t->shape);
    if (is_placed_kind(t->shape->kind)) {
        out->reach = out->extent = reach_of_box(t->shape, pivot);
    } else if (!carom_is_unbounded(t->shape) && carom_turning_view(&view, t->shape)) {
        out->reach = carom_convex_reach(&view.shape, pivot);
        out->extent = out->reach + view.shape.radius;
    }
    give_buffer(buffer);
    out->motion = (double)t->speed.linear + turning_speed((double)t->speed.angular, out->extent);
    if (!finite3(pivot) || !place_side(out, 0.0, posed)) return false;
    out->start = carom_posed_reach(posed);
    return true;
}

/* ---- a pair at a time */

/* @return false when a pose is not finite */
static bool place_pair(guided_pair *p, double time) {
    p->time = time;
    return place_side(&p->a, time, &p->posed[0]) && place_side(&p->b, time, &p->posed[1]);
}

/* The normal of a plane, from A to B, along which its distance from any shape is measured. */
static vec3 normal_of_planes(const guided_pair *p, vec3 from_a) {
    const bool first = is_plane_kind(p->posed[0].shape.kind);
    const vec3 n = load3(plane_of_kind(first ? &p->posed[0].shape : &p->posed[1].shape).normal);
    const vec3 unit = carom_normalize_or(n, vec(0, 0, 1));
    return dot3(unit, from_a) < 0.0 ? neg3(unit) : unit;
}

/* How far bounded convex shapes are apart along a unit direction. */
static double separation_along(const guided_pair *p, vec3 n) {
    const vec3 of_a = load3(carom_shape_support(p->a.of->shape, p->a.pose, store3(n)));
    const vec3 of_b = load3(carom_shape_support(p->b.of->shape, p->b.pose, store3(neg3(n))));
    return dot3(n, sub3(of_b, of_a));
}

/* Finds a direction along which the shapes are apart; `gap` becomes that separation. */
static void find_direction(guided_pair *p, convex_distance *d) {
    const bool plane_a = is_plane_kind(p->posed[0].shape.kind),
               plane_b = is_plane_kind(p->posed[1].shape.kind);
    p->along = false;
    if (!p->directed || !(d->lower_bound > 0.0)) return;
    if (plane_a || plane_b) {
        d->normal = normal_of_planes(p, d->normal);
        p->along = !(plane_a && plane_b);
        return;
    }
    if (!finite1(p->a.reach) || !finite1(p->b.reach)) return;
    const double apart = separation_along(p, d->normal) - p->slack;
    if (!(apart > TRAJECTORY_SEPARATION * d->lower_bound)) return;
    d->lower_bound = min2(d->lower_bound, apart);
    p->along = true;
}

/* A pose that is not finite stops the advancement: it counts as contact. */
static convex_distance guided_distance_at(void *pair, double time) {
    guided_pair *p = pair;
    p->gap = 0.0;
    if (!place_pair(p, time)) return (convex_distance){.status = CONVEX_LIMIT};
    const carom_closest_any c = carom_closest_posed_cached(&p->posed[0], &p->posed[1], &p->cache);
    convex_distance out = {.distance = (double)c.distance,
                           .lower_bound = (double)c.lower_bound - p->slack,
                           .point_a = load3(c.point_a),
                           .point_b = load3(c.point_b)};
    out.normal = carom_normalize_or(sub3(out.point_b, out.point_a), vec(0, 0, 0));
    find_direction(p, &out);
    p->gap = out.lower_bound;
    return out;
}

static bool guided_contact_at(void *pair, double time) {
    guided_pair *p = pair;
    return place_pair(p, time) && carom_overlap_posed(&p->posed[0], &p->posed[1]);
}

/* ---- speeds */

static carom_speed side_speed(const guided_pair *p, const guided_side *side, vec3 along,
                              double to) {
    const carom_trajectory *t = side->of;
    if (!t->speed_of) return t->speed;
    const carom_speed_query query = {p->time, to, store3(along)};
    const carom_speed s = t->speed_of(&query, t->user);
    return is_speed(s) ? s : t->speed;
}

/* Bounds the speed at which the gap closes from the last time to `to`. */
static double closing_until(const guided_pair *p, vec3 normal, double to) {
    const vec3 n = p->along ? normal : vec(0, 0, 0);
    const carom_speed a = side_speed(p, &p->a, n, to), b = side_speed(p, &p->b, neg3(n), to);
    /* the pivots come apart by the speeds in any direction at most */
    const double free = (double)p->a.of->speed.linear + (double)p->b.of->speed.linear;
    const double apart = carom_length(sub3(p->a.pivot, p->b.pivot)) + free * (to - p->time);
    const double arm_a = finite1(p->a.reach) ? p->a.reach : apart + p->b.reach;
    const double arm_b = finite1(p->b.reach) ? p->b.reach : apart + p->a.reach;
    const double linear = (double)a.linear + (double)b.linear;
    const double turning =
        turning_speed((double)a.angular, arm_a) + turning_speed((double)b.angular, arm_b);
    return linear + turning + (fabs(linear) + turning) * TRAJECTORY_SPEED_ERROR;
}

/* A bound over a short time is less than one over the rest of the frame: within the span that is
 * asked about, the gap cannot close before gap / closing. */
static double guided_closing(const void *pair, vec3 normal) {
    const guided_pair *p = pair;
    const double all = closing_until(p, normal, 1.0);
    if (!(p->a.of->speed_of || p->b.of->speed_of) || !(p->gap > 0.0) || !(all > 0.0)) return all;
    const double to = p->time + REFINED_SPAN * p->gap / all;
    if (!(to < 1.0)) return all;
    return max2(closing_until(p, normal, to), all / REFINED_SPAN);
}

/* ---- the search */

static convex_toi guided_start(void *pair, const convex_distance *d) {
    const guided_pair *p = pair;
    const carom_penetration depth = carom_penetrate_posed(&p->posed[0], &p->posed[1]);
    convex_toi out = {.hit = true, .point = d->point_b, .normal = load3(depth.normal)};
    out.initial_overlap = out.certain = carom_overlap_posed(&p->posed[0], &p->posed[1]);
    if (depth.overlap) out.point = load3(depth.point_b);
    out.status = CONVEX_CONVERGED;
    return out;
}

/* What coordinates of the pair are about as large as during the frame. */
static double size_of_pair(const guided_side *a, const guided_side *b) {
    const double bounded =
        (finite1(a->extent) ? a->extent : 0.0) + (finite1(b->extent) ? b->extent : 0.0);
    return bounded + max_abs3(a->pivot) + max_abs3(b->pivot) + (double)a->of->speed.linear +
           (double)b->of->speed.linear;
}

/* A distance that counts as contact. */
static double tolerance_of_size(double requested, double size) {
    const double times = requested > 0.0 ? TRAJECTORY_TOLERANCE_MIN : TRAJECTORY_TOLERANCE;
    return max2(carom_toi_tolerance(requested, size), times * TRAJECTORY_POSE_ERROR * size);
}

/* Spheres about the pivots, or boxes about the first poses, that are not within the tolerance
 * before `latest`. */
static bool stays_apart(const guided_side *a, const guided_side *b, double requested,
                        double latest) {
    const double size = size_of_pair(a, b);
    const double slack = TRAJECTORY_POSE_ERROR * size + tolerance_of_size(requested, size);
    const double pivots = (double)a->of->speed.linear + (double)b->of->speed.linear;
    const double gap = carom_length(sub3(a->pivot, b->pivot)) - a->extent - b->extent - slack;
    const double later = latest * (1.0 + TRAJECTORY_SPEED_ERROR);
    if (gap > pivots * later) return true;
    return gap_of_boxes(&a->start, &b->start) - slack > (a->motion + b->motion) * later;
}

/* @return false when the pair's size is not finite */
static bool start_pair(guided_pair *p) {
    p->size = size_of_pair(&p->a, &p->b);
    p->slack = TRAJECTORY_POSE_ERROR * p->size;
    p->directed = (p->a.of->speed_of || p->b.of->speed_of) &&
                  !is_placed_kind(p->a.of->shape->kind) && !is_placed_kind(p->b.of->shape->kind);
    return finite1(p->size);
}

/* The normal of shapes that came so near that their nearest points were the same. */
static vec3 normal_in_contact(guided_pair *p, double time) {
    if (!place_pair(p, time)) return vec(0, 0, 1);
    const carom_penetration depth = carom_penetrate_posed(&p->posed[0], &p->posed[1]);
    return carom_normalize_or(load3(depth.normal), vec(0, 0, 1));
}

static bool turns_without_bounds(const guided_pair *p) {
    return !finite1(p->a.reach) && !finite1(p->b.reach) &&
           (p->a.of->speed.angular > 0 || p->b.of->speed.angular > 0);
}

static convex_toi search_pair(guided_pair *p, double requested, double latest) {
    if (!start_pair(p)) return (convex_toi){.hit = false};
    toi_problem problem = {
        guided_distance_at, guided_contact_at, guided_closing,   guided_start,
        .pair = p,          .size = p->size,   .latest = latest, .steps = TRAJECTORY_STEPS};
    problem.tolerance = tolerance_of_size(requested, p->size);
    if (carom_overlap_posed(&p->posed[0], &p->posed[1])) {
        const convex_distance start = {.point_b = p->b.pivot};
        return guided_start(p, &start);
    }
    if (turns_without_bounds(p))
        return (convex_toi){.hit = true, .normal = vec(0, 0, 1), .status = CONVEX_LIMIT};
    convex_toi found = carom_toi_search(&problem);
    if (!found.hit) return found;
    if (!place_pair(p, found.fraction)) found.status = CONVEX_LIMIT;
    if (max_abs3(found.normal) == 0.0)
        found.normal = normal_in_contact(p, found.certain ? found.fraction_upper : found.fraction);
    return found;
}

/* What is nearest when the shapes meet. */
static void name_parts(const carom_trajectory *a, const carom_trajectory *b, double time,
                       carom_toi_hit *hit) {
    guided_pair p = {.a.of = a, .b.of = b};
    if (!is_placed_kind(a->shape->kind) && !is_placed_kind(b->shape->kind)) return;
    if (!place_pair(&p, time)) return;
    const carom_closest_any near = carom_closest_posed(&p.posed[0], &p.posed[1]);
    hit->sub_a = near.sub_a;
    hit->sub_b = near.sub_b;
}

static carom_toi_hit hit_of(const convex_toi *found) {
    carom_toi_hit out = carom_pair_toi_hit(found);
    out.initial_overlap = found->initial_overlap;
    return out;
}

carom_toi_hit carom_toi_trajectories(const carom_trajectory *a, const carom_trajectory *b,
                                     carom_real tolerance) {
    guided_pair p = {.gap = 0.0};
    if (!load_side(&p.a, a, &p.posed[0]) || !load_side(&p.b, b, &p.posed[1]) ||
        stays_apart(&p.a, &p.b, (double)tolerance, 1.0))
        return (carom_toi_hit){.hit = false};
    const convex_toi found = search_pair(&p, (double)tolerance, 1.0);
    if (!found.hit) return (carom_toi_hit){.hit = false};
    carom_toi_hit hit = hit_of(&found);
    name_parts(a, b, found.fraction, &hit);
    return hit;
}

/* ---- sets */

/* Shapes of B that are bounded together, so that A is bounded once for all of them. */
#define SIDES 4

typedef struct guided_set {
    const carom_trajectory_set *a, *b;
    const carom_toi_set_options *options;
    bool within; /* both are one set */
    convex_toi best;
    size_t index_a, index_b;
} guided_set;

/* Follows a pair up to the best contact so far, or up to and with it where the pair's indices come
 * before those of that contact. */
static void try_guided_pair(guided_set *set, const guided_side *a, const guided_side *b) {
    const size_t i = (size_t)(a->of - set->a->items), j = (size_t)(b->of - set->b->items);
    const double best = set->best.fraction;
    const bool first = i != set->index_a ? i < set->index_a : j < set->index_b;
    if (set->options->skip && set->options->skip[i * set->b->count + j]) return;
    if (best == 0.0 && !first) return;
    const double after = first ? max2(best * (1.0 + TRAJECTORY_TIE), DBL_MIN) : best;
    const double latest = min2(after, 1.0);
    if (stays_apart(a, b, (double)set->options->tolerance, latest)) return;
    guided_pair p = {.a = *a, .b = *b};
    if (!place_pair(&p, 0.0)) return;
    const convex_toi found = search_pair(&p, (double)set->options->tolerance, latest);
    if (!found.hit || !(first ? found.fraction <= best : found.fraction < best)) return;
    set->best = found;
    set->index_a = i;
    set->index_b = j;
}

/* The side without its shape, which is placed again for each pair that may meet. */
static CAROM_APART bool load_bounds(guided_side *out, const carom_trajectory *t) {
    carom_posed_shape posed;
    return load_side(out, t, &posed);
}

static void try_sides(guided_set *set, size_t from) {
    guided_side sides[SIDES], side;
    bool valid[SIDES];
    const size_t left = set->b->count - from;
    const int count = left < SIDES ? (int)left : SIDES;
    for (int k = 0; k < count; k++)
        valid[k] = load_bounds(&sides[k], &set->b->items[from + (size_t)k]);
    for (size_t i = 0; i < set->a->count; i++) {
        if (set->within && i >= from + (size_t)count) return;
        if (!load_bounds(&side, &set->a->items[i])) continue;
        for (int k = 0; k < count; k++)
            if (valid[k] && !(set->within && i >= from + (size_t)k))
                try_guided_pair(set, &side, &sides[k]);
    }
}

carom_toi_set_hit carom_toi_trajectory_sets(const carom_trajectory_set *a,
                                            const carom_trajectory_set *b,
                                            const carom_toi_set_options *options) {
    static const carom_toi_set_options everything;
    guided_set set = {.a = a, .b = b ? b : a, .options = options ? options : &everything};
    set.within = set.b == a;
    set.best.fraction = INFINITY;
    set.index_a = set.index_b = SIZE_MAX;
    for (size_t from = 0; from < set.b->count; from += SIDES)
        try_sides(&set, from);
    if (!set.best.hit) return (carom_toi_set_hit){.at.hit = false};
    carom_toi_set_hit out = {hit_of(&set.best), set.index_a, set.index_b};
    name_parts(&a->items[out.index_a], &set.b->items[out.index_b], set.best.fraction, &out.at);
    return out;
}
