/* A moving sphere against boxes [Ericson05] 5.5.7: a point against the Minkowski sum of the box
 * and the ball, a rounded box. It is contained in the box grown by the radius on all sides; where
 * the path enters that one through the planar part of a face, this is first contact, and only
 * otherwise do edges and corners matter. An oriented box is an axis-aligned one in its own frame.
 * Grazing paths are decided by exact signs (line_span.h). */
#include "carom/overlap.h"
#include "query/raycast/kernel_aabb.h"
#include "query/raycast/kernel_span.h"
#include "query/sweep/sweep_core.h"
#include "query/sweep/tolerances.h"

static const carom_sweep_hit box_miss;

typedef struct local_box {
    vec3 low, high;
} local_box;

/* The inward normal of the nearest face, for a point inside. */
static vec3 inward_from_nearest_face(vec3 p, const local_box *box) {
    double least = (double)INFINITY;
    vec3 normal = vec(1, 0, 0);
    for (int axis = 0; axis < 3; axis++) {
        double down = axis3(p, axis) - axis3(box->low, axis);
        double up = axis3(box->high, axis) - axis3(p, axis);
        double nearest = min2(down, up);
        if (!(nearest < least)) continue;
        least = nearest;
        double sign = down < up ? 1.0 : -1.0;
        normal = vec(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
    }
    return normal;
}

static nearest_point nearest_in_box(vec3 p, const void *data) {
    const local_box *box = data;
    vec3 q = vec(max2(box->low.x, min2(box->high.x, p.x)), max2(box->low.y, min2(box->high.y, p.y)),
                 max2(box->low.z, min2(box->high.z, p.z)));
    vec3 towards = sub3(q, p);
    return (nearest_point){q, carom_normalize_or(towards, inward_from_nearest_face(q, box)),
                           carom_length(towards)};
}

/* The span of the path in the box grown by the radius, which contains the rounded box. */
typedef struct grown_span {
    double in, out;
    int first, last; /* the axes of the faces it enters and leaves by; -1 when it does not move */
} grown_span;

static grown_span cross_grown_box(const moving_ball *ball, const local_box *box) {
    grown_span out = {-DBL_MAX, DBL_MAX, -1, -1};
    for (int axis = 0; axis < 3; axis++) {
        double c = axis3(ball->center, axis), v = axis3(ball->motion, axis), r = ball->radius;
        double low = axis3(box->low, axis) - r, high = axis3(box->high, axis) + r;
        if (v == 0.0) { /* rounding may have moved the faces inwards */
            double slack = GROWN_BOX_SLACK * (fabs(low) + fabs(high) + r);
            if (c < low - slack || c > high + slack) return (grown_span){1.0, -1.0, -1, -1};
            continue;
        }
        double near = ((v > 0.0 ? low : high) - c) / v, far = ((v > 0.0 ? high : low) - c) / v;
        if (near > out.in) {
            out.in = near;
            out.first = axis;
        }
        if (far < out.out) {
            out.out = far;
            out.last = axis;
        }
    }
    return out;
}

/* True when the path at t, in the plane of a grown box's face across `axis`, is over the box's own
 * face. */
static bool over_box_face(const moving_ball *ball, const local_box *box, int axis, double t) {
    for (int k = 0; k < 3; k++) {
        double x = axis3(ball->center, k) + t * axis3(ball->motion, k);
        if (k != axis && !(x >= axis3(box->low, k) && x <= axis3(box->high, k))) return false;
    }
    return axis >= 0;
}

/* Corner i of eight: bit k selects the end of axis k. */
static vec3 box_corner(const local_box *box, int i) {
    return vec(i & 1 ? box->high.x : box->low.x, i & 2 ? box->high.y : box->low.y,
               i & 4 ? box->high.z : box->low.z);
}

/* The corners of edge i of twelve. */
static void box_edge(int ends[2], int i) {
    int axis = i / 4, j = (axis + 1) % 3, k = (axis + 2) % 3;
    ends[0] = (i & 1 ? 1 << j : 0) | (i & 2 ? 1 << k : 0);
    ends[1] = ends[0] | 1 << axis;
}

static path_span rounded_box_span(const moving_ball *ball, const local_box *box,
                                  const grown_span *grown) {
    path_span out = no_span;
    const vec3 v = ball->motion;
    const double clear = SPAN_CLEAR * len2(v);
    if (over_box_face(ball, box, grown->first, grown->in)) {
        double speed = axis3(v, grown->first);
        if (speed * speed < clear) return undecided_span;
        out.in = grown->in;
    }
    if (over_box_face(ball, box, grown->last, grown->out)) {
        double speed = axis3(v, grown->last);
        if (speed * speed < clear) return undecided_span;
        out.out = grown->out;
    }
    if (out.in <= out.out && out.in < DBL_MAX && out.out > -DBL_MAX) return out;
    for (int i = 0; i < 12 && !out.doubt; i++) {
        int ends[2];
        box_edge(ends, i);
        vec3 a = box_corner(box, ends[0]), e = sub3(box_corner(box, ends[1]), a);
        vec3 p = sub3(ball->center, a);
        edge_path path = path_along_edge(p, v, e, ball->radius);
        out = join_spans(out, capsule_span(p, v, e, ball->radius, &path));
    }
    return out;
}

/* True when all squares are far from overflow and underflow. */
static bool is_regular_box(const moving_ball *ball, const local_box *box) {
    double vv = len2(ball->motion), rr = ball->radius * ball->radius;
    double size2 = len2(sub3(ball->center, box->low)) + len2(sub3(box->high, box->low));
    return min2(vv, rr) > SPHERE_SWEEP_LEAST && max2(max2(vv, rr), size2) < SPHERE_SWEEP_MOST;
}

/* Any numbers, any path. */
static CAROM_NOINLINE carom_sweep_hit sweep_box_exact(const moving_ball *ball,
                                                      const local_box *box) {
    scaled_sweep scaled;
    vec3 corner[8];
    carom_scale_sweep(&scaled, ball, max2(max_abs3(box->low), max_abs3(box->high)));
    local_box small = {scale3(box->low, scaled.place), scale3(box->high, scaled.place)};
    for (int i = 0; i < 8; i++) {
        corner[i] = box_corner(&small, i);
        carom_line_span_vertex(&scaled.span, corner[i]);
    }
    for (int i = 0; i < 12; i++) {
        int ends[2];
        box_edge(ends, i);
        carom_line_span_edge(&scaled.span, corner[ends[0]], corner[ends[1]]);
    }
    for (int i = 0; i < 6; i++) {
        int j = 1 << (i / 2 + 1) % 3, k = 1 << (i / 2 + 2) % 3, at = i & 1 ? 1 << i / 2 : 0;
        const vec3 face[4] = {corner[at], corner[at | j], corner[at | j | k], corner[at | k]};
        carom_line_span_face(&scaled.span, face, 4, (int[3]){0, 1, 3});
    }
    return carom_scaled_answer(&scaled, nearest_in_box, &small);
}

/* A ball without radius is the ray's business: exact, and by the face that it enters. One that
 * starts apart from an oriented box, but not in its frame, is out of the nearest face. */
static carom_sweep_hit sweep_box_point(const moving_ball *ball, const local_box *box) {
    const vec3 none = {0, 0, 0}, v = ball->motion;
    const ray_path path = {ball->center, v, none, v, 0.0, 1.0, false};
    solid_hit hit;
    if (!path_aabb(&path, box->low, box->high, &hit)) return box_miss;
    vec3 normal = sub3(none, hit.normal); /* no zero is negative */
    if (hit.started_inside) {
        normal = inward_from_nearest_face(ball->center, box);
        if (!(dot3(normal, v) > 0.0)) return box_miss;
    }
    vec3 at = nearest_in_box(path_point(&path, hit.t), box).point;
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = false,
                             .fraction = time_below(hit.t),
                             .fraction_exit = store1(max2(hit.t, hit.t_exit)),
                             .point = store3(at),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}

/* A point that starts in the box leaves it as a ray does. */
static carom_sweep_hit point_start(const moving_ball *ball, const local_box *box) {
    const vec3 none = {0, 0, 0}, v = ball->motion;
    const ray_path path = {ball->center, v, none, v, 0.0, 1.0, true};
    const nearest_point on = nearest_in_box(ball->center, box);
    solid_hit hit = {.t_exit = 0.0};
    if (max_abs3(v) == 0.0)
        hit.t_exit = 1.0;
    else if (!path_aabb(&path, box->low, box->high, &hit))
        hit.t_exit = 0.0; /* in contact, but for rounding */
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = true,
                             .fraction = 0,
                             .fraction_exit = store1(hit.t_exit),
                             .point = store3(on.point),
                             .normal = store3(on.normal),
                             .certainty = CAROM_EXACT};
}

