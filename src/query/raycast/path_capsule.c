/* Path against capsule and infinite cylinder. The line's interval within a capsule is the hull of
 * its intervals within the two end spheres and within the cylinder between the end planes: the
 * capsule is convex, so nothing lies between them, and a rounding at a seam is covered by the
 * neighbour. Positions and direction are first brought to about 1, each by a power of two, so that
 * no product leaves the range. */
#include "query/raycast/kernel_round.h"
#include "query/raycast/path_shapes.h"

/* Makes the answer from the line's interval; the normal leads away from the axis. */
static carom_ray_hit round_hit(const ray_path *path, const tame_path *tame, t_interval interval,
                               bool endless) {
    solid_hit hit;
    if (!tame_interval_hit(path, tame, interval, &hit)) return no_hit();
    if (!hit.started_inside) {
        vec3 x = mad3(neg3(tame->m), tame->d, hit.t / tame->undo), w = tame->w;
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
        interval = hull_of(interval, common_of(within_cylinder(m, d, w, tame.radius),
                                               between_planes(m, d, w, (double[2]){0.0, len2(w)})));
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
