/* A moving sphere against planes, half-spaces and spheres in closed form [Ericson05] 5.5.3, 5.5.5:
 * a point against the other shape grown by the radius (Minkowski sum). What rounding could decide,
 * or has few digits in double, is decided again with exact signs (line_quadratic.h), so the time
 * of contact is never late. */
#include "carom/overlap.h"
#include "math/power.h"
#include "query/closest/kernel_plane.h"
#include "query/raycast/kernel_span.h"
#include "query/sweep/sweep_core.h"
#include "query/sweep/tolerances.h"

static const carom_sweep_hit sweep_miss;

static carom_sweep_hit touching_at_start(double leave, vec3 point, vec3 normal) {
    if (!finite3(point)) point = vec(0, 0, 0); /* beyond the range of carom_real */
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = true,
                             .fraction = 0,
                             .fraction_exit = store1(clamp01(leave)),
                             .point = store3(point),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}

typedef struct plane_path {
    vec3 unit;            /* of the plane's normal */
    double height, rise;  /* signed distance of the centre, and its change over the frame */
    bool is_regular_path; /* neither slow nor extreme: times computed from these are accurate */
    bool valid;
} plane_path;

static plane_path path_over_plane(const moving_ball *ball, vec3 normal, double offset) {
    double length = carom_length(normal);
    plane_path out = {.unit = carom_normalize_or(normal, vec(0, 0, 1)),
                      .valid = length > 0.0 && length <= DBL_MAX && finite1(offset)};
    double height = plane_value(normal, offset, ball->center) / length;
    bool in_range = length > NORMAL_LENGTH_LEAST && length < NORMAL_LENGTH_MOST && finite1(height);
    out.height = in_range ? height : dot3(out.unit, ball->center) - offset / length;
    out.rise = in_range ? dot3(normal, ball->motion) / length : dot3(out.unit, ball->motion);
    double reach = fabs(offset / length) + max_abs3(ball->center) + max_abs3(ball->motion);
    out.is_regular_path = in_range && out.rise * out.rise > SPAN_CLEAR * len2(ball->motion) &&
                          fabs(out.rise) > RISE_LEAST && reach + ball->radius < REACH_MOST;
    if (out.valid && fabs(out.height) < SWEEP_TOUCH_ROUNDING * (reach + ball->radius) &&
        carom_sign_plane(normal, offset, ball->center) == 0)
        out.height = 0.0;
    return out;
}

/* The times of contact with the plane, by exact signs. @return false when there is none within the
 * frame */
static CAROM_NOINLINE bool plane_times(const moving_ball *ball, const carom_plane *plane,
                                       double times[2]) {
    vec3 n = load3(plane->normal);
    double power = scaling_power(max_abs3(n)), offset = (double)plane->offset;
    scaled_sweep scaled;
    line_quadratic q;
    carom_scale_sweep(&scaled, ball, fabs(offset / carom_length(n)));
    offset *= power * scaled.place;
    if (carom_line_plane(&q, &scaled.span.line, scale3(n, power), offset, scaled.ball.reach) !=
        LINE_CROSSES)
        return false;
    carom_line_span_entry(&scaled.span, &q);
    carom_line_span_exit(&scaled.span, &q);
    return carom_scaled_times(&scaled, times);
}

/* The times at which the centre is at the radius from the plane, on the side it comes from; exact
 * when the time is within rounding of the end of the frame, or the approach is slow. */
static bool reaches_plane(const moving_ball *ball, const carom_plane *plane, const plane_path *path,
                          double times[2]) {
    double speed = fabs(path->rise), gap = fabs(path->height) - ball->radius;
    times[0] = max2(gap, 0.0) / speed;
    times[1] = min2((fabs(path->height) + ball->radius) / speed, 1.0);
    if (!path->is_regular_path || fabs(times[0] - 1.0) < FRAME_END)
        return plane_times(ball, plane, times);
    return times[0] <= 1.0;
}

carom_sweep_hit carom_sweep_sphere_plane(const carom_sphere *sphere, carom_vec3 motion,
                                         const carom_plane *plane) {
    moving_ball ball;
    if (!carom_moving_ball(&ball, sphere, motion)) return sweep_miss;
    plane_path path = path_over_plane(&ball, load3(plane->normal), (double)plane->offset);
    if (!path.valid) return sweep_miss;
    double side = path.height > 0.0 || (path.height == 0.0 && path.rise < 0.0) ? 1.0 : -1.0;
    double height = fabs(path.height), speed = -side * path.rise; /* speed towards the plane */
    vec3 normal = scale3(path.unit, -side);
    double times[2];
    if (carom_overlap_plane_sphere(plane, sphere)) {
        double leave = speed > 0.0   ? (height + ball.radius) / speed
                       : speed < 0.0 ? (ball.radius - height) / -speed
                                     : 1.0;
        if (!path.is_regular_path && speed != 0.0 && plane_times(&ball, plane, times))
            leave = times[1];
        return touching_at_start(leave, mad3(ball.center, normal, height), normal);
    }
    if (!(speed > 0.0) || !reaches_plane(&ball, plane, &path, times)) return sweep_miss;
    vec3 center = mad3(ball.center, ball.motion, times[0]);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = false,
                             .fraction = store1(times[0]),
                             .fraction_exit = store1(max2(times[1], times[0])),
                             .point = store3(mad3(center, normal, ball.radius)),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}