static carom_sweep_hit sweep_box(const moving_ball *ball, const local_box *box) {
    if (CAROM_UNLIKELY(!is_regular_box(ball, box))) return sweep_box_exact(ball, box);
    const grown_span grown = cross_grown_box(ball, box);
    const double slack = GROWN_TIME_SLACK * (fabs(grown.in) + fabs(grown.out));
    if (grown.in > grown.out + slack || grown.in > 1.0 + slack || grown.out < -slack)
        return box_miss;
    const path_span span = rounded_box_span(ball, box, &grown);
    const double vv = len2(ball->motion);
    const double size2 = ball->radius * ball->radius + len2(sub3(ball->center, box->low));
    if (CAROM_UNLIKELY(span_in_doubt(&span, vv, size2))) return sweep_box_exact(ball, box);
    if (span.in > 1.0 || span.out < 0.0) return box_miss;
    const double times[2] = {max2(span.in, 0.0), min2(span.out, 1.0)};
    carom_sweep_hit hit = carom_sweep_answer(ball, times, nearest_in_box, box);
    if (span.in >= 0.0) return hit;
    hit.initial_overlap = true;
    hit.normal = store3(nearest_in_box(ball->center, box).normal);
    return hit;
}

carom_sweep_hit carom_sweep_sphere_aabb(const carom_sphere *sphere, carom_vec3 motion,
                                        const carom_aabb *aabb) {
    moving_ball ball;
    local_box box = {load3(aabb->min), load3(aabb->max)};
    if (!carom_moving_ball(&ball, sphere, motion) || !finite3(box.low) || !finite3(box.high))
        return box_miss;
    if (!(box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z))
        return box_miss;
    if (ball.radius > 0.0) return sweep_box(&ball, &box);
    if (carom_overlap_sphere_aabb(sphere, aabb)) return point_start(&ball, &box);
    return max_abs3(ball.motion) == 0.0 ? box_miss : sweep_box_point(&ball, &box);
}

