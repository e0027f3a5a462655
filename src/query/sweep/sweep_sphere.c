/* A moving sphere against planes, half-spaces and spheres: closed forms. The point moves, the other
 * grows by the radius. Contact at the start is decided exactly by the overlap tests. */
#include "carom/overlap.h"
#include "carom/sweep.h"
#include "query/closest/kernel_plane.h"
#include "query/overlap/volume_signs.h"
#include "query/sweep/sweep_core.h"

static const carom_sweep_hit sweep_miss;

static carom_sweep_hit touching_at_start(double leave, vec3 point, vec3 normal) {
    if (!finite3(point)) point = vec(0, 0, 0); /* beyond the range of numbers */
    return (carom_sweep_hit){true,          true,           0,          (carom_real)clamp01(leave),
                             store3(point), store3(normal), CAROM_EXACT};
}

typedef struct plane_path {
    vec3 unit;           /* of the plane's normal */
    double height, rise; /* signed distance of the centre, and its change over the frame */
    double doubt;        /* more than rounding can have changed them */
    bool valid;
} plane_path;

static plane_path path_over_plane(const moving_ball *ball, vec3 normal, double offset) {
    double length = carom_length(normal);
    plane_path out = {.unit = carom_normalize_or(normal, vec(0, 0, 1)),
                      .valid = length > 0.0 && length <= DBL_MAX && finite1(offset)};
    double height = plane_value(normal, offset, ball->center) / length;
    bool in_range = length > 1e-150 && length < 1e150 && finite1(height);
    out.height = in_range ? height : dot3(out.unit, ball->center) - offset / length;
    out.rise = dot3(out.unit, ball->motion);
    double reach = fabs(offset / length) + max_abs3(ball->center) + max_abs3(ball->motion);
    out.doubt = 1e-14 * (reach + ball->radius);
    if (out.valid && fabs(out.height) < out.doubt &&
        carom_sign_plane(normal, offset, ball->center) == 0)
        out.height = 0.0;
    return out;
}

/* Sign of (distance of the centre at the frame's end from the plane)^2 - radius^2, exact: the
 * square of the seven terms of dot(n, c + v) - offset against dot(n, n) r^2. */
static CAROM_NOINLINE int end_against_plane(const moving_ball *ball, vec3 n, double offset) {
    const double normal[3] = {n.x, n.y, n.z},
                 c[3] = {ball->center.x, ball->center.y, ball->center.z};
    const double v[3] = {ball->motion.x, ball->motion.y, ball->motion.z};
    exact_factor part[7][2];
    exact_term terms[52];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        part[i][0] = part[i + 3][0] = (exact_factor){normal[i], 0};
        part[i][1] = (exact_factor){c[i], 0};
        part[i + 3][1] = (exact_factor){v[i], 0};
    }
    part[6][0] = (exact_factor){-offset, 0};
    part[6][1] = (exact_factor){1, 0};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            terms[count++] =
                (exact_term){{part[i][0], part[i][1], part[j][0], part[j][1]}, 4, false};
    for (int i = 0; i < 3; i++)
        terms[count++] = (exact_term){
            {{normal[i], 0}, {normal[i], 0}, {ball->radius, 0}, {ball->radius, 0}}, 4, true};
    return carom_exact_sign(terms, count);
}

/* Does a ball that approaches the plane from `height` touch it before the frame ends? */
static bool reaches_plane(const moving_ball *ball, const carom_plane *plane,
                          const plane_path *path) {
    double height = fabs(path->height), speed = fabs(path->rise), gap = height - ball->radius;
    double doubt = path->doubt;
    if (height <= speed && fabs(height - speed) > doubt)
        return true; /* the centre passes through */
    if (fabs(gap - speed) > doubt) return gap <= speed;
    return end_against_plane(ball, load3(plane->normal), (double)plane->offset) <= 0;
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
    if (carom_overlap_plane_sphere(plane, sphere)) {
        double leave = speed > 0.0   ? (height + ball.radius) / speed
                       : speed < 0.0 ? (ball.radius - height) / -speed
                                     : 1.0;
        return touching_at_start(leave, mad3(ball.center, normal, height), normal);
    }
    if (!(speed > 0.0) || !reaches_plane(&ball, plane, &path)) return sweep_miss;
    double t = min2(max2(height - ball.radius, 0.0) / speed, 1.0);
    vec3 center = mad3(ball.center, ball.motion, t);
    double leave = min2((height + ball.radius) / speed, 1.0);
    return (carom_sweep_hit){true,
                             false,
                             (carom_real)t,
                             (carom_real)max2(leave, t),
                             store3(mad3(center, normal, ball.radius)),
                             store3(normal),
                             CAROM_EXACT};
}