carom_sweep_hit carom_sweep_sphere_halfspace(const carom_sphere *sphere, carom_vec3 motion,
                                             const carom_halfspace *halfspace) {
    moving_ball ball;
    if (!carom_moving_ball(&ball, sphere, motion)) return sweep_miss;
    plane_path path = path_over_plane(&ball, load3(halfspace->normal), (double)halfspace->offset);
    if (!path.valid) return sweep_miss;
    vec3 normal = neg3(path.unit);
    const carom_plane face = {halfspace->normal, halfspace->offset};
    double times[2];
    if (carom_overlap_halfspace_sphere(halfspace, sphere)) {
        double leave = path.rise > 0.0 ? (ball.radius - path.height) / path.rise : 1.0;
        if (!path.is_regular_path && path.rise > 0.0 && plane_times(&ball, &face, times))
            leave = times[1];
        return touching_at_start(leave, mad3(ball.center, normal, path.height), normal);
    }
    if (!(path.rise < 0.0) || !reaches_plane(&ball, &face, &path, times)) return sweep_miss;
    vec3 center = mad3(ball.center, ball.motion, times[0]);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = false,
                             .fraction = store1(times[0]),
                             .fraction_exit = 1,
                             .point = store3(mad3(center, normal, ball.radius)),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}

/* The normal between centres; if they coincide, against the motion, or along x when nothing moves.
 */
static vec3 normal_between(vec3 from_b_to_a, vec3 motion) {
    vec3 fallback = carom_normalize_or(neg3(motion), vec(1, 0, 0));
    return neg3(carom_normalize_or(from_b_to_a, fallback));
}

/* A's motion relative to B. */
typedef struct relative_path {
    vec3 p, v; /* from B's centre to A's, and how that changes */
    double radius_b;
    vec3 center_b, motion_b;
} relative_path;

static carom_sweep_hit spheres_answer(const relative_path *path, bool start,
                                      const double times[2]) {
    vec3 normal = normal_between(mad3(path->p, path->v, times[0]), path->v);
    vec3 center_b = mad3(path->center_b, path->motion_b, times[0]);
    vec3 point = mad3(center_b, normal, -path->radius_b);
    if (start) return touching_at_start(times[1], point, normal);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = false,
                             .fraction = store1(times[0]),
                             .fraction_exit = store1(max2(times[1], times[0])),
                             .point = store3(point),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}

static CAROM_NOINLINE carom_sweep_hit spheres_exact(const carom_sphere *a, carom_vec3 motion_a,
                                                    const carom_sphere *b,
                                                    const relative_path *path) {
    moving_ball ball;
    scaled_sweep scaled;
    double times[2];
    if (!carom_moving_ball(&ball, a, motion_a) || !finite3(path->p) || !finite3(path->v) ||
        !(b->radius >= 0) || !finite1(path->radius_b))
        return sweep_miss;
    ball.carried = path->motion_b;
    ball.reach.lo = -path->radius_b;
    carom_scale_sweep(&scaled, &ball, max_abs3(path->center_b));
    carom_line_span_vertex(&scaled.span, scale3(path->center_b, scaled.place));
    if (!carom_scaled_times(&scaled, times)) return sweep_miss;
    return spheres_answer(path, line_span_starts_inside(&scaled.span), times);
}

/* The library's own copy of the inline function. */
extern CAROM_API inline carom_sweep_hit carom_sweep_sphere_sphere(const carom_sphere *a,
                                                                  carom_vec3 motion_a,
                                                                  const carom_sphere *b,
                                                                  carom_vec3 motion_b);

/* Certain misses are found first: spheres that recede, that are still apart at the end of the
 * frame, or whose closest approach is too far. */
carom_sweep_hit carom_sweep_sphere_sphere_exact(const carom_sphere *a, carom_vec3 motion_a,
                                                const carom_sphere *b, carom_vec3 motion_b) {
    vec3 center_b = load3(b->center), mb = load3(motion_b);
    vec3 p = sub3(load3(a->center), center_b), v = sub3(load3(motion_a), mb);
    const relative_path path = {p, v, (double)b->radius, center_b, mb};
    double r = (double)a->radius + path.radius_b, r2 = r * r, distance2 = len2(p);
    double speed2 = len2(v), along = dot3(p, v);
    double c = distance2 - r2, far = SPAN_FAR * distance2, near = SPAN_GRAZE * r2 + far;
    bool apart = (c > SWEEP_TOUCH_ROUNDING * (distance2 + r2)) & (distance2 < SQUARES_MOST) &
                 (distance2 > SQUARES_LEAST);
    if (CAROM_LIKELY(apart & (along >= 0.0))) return sweep_miss;
    bool is_regular = (fabs(c) > SWEEP_TOUCH_ROUNDING * (distance2 + r2)) &
                      (distance2 > SQUARES_LEAST) & (distance2 < SQUARES_MOST) &
                      (speed2 < SQUARES_MOST) & (r2 < SQUARES_MOST) & (a->radius >= 0) &
                      (b->radius >= 0);
    if (CAROM_UNLIKELY(!is_regular)) return spheres_exact(a, motion_a, b, &path);
    if (c > 0.0) {
        if (-along >= speed2 && len2(add3(p, v)) > r2 + near) return sweep_miss;
    }
    vec3 q = mad3(p, v, -along / speed2);
    double discriminant = r2 - len2(q);
    if (c > 0.0 && discriminant < -near) return sweep_miss;
    double root = sqrt(speed2 * discriminant), distance = sqrt(distance2);
    bool clear = (discriminant > SPAN_CLEAR * r2 + far) & (speed2 > SQUARES_LEAST);
    double t = c > 0.0 ? (distance - r) * (distance + r) / (root - along) : 0.0;
    if (CAROM_UNLIKELY(!clear || !(fabs(t - 1.0) > FRAME_END)))
        return spheres_exact(a, motion_a, b, &path);
    if (t > 1.0) return sweep_miss;
    double leave = along > 0.0 ? -c / (root + along) : (root - along) / speed2;
    const double times[2] = {t, clamp01(leave)};
    return spheres_answer(&path, c <= 0.0, times);
}
