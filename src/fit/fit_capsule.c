/* Capsules round points. Along a direction the radius is that of the least circle across it; the
 * ends are then drawn in until a point touches a cap. Of the principal directions and the widest
 * pair's the one with the least volume is taken. The ends are rounded first and the radius measured
 * from the segment between them. */
#include "fit/cloud.h"

typedef struct capsule_guess {
    vec3 a, b; /* scaled, from the pivot */
    double volume;
} capsule_guess;

static capsule_guess capsule_along(const cloud *c, vec3 axis) {
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
    return (capsule_guess){mad3(circle.center, axis, low), mad3(circle.center, axis, high),
                           r * r * (4.0 / 3.0 * r + (high - low))};
}

/* The direction from a point to the one farthest away, from the farthest of the middle. */
static vec3 wide_direction(const cloud *c) {
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

/* Distance of p to the segment, without loss where the segment is short. */
static double distance_to_segment(vec3 p, vec3 a, vec3 b) {
    vec3 u = sub3(b, a), w = sub3(p, a);
    double uu = len2(u), t = uu > 0.0 ? clamp01(dot3(w, u) / uu) : 0.0;
    return carom_length(t > 0.5 ? mad3(sub3(p, b), u, 1.0 - t) : mad3(w, u, -t));
}

static carom_capsule capsule_around(const cloud *c, vec3 a, vec3 b) {
    carom_capsule out = {cloud_place(c, a), cloud_place(c, b), 0};
    vec3 from = cloud_back(c, out.a), to = cloud_back(c, out.b);
    double farthest = 0.0, extent = max_abs3(sub3(c->high, c->low));
    for (int32_t i = 0; i < c->count; i++)
        farthest = max2(farthest, distance_to_segment(cloud_local(c, i), from, to));
    if (extent > 0.0) farthest += 16.0 * HALF_ULP * (extent + max_abs3(from) + max_abs3(to));
    out.radius = real_up((farthest + 2.0 * c->blur) / c->scale);
    bool finite = finite3(load3(out.a)) && finite3(load3(out.b)) && finite1((double)out.radius);
    return finite ? out : carom_empty_capsule();
}

carom_capsule carom_fit_capsule_points(const carom_vec3 *points, size_t count) {
    cloud c;
    if (!carom_cloud_of_points(&c, points, count)) return carom_empty_capsule();
    vec3 axes[4];
    carom_principal_axes(&c, axes);
    axes[3] = wide_direction(&c);
    capsule_guess best = capsule_along(&c, axes[0]);
    for (int k = 1; k < 4; k++) {
        capsule_guess other = capsule_along(&c, axes[k]);
        if (other.volume < best.volume) best = other;
    }
    return capsule_around(&c, best.a, best.b);
}

carom_capsule carom_fit_capsule_margin(const carom_capsule *capsule, carom_real margin) {
    carom_capsule out = *capsule;
    bool sound = finite3(load3(out.a)) && finite3(load3(out.b)) && out.radius >= 0 && margin >= 0;
    out.radius =
        real_up(margin > 0 ? sum_up((double)out.radius, (double)margin) : (double)out.radius);
    return sound && finite1((double)out.radius) ? out : carom_empty_capsule();
}
