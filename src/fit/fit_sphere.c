/* Bounding spheres of points, by the smallest enclosing ball [Welzl91] or by the faster method of
 * [Ritter90], and of other volumes. They enclose: the centre is found in double and rounded to
 * carom_real first; the radius is then measured from it and increased by ulps until an exact
 * predicate finds every point inside. */
#include "fit/cloud.h"
#include "fit/tolerances.h"
#include "math/error_free.h"
#include "math/predicates.h"
#include "fit/ball.h"
#include "fit/box.h"

/* Ulps by which the exact predicate may increase a radius. */
#define GROWTH_LIMIT 8

/* The smallest sphere about the rounded centre, to an ulp. */
static carom_sphere sphere_around(const cloud *c, vec3 local_center) {
    carom_vec3 center = cloud_store(c, local_center);
    vec3 stored = scale3(load3(center), c->scale);
    double farthest = 0.0;
    for (int32_t i = 0; i < c->count; i++)
        farthest = max2(farthest, len2(sub3(cloud_point(c, i), stored)));
    carom_real radius = (carom_real)((sqrt(farthest) + 2.0 * c->point_error) / c->scale);
    double scaled = (double)radius * c->scale, limit = scaled * scaled * SPHERE_EXACT_FROM;
    for (int32_t i = 0, grown = 0; i < c->count && grown < GROWTH_LIMIT; i++) {
        vec3 p = cloud_point(c, i);
        if (len2(sub3(p, stored)) < limit) continue;
        while (carom_sign_distance2(stored, p, scaled) > 0 && grown++ < GROWTH_LIMIT) {
            radius = real_above(radius);
            scaled = (double)radius * c->scale;
            limit = scaled * scaled * SPHERE_EXACT_FROM;
        }
    }
    if (!finite1((double)radius) || !finite3(load3(center))) return carom_empty_sphere();
    return (carom_sphere){center, radius};
}

carom_sphere carom_fit_sphere_points(const carom_vec3 *points, size_t count) {
    cloud c;
    if (!carom_cloud_of_points(&c, points, count)) return carom_empty_sphere();
    return sphere_around(&c, carom_least_ball(&c, vec(0, 0, 0)).center);
}

/* The pair of points on opposite sides of the bounding box that is farthest apart. */
static void extreme_pair(const cloud *c, vec3 ends[2]) {
    int32_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int32_t i = 1; i < c->count; i++) {
        vec3 p = cloud_point(c, i);
        for (int axis = 0; axis < 3; axis++) {
            if (axis3(p, axis) < axis3(cloud_point(c, low[axis]), axis)) low[axis] = i;
            if (axis3(p, axis) > axis3(cloud_point(c, high[axis]), axis)) high[axis] = i;
        }
    }
    double widest = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        vec3 a = cloud_local(c, low[axis]), b = cloud_local(c, high[axis]);
        if (!(len2(sub3(b, a)) > widest)) continue;
        widest = len2(sub3(b, a));
        ends[0] = a;
        ends[1] = b;
    }
}

carom_sphere carom_fit_sphere_points_ritter(const carom_vec3 *points, size_t count) {
    cloud c;
    if (!carom_cloud_of_points(&c, points, count)) return carom_empty_sphere();
    vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
    extreme_pair(&c, ends);
    vec3 center = scale3(add3(ends[0], ends[1]), 0.5);
    double radius = 0.5 * sqrt(len2(sub3(ends[1], ends[0])));
    for (int32_t i = 0; i < c.count; i++) {
        vec3 away = sub3(cloud_local(&c, i), center);
        double d2 = len2(away);
        if (d2 <= radius * radius) continue;
        double d = sqrt(d2), grown = 0.5 * (radius + d);
        center = mad3(center, away, (d - grown) / d);
        radius = grown;
    }
    return sphere_around(&c, center);
}

/* ------------------------------------------------------------------ from volumes */

