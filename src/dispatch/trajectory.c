/* Time of impact of shapes whose motion the caller computes, by conservative advancement
 * [Mirtich96]. No point of a bounded shape is faster than its pivot plus the angular speed times
 * its distance from the pivot, so a gap cannot close before gap / speed, and the answer is never
 * late. Convex shapes that are separated along a direction stay so while their motion along it does
 * not close that gap. Points of an unbounded shape are as fast as they are far from its pivot: the
 * other shape is seen from it then. It exists beside convex/toi.h because neither the motion nor
 * the kinds are known here. */
#include "dispatch/trajectory.h"

#include "dispatch/compound/compound_parts.h"
#include "dispatch/tolerances.h"
#include "dispatch/within.h"
#include "pair/pair_toi.h"
#include "pair/pose/shape_check.h"
#include "pair/pose/shape_pose.h"
#include "pair/pose/solid_box.h"
#include "shape/placement.h"

#include <string.h>

#define TRAJECTORY_STEPS 10000
#define REFINED_SPAN 4.0 /* a speed is asked again for so many times the step that it allows */

/* ---- bounds of one shape */

static double finite_or_0(double x) {
    return finite1(x) ? x : 0.0;
}

/* The farthest point of a box. */
static double reach_of_box(const carom_aabb *box, vec3 pivot) {
    const vec3 low = sub3(load3(box->min), pivot), high = sub3(load3(box->max), pivot);
    return carom_length(vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                            max2(fabs(low.z), fabs(high.z))));
}

static bool is_speed(carom_speed s) {
    return finite1((double)s.linear) && finite1((double)s.angular) && s.angular >= 0;
}

static double turning_speed(double angular, double arm) {
    return angular > 0.0 ? angular * arm : 0.0;
}

static bool is_length(carom_real x) {
    return x >= 0 && x <= CAROM_REAL_MAX;
}

static bool has_speed(const carom_trajectory *t) {
    return is_length(t->speed.linear) && is_length(t->speed.angular);
}

static carom_pose pose_at_time(const carom_trajectory *t, double time) {
    return t->pose_at ? t->pose_at(time, t->user) : carom_pose_identity();
}

/* No turn moves a pivot of zero; a pose that is none makes the shape invalid. */
static inline vec3 pivot_in_pose(const carom_trajectory *t, const carom_pose *pose) {
    const carom_vec3 p = t->pivot;
    if (p.x == 0 && p.y == 0 && p.z == 0) return load3(pose->position);
    return load3(carom_pose_transform_point(*pose, p));
}

/* A pose that is that of the time before, as of all that stands, leaves the shape where it is.
 * @return false when the pose is not finite */
static bool place_side(guided_side *side, double time) {
    const carom_trajectory *t = side->of;
    if (time == side->time) return side->posed.state != 0;
    const carom_pose pose = pose_at_time(t, time);
    side->time = time;
    if (memcmp(&pose, &side->pose, sizeof pose) == 0) return side->posed.state != 0;
    side->pose = pose;
    side->pivot = pivot_in_pose(t, &pose);
    return carom_shape_pose(&side->posed, t->shape, pose);
}

bool carom_guided_side(guided_side *out, const carom_trajectory *t, const carom_pose *start) {
    const vec3 pivot = load3(t->pivot);
    if (!start && (carom_shape_problem(t->shape) || !has_speed(t))) return false;
    out->of = t;
    out->reach = out->extent = INFINITY;
    convex_view view;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS, &view, t->shape);
    if (is_placed_kind(t->shape->kind)) {
        const carom_aabb box = carom_shape_bounds(t->shape, carom_pose_identity());
        out->reach = out->extent = reach_of_box(&box, pivot);
    } else if (!carom_is_unbounded(t->shape) && carom_turning_view(&view, t->shape)) {
        out->reach = carom_convex_reach(&view.shape, pivot);
        out->extent = out->reach + view.shape.radius;
    }
    give_buffer(buffer);
    out->time = 0.0;
    out->pose = start ? *start : pose_at_time(t, 0.0);
    out->pivot = pivot_in_pose(t, &out->pose);
    return finite3(pivot) && carom_shape_pose(&out->posed, t->shape, out->pose);
}