carom_sweep_hit carom_sweep_sphere_halfspace(const carom_sphere *sphere, carom_vec3 motion,
                                             const carom_halfspace *halfspace) {
    moving_ball ball;
    if (!carom_moving_ball(&ball, sphere, motion)) return sweep_miss;
    plane_path path = path_over_plane(&ball, load3(halfspace->normal), (double)halfspace->offset);
    if (!path.valid) return sweep_miss;
    vec3 normal = neg3(path.unit);
    double gap = path.height - ball.radius;
    if (carom_overlap_halfspace_sphere(halfspace, sphere)) {
        double leave = path.rise > 0.0 ? -gap / path.rise : 1.0;
        return touching_at_start(leave, mad3(ball.center, normal, path.height), normal);
    }
    const carom_plane face = {halfspace->normal, halfspace->offset};
    if (!(path.rise < 0.0) || !reaches_plane(&ball, &face, &path)) return sweep_miss;
    double t = min2(max2(gap, 0.0) / -path.rise, 1.0);
    vec3 center = mad3(ball.center, ball.motion, t);
    return (carom_sweep_hit){
        true,           false,      (carom_real)t, 1, store3(mad3(center, normal, ball.radius)),
        store3(normal), CAROM_EXACT};
}

/* Between centres that may coincide: then against the motion, or along x when nothing moves. */
static vec3 normal_between(vec3 from_b_to_a, vec3 motion) {
    vec3 fallback = carom_normalize_or(neg3(motion), vec(1, 0, 0));
    return neg3(carom_normalize_or(from_b_to_a, fallback));
}

/* p + t v seen from B's centre; r is the sum of the radii. */
typedef struct relative_path {
    vec3 p, v;
    double a, b, r;
} relative_path;

/* Where |p + t v| = r for the last time, from the closest approach on. */
static double leave_time(const relative_path *path) {
    if (!(path->a > 0.0)) return 1.0;
    vec3 q = mad3(path->p, path->v, -path->b / path->a);
    double room = max2(path->r * path->r - len2(q), 0.0);
    return clamp01((sqrt(path->a * room) - path->b) / path->a);
}

static CAROM_NOINLINE carom_sweep_hit spheres_in_contact(const relative_path *path,
                                                         const carom_sphere *b) {
    vec3 normal = normal_between(path->p, path->v);
    vec3 point = mad3(load3(b->center), normal, -(double)b->radius);
    return touching_at_start(leave_time(path), point, normal);
}

static CAROM_NOINLINE bool spheres_valid(const relative_path *path, const carom_sphere *a,
                                         const carom_sphere *b) {
    return finite3(path->p) && finite3(path->v) && finite1(path->r) && a->radius >= 0 &&
           b->radius >= 0;
}

carom_sweep_hit carom_sweep_sphere_sphere(const carom_sphere *a, carom_vec3 motion_a,
                                          const carom_sphere *b, carom_vec3 motion_b) {
    vec3 p = sub3(load3(a->center), load3(b->center)), mb = load3(motion_b);
    vec3 v = sub3(load3(motion_a), mb);
    double r = (double)a->radius + (double)b->radius, distance2 = len2(p), r2 = r * r;
    relative_path path = {p, v, len2(v), dot3(p, v), r};
    bool doubt = !(fabs(distance2 - r2) > 1e-14 * (distance2 + r2)) || !(distance2 < 1e280);
    if (CAROM_LIKELY(!doubt && distance2 > r2 && path.b >= 0.0)) return sweep_miss;
    if (CAROM_UNLIKELY(!(a->radius >= 0 && b->radius >= 0) || !(path.a < 1e280) || !(r2 < 1e280)) &&
        !spheres_valid(&path, a, b))
        return sweep_miss;
    bool inside = CAROM_UNLIKELY(doubt) ? carom_overlap_sphere_sphere(a, b) : distance2 <= r2;
    if (inside) return spheres_in_contact(&path, b);
    if (!(path.b < 0.0)) return sweep_miss;
    /* the whole path from outside: does its closest approach within the frame come near enough? */
    if (-path.b >= path.a && len2(add3(p, v)) > r2) return sweep_miss;
    vec3 q = mad3(p, v, -path.b / path.a);
    double room = r2 - len2(q);
    if (room < 0.0) return sweep_miss;
    double root = sqrt(path.a * room), distance = sqrt(distance2);
    double t = min2(max2((distance - r) * (distance + r), 0.0) / (root - path.b), 1.0);
    vec3 normal = normal_between(mad3(p, v, t), v);
    vec3 center_b = mad3(load3(b->center), mb, t);
    double leave = clamp01((root - path.b) / path.a);
    return (carom_sweep_hit){true,
                             false,
                             (carom_real)t,
                             (carom_real)max2(leave, t),
                             store3(mad3(center_b, normal, -(double)b->radius)),
                             store3(normal),
                             CAROM_EXACT};
}
