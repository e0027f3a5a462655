/* Bounding capsules of points; own method, from smallest enclosing circles [Welzl91]. For a given
 * direction the radius is that of the smallest circle around the projection, and the ends are moved
 * inwards until a point touches a cap. Of the principal axes and an approximate diameter the
 * direction of least volume is taken, so the capsule is small but not minimal. It encloses: the
 * ends are rounded first, and the radius is measured from the segment between them. Two capsules
 * are fitted as four balls: points on these determine the segment, the balls themselves the radius.
 */
#include "fit/cloud.h"
#include "fit/tolerances.h"
#include "fit/ball.h"
#include "fit/box.h"

typedef struct capsule_candidate {
    vec3 a, b;     /* in local coordinates */
    double volume; /* over pi, scaled */
} capsule_candidate;

/* The smallest capsule with the given unit direction and the circle's centre line. */
static capsule_candidate capsule_along(const cloud *c, vec3 axis) {
    least_ball circle = carom_least_ball(c, axis);
    double r = circle.radius, low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < c->count; i++) {
        vec3 p = sub3(cloud_local(c, i), circle.center);
        double t = dot3(p, axis), off2 = len2(mad3(p, axis, -t));
        double cap = sqrt(max2(r * r - off2, 0.0));
        low = min2(low, t + cap);
        high = max2(high, t - cap);
    }
    if (low > high) low = high = 0.5 * (low + high);
    return (capsule_candidate){mad3(circle.center, axis, low), mad3(circle.center, axis, high),
                               r * r * (4.0 / 3.0 * r + (high - low))};
}

/* An approximate diameter: from the point farthest from the centre to the one farthest from it. */
static vec3 diameter_direction(const cloud *c) {
    vec3 from = {0, 0, 0}, to = from;
    for (int round = 0; round < 2; round++) {
        double farthest = -1.0;
        from = to;
        for (int32_t i = 0; i < c->count; i++) {
            vec3 p = cloud_local(c, i);
            double d2 = len2(sub3(p, from));
            if (d2 > farthest) {
                farthest = d2;
                to = p;
            }
        }
    }
    return carom_normalize_or(sub3(to, from), vec(1, 0, 0));
}

/* Distance of p to the segment a b, from its nearer end, so that a short segment loses no digits.
 */
static double distance_to_segment(vec3 p, vec3 a, vec3 b) {
    vec3 u = sub3(b, a), w = sub3(p, a);
    double uu = len2(u), t = uu > 0.0 ? clamp01(dot3(w, u) / uu) : 0.0;
    return carom_length(t > 0.5 ? mad3(sub3(p, b), u, 1.0 - t) : mad3(w, u, -t));
}

/* The capsule about the segment a b that encloses the points, or the four `balls` when given. */
static carom_capsule capsule_around(const cloud *c, vec3 a, vec3 b, const carom_sphere *balls) {
    carom_capsule out = {cloud_store(c, a), cloud_store(c, b), 0};
    vec3 from = cloud_reload(c, out.a), to = cloud_reload(c, out.b);
    double farthest = 0.0, extent = max_abs3(sub3(c->high, c->low));
    for (int32_t i = 0; !balls && i < c->count; i++)
        farthest = max2(farthest, distance_to_segment(cloud_local(c, i), from, to));
    for (int i = 0; balls && i < 4; i++) {
        double distance = distance_to_segment(cloud_reload(c, balls[i].center), from, to);
        farthest = max2(farthest, distance + (double)balls[i].radius * c->scale);
    }
    if (extent > 0.0) farthest += CAPSULE_ROUNDINGS * (extent + max_abs3(from) + max_abs3(to));
    out.radius = real_up((farthest + 2.0 * c->point_error) / c->scale);
    bool finite = finite3(load3(out.a)) && finite3(load3(out.b)) && finite1((double)out.radius);
    return finite ? out : carom_empty_capsule();
}

static capsule_candidate best_capsule(const cloud *c) {
    vec3 axes[4];
    carom_principal_axes(c, axes);
    axes[3] = diameter_direction(c);
    capsule_candidate best = capsule_along(c, axes[0]);
    for (int k = 1; k < 4; k++) {
        capsule_candidate other = capsule_along(c, axes[k]);
        if (other.volume < best.volume) best = other;
    }
    return best;
}

carom_capsule carom_fit_capsule_points(const carom_vec3 *points, size_t count) {
    cloud c;
    if (!carom_cloud_of_points(&c, points, count)) return carom_empty_capsule();
    capsule_candidate best = best_capsule(&c);
    return capsule_around(&c, best.a, best.b, NULL);
}

/* ---- two capsules */

static bool capsule_is_valid(const carom_capsule *c) {
    return finite3(load3(c->a)) && finite3(load3(c->b)) && finite1((double)c->radius) &&
           c->radius >= 0;
}

/* Does A contain B by more than rounding, or with equal ends? */
static bool capsule_holds_capsule(const carom_capsule *a, const carom_capsule *b) {
    vec3 from = load3(a->a), to = load3(a->b), p = load3(b->a), q = load3(b->b);
    bool same = max_abs3(sub3(from, p)) == 0.0 && max_abs3(sub3(to, q)) == 0.0;
    if (same) return b->radius <= a->radius;
    double slack = CAPSULE_ROUNDINGS * (max_abs3(from) + max_abs3(to) + max_abs3(p) + max_abs3(q));
    double distance = max2(distance_to_segment(p, from, to), distance_to_segment(q, from, to));
    return distance + (double)b->radius + slack <=
           (double)a->radius * (1.0 - CAPSULE_RADIUS_ROUNDINGS);
}

/* Points on each ball, along the normals of the 26-DOP. */
#define BALL_POINTS 26

carom_capsule carom_fit_capsule_capsule(const carom_capsule *a, const carom_capsule *b) {
    if (!capsule_is_valid(a)) return capsule_is_valid(b) ? *b : carom_empty_capsule();
    if (!capsule_is_valid(b) || capsule_holds_capsule(a, b)) return *a;
    if (capsule_holds_capsule(b, a)) return *b;
    const carom_sphere balls[4] = {
        {a->a, a->radius}, {a->b, a->radius}, {b->a, b->radius}, {b->b, b->radius}};
    vec3 corners[4 * BALL_POINTS];
    int32_t count = 0, normals = 0;
    const carom_vec3 *normal = carom_kdop_normals(BALL_POINTS, &normals);
    for (int i = 0; i < 4; i++)
        for (int32_t k = 0; k < 2 * normals; k++) {
            vec3 direction = carom_normalize_or(load3(normal[k / 2]), vec(1, 0, 0));
            double r = (double)balls[i].radius;
            corners[count++] = mad3(load3(balls[i].center), direction, k % 2 ? -r : r);
        }
    cloud c;
    if (!carom_cloud_of_corners(&c, corners, count, 0.0)) return carom_empty_capsule();
    capsule_candidate best = best_capsule(&c);
    return capsule_around(&c, best.a, best.b, balls);
}

carom_capsule carom_fit_capsule_margin(const carom_capsule *capsule, carom_real margin) {
    carom_capsule out = *capsule;
    bool sound = capsule_is_valid(capsule) && margin >= 0;
    out.radius =
        real_up(margin > 0 ? sum_up((double)out.radius, (double)margin) : (double)out.radius);
    return sound && finite1((double)out.radius) ? out : carom_empty_capsule();
}
