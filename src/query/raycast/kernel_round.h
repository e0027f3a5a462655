/* A line against round solids: intervals of t, each the solution of one quadratic or linear
 * inequality, joined and cut. Positions and direction are first brought to about 1, each by a power
 * of two, so that no product leaves the range. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_ROUND_H
#define CAROM_QUERY_RAYCAST_KERNEL_ROUND_H

#include "query/raycast/kernel_sphere.h"

/* An interval of t; empty when first > last. */
typedef struct t_interval {
    double first, last;
} t_interval;

#define T_NOWHERE ((t_interval){INFINITY, -INFINITY})
#define T_EVERYWHERE ((t_interval){-INFINITY, INFINITY})

static inline t_interval hull_of(t_interval a, t_interval b) {
    return (t_interval){min2(a.first, b.first), max2(a.last, b.last)};
}

static inline t_interval common_of(t_interval a, t_interval b) {
    t_interval c = {max2(a.first, b.first), min2(a.last, b.last)};
    return c.first <= c.last ? c : T_NOWHERE;
}

/* The roots of a t^2 - 2 b t + c with square = b^2 - a c and a > 0, free of cancellation. From a
 * start that is on the surface where the line grazes it, c and the sum are rounding, and so is
 * their ratio; the difference then has all the digits there are. */
static inline t_interval roots_between(double a, double b, double c, double square) {
    if (!(square >= 0.0)) return T_NOWHERE;
    double root = sqrt(square), sum = b >= 0.0 ? b + root : b - root;
    double s = sum / a, p = sum != 0.0 ? c / sum : s, rest = b + b - sum;
    if (CAROM_UNLIKELY(!(fabs(p * a - rest) <= 1e-6 * fabs(sum)))) p = rest / a;
    return (t_interval){min2(s, p), max2(s, p)};
}

/* m leads from the path's origin to the centre. */
static inline t_interval within_sphere(vec3 m, vec3 d, double radius) {
    double a = len2(d), c = len2(m) - radius * radius;
    if (a == 0.0) return c <= 0.0 ? T_EVERYWHERE : T_NOWHERE;
    return roots_between(a, dot3(m, d), c, a * radius * radius - len2(cross3(m, d)));
}

/* m leads from the path's origin to a point of the axis, w along the axis, not zero. Distances to
 * the axis are taken as lengths of cross products with w; the discriminant by Lagrange's identity.
 */
static inline t_interval within_cylinder(vec3 m, vec3 d, vec3 w, double radius) {
    vec3 across = cross3(d, w), from = cross3(m, w);
    double a = len2(across), w2 = len2(w), r2w2 = radius * radius * w2;
    double c = len2(from) - r2w2;
    if (a <= 1e-31 * len2(d) * w2) return c <= 0.0 ? T_EVERYWHERE : T_NOWHERE;
    double volume = dot3(m, across);
    return roots_between(a, dot3(from, across), c, w2 * (a * radius * radius - volume * volume));
}

/* The part where low <= dot(x - start, w) <= high; m leads from the path's origin to the start. */
static inline t_interval between_planes(vec3 m, vec3 d, vec3 w, const double bounds[2]) {
    double start = -dot3(m, w), slope = dot3(d, w);
    if (slope == 0.0) return start >= bounds[0] && start <= bounds[1] ? T_EVERYWHERE : T_NOWHERE;
    double t0 = (bounds[0] - start) / slope, t1 = (bounds[1] - start) / slope;
    return (t_interval){min2(t0, t1), max2(t0, t1)};
}

typedef struct tame_path {
    vec3 m, d, w;
    double radius;
    double undo; /* the path's t is undo times the tame one */
} tame_path;

static inline tame_path tame_round_shape(const ray_path *path, vec3 a, vec3 w, double radius) {
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

/** The path's own hit of a tame interval, with the normal against the path; false for a miss. */
static inline bool tame_interval_hit(const ray_path *path, const tame_path *tame,
                                     t_interval interval, solid_hit *hit) {
    if (!(interval.first <= interval.last)) return false;
    t_interval own = {interval.first * tame->undo, interval.last * tame->undo};
    if (finite1(interval.first)) own.first = held_finite(own.first);
    if (finite1(interval.last)) own.last = held_finite(own.last);
    if (!path_interval_hit(path, own.first, own.last, hit)) return false;
    hit->normal = neg3(path->direction);
    return true;
}

#endif