static vec3 into_frame(const vec3 axes[3], vec3 v) {
    return vec(dot3(axes[0], v), dot3(axes[1], v), dot3(axes[2], v));
}
static vec3 out_of_frame(const vec3 axes[3], vec3 v) {
    return add3(scale3(axes[0], v.x), add3(scale3(axes[1], v.y), scale3(axes[2], v.z)));
}

/* Contact at the start is decided by the overlap of the given shapes, not of their images in the
 * frame. @return false for shapes that are disjoint and recede */
static bool settle_box_start(carom_sweep_hit *hit, const moving_ball *ball, const local_box *box,
                             bool start) {
    const nearest_point on = nearest_in_box(ball->center, box);
    const carom_real leave = hit->hit ? hit->fraction_exit : 0;
    *hit = (carom_sweep_hit){.hit = true,
                             .initial_overlap = start,
                             .fraction = 0,
                             .fraction_exit = leave,
                             .point = store3(on.point),
                             .normal = store3(on.normal),
                             .certainty = CAROM_EXACT};
    return start || dot3(on.normal, ball->motion) > 0.0;
}

carom_sweep_hit carom_sweep_sphere_obb(const carom_sphere *sphere, carom_vec3 motion,
                                       const carom_obb *obb) {
    moving_ball ball;
    const vec3 axes[3] = {load3(obb->axes[0]), load3(obb->axes[1]), load3(obb->axes[2])};
    vec3 c = load3(obb->center), h = load3(obb->half_extents);
    local_box box = {neg3(h), h};
    if (!carom_moving_ball(&ball, sphere, motion) || !finite3(c) || !finite3(h) ||
        !(h.x >= 0.0 && h.y >= 0.0 && h.z >= 0.0))
        return box_miss;
    bool start = carom_overlap_sphere_obb(sphere, obb);
    ball.center = into_frame(axes, sub3(ball.center, c));
    ball.motion = into_frame(axes, ball.motion);
    if (!finite3(ball.center) || !finite3(ball.motion)) return box_miss;
    if (!start && max_abs3(ball.motion) == 0.0) return box_miss;
    carom_sweep_hit hit = ball.radius > 0.0 ? sweep_box(&ball, &box)
                          : start           ? point_start(&ball, &box)
                                            : sweep_box_point(&ball, &box);
    if (start != hit.initial_overlap && !settle_box_start(&hit, &ball, &box, start))
        return box_miss;
    if (!hit.hit) return hit;
    double t = (double)hit.fraction;
    nearest_point on = nearest_in_box(mad3(ball.center, ball.motion, start ? 0.0 : t), &box);
    /* a point on the surface has no side of its own: the sweep's normal has */
    if (ball.radius == 0.0 || dot3(on.normal, load3(hit.normal)) < 0.0)
        on.normal = load3(hit.normal);
    hit.point = store3(add3(c, out_of_frame(axes, on.point)));
    hit.normal = store3(carom_normalize_or(out_of_frame(axes, on.normal), on.normal));
    return hit;
}