static bool sphere_is_valid(const carom_sphere *s) {
    return finite3(load3(s->center)) && finite1((double)s->radius) && s->radius >= 0;
}

static carom_sphere checked_sphere(carom_vec3 center, double radius) {
    carom_sphere out = {center, real_up(radius)};
    return sphere_is_valid(&out) ? out : carom_empty_sphere();
}

static bool sphere_contains_sphere(const carom_sphere *a, const carom_sphere *b) {
    double more, rounding;
    two_sum((double)a->radius, -(double)b->radius, &more, &rounding);
    if (rounding < 0.0) more -= SUM_ROUNDING * more;
    return more >= 0.0 && carom_sign_distance2(load3(a->center), load3(b->center), more) <= 0;
}

carom_sphere carom_fit_sphere_sphere(const carom_sphere *a, const carom_sphere *b) {
    if (!sphere_is_valid(a)) return sphere_is_valid(b) ? *b : carom_empty_sphere();
    if (!sphere_is_valid(b) || sphere_contains_sphere(a, b)) return *a;
    if (sphere_contains_sphere(b, a)) return *b;
    double ra = (double)a->radius, rb = (double)b->radius;
    vec3 ca = load3(a->center), half_delta = sub3(scale3(load3(b->center), 0.5), scale3(ca, 0.5));
    double half = carom_length(half_delta); /* half the distance, which stays in range */
    double share = half > 0.0 ? 0.5 + 0.25 * (rb - ra) / half : 0.5;
    carom_vec3 center = store3(mad3(ca, scale3(half_delta, 2.0), clamp01(share)));
    vec3 c = load3(center);
    double enclosing =
        max2(carom_length(sub3(c, ca)) + ra, carom_length(sub3(c, load3(b->center))) + rb);
    return checked_sphere(center, enclosing * SPHERE_ROUNDINGS);
}

carom_sphere carom_fit_sphere_point(const carom_sphere *sphere, carom_vec3 point) {
    carom_sphere other = {point, 0};
    return sphere_is_valid(&other) ? carom_fit_sphere_sphere(sphere, &other) : carom_empty_sphere();
}

carom_sphere carom_fit_sphere_margin(const carom_sphere *sphere, carom_real margin) {
    if (!sphere_is_valid(sphere) || !(margin >= 0)) return carom_empty_sphere();
    return checked_sphere(sphere->center, sum_up((double)sphere->radius, (double)margin));
}

carom_sphere carom_fit_sphere_aabb(const carom_aabb *box) {
    carom_vec3 ends[2] = {box->min, box->max};
    bool sound = box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    return sound ? carom_fit_sphere_points(ends, 2) : carom_empty_sphere();
}

carom_sphere carom_fit_sphere_capsule(const carom_capsule *capsule) {
    carom_sphere a = {capsule->a, capsule->radius}, b = {capsule->b, capsule->radius};
    if (!sphere_is_valid(&a) || !sphere_is_valid(&b)) return carom_empty_sphere();
    return carom_fit_sphere_sphere(&a, &b);
}

carom_sphere carom_fit_sphere_obb(const carom_obb *box) {
    vec3 corners[8], center = load3(box->center);
    carom_box_corners(box, corners);
    cloud c;
    vec3 half = load3(box->half_extents);
    bool sound = half.x >= 0.0 && half.y >= 0.0 && half.z >= 0.0;
    if (!sound || !carom_cloud_of_corners(&c, corners, 8, 0.0)) return carom_empty_sphere();
    double farthest = 0.0, largest = max2(max_abs3(scale3(c.low, 1.0 / c.scale)),
                                          max_abs3(scale3(c.high, 1.0 / c.scale)));
    for (int i = 0; i < 8; i++)
        farthest = max2(farthest, carom_length(sub3(corners[i], center)));
    return checked_sphere(box->center, farthest * SPHERE_ROUNDINGS + CORNER_ROUNDINGS * largest);
}