/* The box of the shape in its own frame. */
static carom_aabb box_unposed(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_AABB) return shape->as.aabb;
    return shape->kind < CAROM_SHAPE_HULL ? carom_bounds_in_place(shape)
                                          : carom_shape_bounds(shape, carom_pose_identity());
}

/* About the box of the shape in its own frame, and how far that reaches from the pivot: no turn
 * changes either. */
static void bound_in_own_frame(guided_bound *out, guided_start *start, const carom_trajectory *t) {
    const carom_aabb own = box_unposed(t->shape), *box = &own;
    const vec3 pivot = load3(t->pivot), low = load3(box->min);
    const vec3 half = scale3(sub3(load3(box->max), low), 0.5), middle = add3(low, half);
    const double off = max_abs3(middle), square = len2(half);
    const bool bounded = off <= DBL_MAX && square <= DBL_MAX && square >= DBL_MIN;
    const bool apart = max_abs3(sub3(middle, pivot)) > 0.0;
    const double size = sqrt(square), reach = bounded && !apart ? size : reach_of_box(box, pivot);
    out->extent = reach + TRAJECTORY_BOUND_ERROR * (reach + max_abs3(pivot)) +
                  TRAJECTORY_POSE_ERROR * max_abs3(out->pivot);
    start->middle = out->pivot;
    start->radius = INFINITY;
    if (!bounded) return;
    if (apart) start->middle = load3(carom_pose_transform_point(start->pose, store3(middle)));
    start->radius = size + TRAJECTORY_BOUND_ERROR * (size + off) +
                    TRAJECTORY_POSE_ERROR * max_abs3(start->middle);
}

void carom_guided_bound(guided_bound *out, guided_start *start, const carom_trajectory *t) {
    out->valid = false;
    if (!has_speed(t) || !finite3(load3(t->pivot)) || !carom_shape_is_sound(t->shape)) return;
    start->pose = pose_at_time(t, 0.0);
    const bool is_unit = is_unit_pose(&start->pose);
    carom_pose pose = start->pose;
    if (!is_unit && !carom_pose_normalize(&pose)) return;
    out->valid = true;
    out->pivot = pivot_in_pose(t, &start->pose);
    bound_in_own_frame(out, start, t);
    if (!is_unit) start->radius = INFINITY;
    out->linear = (double)t->speed.linear;
    out->motion = out->linear + turning_speed((double)t->speed.angular, out->extent);
    out->size =
        TRAJECTORY_BOUND_SIZE * finite_or_0(out->extent) + max_abs3(out->pivot) + out->linear;
}

