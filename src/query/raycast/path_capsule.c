/* Path against capsule and infinite cylinder. The line's interval within a capsule is the hull of
 * its intervals within the two end spheres and within the cylinder between the end planes: the
 * capsule is convex, so nothing lies between them, and a rounding at a seam is covered by the
 * neighbour. Positions and direction are first brought to about 1, each by a power of two, so that
 * no product leaves the range. */
#include "query/raycast/kernel_sphere.h"
#include "query/raycast/path_shapes.h"

/* An interval of t; empty when first > last. */
typedef struct t_interval {
    double first, last;
} t_interval;

static const t_interval nowhere = {INFINITY, -INFINITY};
static const t_interval everywhere = {-INFINITY, INFINITY};

static t_interval hull_of(t_interval a, t_interval b) {
    return (t_interval){min2(a.first, b.first), max2(a.last, b.last)};
}

static t_interval common_of(t_interval a, t_interval b) {
    t_interval c = {max2(a.first, b.first), min2(a.last, b.last)};
    return c.first <= c.last ? c : nowhere;
}

/* The roots of a t^2 - 2 b t + c with square = b^2 - a c and a > 0, free of cancellation. */
static t_interval roots_between(double a, double b, double c, double square) {
    if (!(square >= 0.0)) return nowhere;
    double root = sqrt(square), sum = b >= 0.0 ? b + root : b - root;
    double s = sum / a, p = sum != 0.0 ? c / sum : s;
    return (t_interval){min2(s, p), max2(s, p)};
}

/* m leads from the path's origin to the centre. */
static t_interval within_sphere(vec3 m, vec3 d, double radius) {
    double a = len2(d), c = len2(m) - radius * radius;
    if (a == 0.0) return c <= 0.0 ? everywhere : nowhere;
    return roots_between(a, dot3(m, d), c, a * radius * radius - len2(cross3(m, d)));
}

/* m leads from the path's origin to a point of the axis, w along the axis, not zero. Distances to
 * the axis are taken as lengths of cross products with w; the discriminant by Lagrange's identity.
 */
static t_interval within_cylinder(vec3 m, vec3 d, vec3 w, double radius) {
    vec3 across = cross3(d, w), from = cross3(m, w);
    double a = len2(across), w2 = len2(w), r2w2 = radius * radius * w2;
    double c = len2(from) - r2w2;
    if (a <= 1e-31 * len2(d) * w2) return c <= 0.0 ? everywhere : nowhere;
    double volume = dot3(m, across);
    return roots_between(a, dot3(from, across), c, w2 * (a * radius * radius - volume * volume));
}

/* The part between the planes through the ends of w, perpendicular to it. */
static t_interval between_ends(vec3 m, vec3 d, vec3 w) {
    double start = -dot3(m, w), slope = dot3(d, w), length = len2(w);
    if (slope == 0.0) return start >= 0.0 && start <= length ? everywhere : nowhere;
    double t0 = -start / slope, t1 = (length - start) / slope;
    return (t_interval){min2(t0, t1), max2(t0, t1)};
}

typedef struct tame_path {
    vec3 m, d, w;
    double radius;
    double undo; /* the path's t is undo times the tame one */
} tame_path;

static tame_path tame_round_shape(const ray_path *path, vec3 a, vec3 w, double radius) {
    double largest = max2(max_abs3(path->origin), max2(max_abs3(a), radius));
    double place = taming_power(max2(largest, max_abs3(w)));
    double speed = taming_power(max2(max_abs3(path->tip), max_abs3(path->base)));
    tame_path tame;
    tame.m = sub3(scale3(a, place), scale3(path->origin, place));
    tame.d = sub3(scale3(path->tip, speed), scale3(path->base, speed));
    tame.w = scale3(w, place);
    tame.radius = radius * place;
    tame.undo = speed / place;
    return tame;
}

/* Makes the answer from the line's interval; the normal leads away from the axis. */
static carom_ray_hit round_hit(const ray_path *path, const tame_path *tame, t_interval interval,
                               bool endless) {
    if (!(interval.first <= interval.last)) return no_hit();
    double undo = tame->undo;
    t_interval own = {interval.first * undo, interval.last * undo};
    if (finite1(interval.first)) own.first = held_finite(own.first);
    if (finite1(interval.last)) own.last = held_finite(own.last);
    solid_hit hit;
    if (!path_interval_hit(path, own.first, own.last, &hit)) return no_hit();
    hit.normal = neg3(path->direction);
    if (!hit.started_inside) {
        vec3 x = mad3(neg3(tame->m), tame->d, hit.t / undo), w = tame->w;
        double w2 = len2(w), f = w2 > 0.0 ? dot3(x, w) / w2 : 0.0;
        vec3 away = mad3(x, w, endless ? -f : -clamp01(f));
        if (max_abs3(away) > 1e-14 * max_abs3(x)) hit.normal = away;
    }
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}

carom_ray_hit carom_path_capsule(const ray_path *path, const carom_capsule *capsule) {
    vec3 a = load3(capsule->a), b = load3(capsule->b);
    double radius = (double)capsule->radius;
    if (!path_is_valid(path) || !finite3(a) || !finite3(b) || !(radius >= 0.0 && finite1(radius)))
        return no_hit();
    tame_path tame =
        tame_round_shape(path, a, scale3(sub3(scale3(b, 0.5), scale3(a, 0.5)), 2.0), radius);
    vec3 m = tame.m, d = tame.d, w = tame.w;
    t_interval interval =
        hull_of(within_sphere(m, d, tame.radius), within_sphere(add3(m, w), d, tame.radius));
    if (len2(w) > 0.0)
        interval = hull_of(interval,
                           common_of(within_cylinder(m, d, w, tame.radius), between_ends(m, d, w)));
    return round_hit(path, &tame, interval, false);
}

carom_ray_hit carom_path_cylinder(const ray_path *path, const carom_line *axis, double radius) {
    vec3 point = load3(axis->origin), w = load3(axis->direction);
    if (!path_is_valid(path) || !finite3(point) || !finite3(w) || max_abs3(w) == 0.0 ||
        !(radius >= 0.0 && finite1(radius)))
        return no_hit();
    w = scale3(w, taming_power(max_abs3(w)));
    tame_path tame = tame_round_shape(path, point, vec(0, 0, 0), radius);
    tame.w = w;
    return round_hit(path, &tame, within_cylinder(tame.m, tame.d, w, tame.radius), true);
}