static vec3 half_of_turned(vec3 half, const carom_quat *q) {
    const double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    const vec3 row[3] = {
        vec(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        vec(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        vec(2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))};
    double reach[3];
    for (int i = 0; i < 3; i++)
        reach[i] = (fabs(row[i].x) * half.x + fabs(row[i].y) * half.y) + fabs(row[i].z) * half.z;
    return vec(reach[0], reach[1], reach[2]);
}

/* The box of a box, without its oriented form: scenes of boxes are bounded in each call. Rows
 * "first contact" of bench/results/programs.md. */
static void box_of_box(carom_aabb *out, const guided_start *start, const carom_aabb *box) {
    const carom_quat *q = &start->pose.rotation;
    const vec3 half = scale3(sub3(load3(box->max), load3(box->min)), 0.5), at = start->middle;
    const vec3 reach = q->x != 0 || q->y != 0 || q->z != 0 ? half_of_turned(half, q) : half;
    const double error = TRAJECTORY_BOUND_ERROR * max_abs3(half) +
                         TRAJECTORY_POSE_ERROR * (max_abs3(half) + max_abs3(at));
    const vec3 most = add3(reach, vec(error, error, error));
    *out = (carom_aabb){store3(sub3(at, most)), store3(add3(at, most))};
}

/* It bounds the shape, but for the rounding of the pose. */
void carom_guided_box(guided_bound *out, const guided_start *start, const carom_trajectory *t) {
    carom_posed_shape posed;
    if (t->shape->kind == CAROM_SHAPE_AABB && start->radius <= TRAJECTORY_BOX_MAX) {
        box_of_box(&out->box, start, &t->shape->as.aabb);
        return;
    }
    (void)carom_shape_place(&posed, t->shape, start->pose);
    out->box = carom_posed_reach(&posed);
}

/* ---- a pair at a time */

/* @return false when a pose is not finite */
static bool place_pair(guided_pair *p, double time) {
    p->time = time;
    return place_side(&p->a, time) && place_side(&p->b, time);
}

/* The normal of a plane, from A to B, along which its distance from any shape is measured. */
static vec3 normal_of_planes(const guided_pair *p, vec3 from_a) {
    const bool first = is_plane_kind(p->a.posed.shape.kind);
    const vec3 n = load3(plane_of_kind(first ? &p->a.posed.shape : &p->b.posed.shape).normal);
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
    const bool plane_a = is_plane_kind(p->a.posed.shape.kind),
               plane_b = is_plane_kind(p->b.posed.shape.kind);
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
    const carom_closest_any c = carom_closest_posed_cached(&p->a.posed, &p->b.posed, &p->cache);
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
    return place_pair(p, time) && carom_overlap_posed(&p->a.posed, &p->b.posed);
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

/* `point`: where they touch, unless the depth tells it. */
static convex_toi meets_at_start(const guided_pair *p, vec3 point, bool touch) {
    const carom_penetration depth = carom_penetrate_posed(&p->a.posed, &p->b.posed);
    convex_toi out = {.hit = true, .point = point, .normal = load3(depth.normal)};
    out.initial_overlap = out.certain = touch;
    if (depth.overlap) out.point = load3(depth.point_b);
    out.status = CONVEX_CONVERGED;
    return out;
}

static convex_toi start_at(void *pair, const convex_distance *d) {
    const guided_pair *p = pair;
    return meets_at_start(p, d->point_b, carom_overlap_posed(&p->a.posed, &p->b.posed));
}

convex_toi carom_guided_start(guided_pair *p) {
    (void)place_pair(p, 0.0);
    return meets_at_start(p, p->b.pivot, true);
}

/* What coordinates of the pair are about as large as during the frame. */
static double size_of_pair(const guided_side *a, const guided_side *b) {
    return finite_or_0(a->extent) + finite_or_0(b->extent) + max_abs3(a->pivot) +
           max_abs3(b->pivot) + (double)a->of->speed.linear + (double)b->of->speed.linear;
}

/* A distance that counts as contact. */
static double tolerance_of_size(double requested, double size) {
    const double times = requested > 0.0 ? TRAJECTORY_TOLERANCE_MIN : TRAJECTORY_TOLERANCE;
    return max2(carom_toi_tolerance(requested, size), times * TRAJECTORY_POSE_ERROR * size);
}

double carom_guided_slack(double requested, double size) {
    return TRAJECTORY_POSE_ERROR * size + tolerance_of_size(requested, size);
}

/* By spheres about the pivots, and by boxes about the first poses. */
double carom_guided_apart(const guided_bound *a, const guided_bound *b, double requested) {
    const double slack = carom_guided_slack(requested, a->size + b->size);
    const double of_balls = carom_length(sub3(a->pivot, b->pivot)) - a->extent - b->extent - slack;
    const double of_boxes = gap_of_boxes(&a->box, &b->box) - slack;
    const double speed = 1.0 + TRAJECTORY_SPEED_ERROR;
    double time = 0.0;
    if (of_balls > 0.0) time = of_balls / ((a->linear + b->linear) * speed);
    if (of_boxes > 0.0) time = max2(time, of_boxes / ((a->motion + b->motion) * speed));
    return time;
}

/* At the start, where sizes are those of the pivots. @return false when they are not finite */
static bool start_pair(guided_pair *p) {
    memset(&p->cache, 0, sizeof p->cache);
    if (!place_pair(p, 0.0)) return false;
    p->size = size_of_pair(&p->a, &p->b);
    p->slack = TRAJECTORY_POSE_ERROR * p->size;
    p->directed = (p->a.of->speed_of || p->b.of->speed_of) &&
                  !is_placed_kind(p->a.of->shape->kind) && !is_placed_kind(p->b.of->shape->kind);
    return finite1(p->size);
}

bool carom_guided_starts_in_contact(guided_pair *p) {
    return start_pair(p) && carom_overlap_posed(&p->a.posed, &p->b.posed);
}

/* The normal of shapes that came so near that their nearest points were the same. */
static vec3 normal_in_contact(guided_pair *p, double time) {
    if (!place_pair(p, time)) return vec(0, 0, 1);
    const carom_penetration depth = carom_penetrate_posed(&p->a.posed, &p->b.posed);
    return carom_normalize_or(load3(depth.normal), vec(0, 0, 1));
}

static bool turns_without_bounds(const guided_pair *p) {
    return !finite1(p->a.reach) && !finite1(p->b.reach) &&
           (p->a.of->speed.angular > 0 || p->b.of->speed.angular > 0);
}

convex_toi carom_guided_search(guided_pair *p, double requested, double latest) {
    if (!start_pair(p)) return (convex_toi){.hit = false};
    toi_problem problem = {
        guided_distance_at, guided_contact_at, guided_closing,   start_at,
        .pair = p,          .size = p->size,   .latest = latest, .steps = TRAJECTORY_STEPS};
    problem.tolerance = tolerance_of_size(requested, p->size);
    if (turns_without_bounds(p))
        return (convex_toi){.hit = true, .normal = vec(0, 0, 1), .status = CONVEX_LIMIT};
    convex_toi found = carom_toi_search(&problem);
    if (!found.hit) return found;
    if (!place_pair(p, found.fraction)) found.status = CONVEX_LIMIT;
    if (max_abs3(found.normal) == 0.0)
        found.normal = normal_in_contact(p, found.certain ? found.fraction_upper : found.fraction);
    return found;
}

/* ---- two trajectories */

carom_toi_hit carom_guided_hit(guided_pair *p, const convex_toi *found) {
    carom_toi_hit out = carom_pair_toi_hit(found);
    out.initial_overlap = found->initial_overlap;
    if (!is_placed_kind(p->a.of->shape->kind) && !is_placed_kind(p->b.of->shape->kind)) return out;
    if (!place_pair(p, found->fraction)) return out;
    const carom_closest_any near = carom_closest_posed(&p->a.posed, &p->b.posed);
    out.sub_a = near.sub_a;
    out.sub_b = near.sub_b;
    return out;
}

carom_toi_hit carom_toi_trajectories(const carom_trajectory *a, const carom_trajectory *b,
                                     carom_real tolerance) {
    const carom_toi_hit miss = {.hit = false};
    guided_bound bound[2];
    guided_start start[2];
    guided_pair p;
    carom_guided_bound(&bound[0], &start[0], a);
    carom_guided_bound(&bound[1], &start[1], b);
    if (!bound[0].valid || !bound[1].valid) return miss;
    carom_guided_box(&bound[0], &start[0], a);
    carom_guided_box(&bound[1], &start[1], b);
    const double apart = carom_guided_apart(&bound[0], &bound[1], (double)tolerance);
    if (apart > 1.0 || !carom_guided_side(&p.a, a, &start[0].pose) ||
        !carom_guided_side(&p.b, b, &start[1].pose))
        return miss;
    const bool touch = apart == 0.0 && carom_guided_starts_in_contact(&p);
    const convex_toi found =
        touch ? carom_guided_start(&p) : carom_guided_search(&p, (double)tolerance, 1.0);
    return found.hit ? carom_guided_hit(&p, &found) : miss;
}
