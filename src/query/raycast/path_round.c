/* Path against cylinder, cone and ellipsoid. Each is convex, so the line meets it in one interval.
 * The cylinder's is cut from that of the endless one; the cone's is spanned by where the line
 * crosses the mantle and the base; the ellipsoid is a sphere once each of its axes is divided by
 * its radius. */
#include "query/raycast/kernel_round.h"
#include "query/raycast/path_shapes.h"

/* A radius that is 0 is taken for this part of the largest. */
#define FLAT_PART 1e-18

/* Of a solid of revolution around m + w: x is the tame point that was hit. */
static vec3 disk_or_mantle(vec3 x, vec3 w, const double heights[2], double slope) {
    double w2 = len2(w), along = dot3(x, w);
    vec3 across = mad3(x, w, -along / w2);
    double from_low = fabs(along - heights[0]), from_high = fabs(heights[1] - along);
    double near = 1e-13 * (fabs(heights[1]) + fabs(heights[0]) + sqrt(w2) * carom_length(x));
    if (from_low <= near) return neg3(w);
    if (from_high <= near && slope == 0.0) return w;
    double length = carom_length(across);
    if (!(length > 0.0)) return from_low < from_high ? neg3(w) : w;
    return add3(scale3(across, 1.0 / length), scale3(w, slope / sqrt(w2)));
}

static bool axis_of_solid(vec3 a, vec3 b, double radius, vec3 *w) {
    *w = scale3(sub3(scale3(b, 0.5), scale3(a, 0.5)), 2.0);
    return finite3(a) && finite3(b) && radius >= 0.0 && finite1(radius) && finite3(*w);
}

carom_ray_hit carom_path_cylinder_solid(const ray_path *path, const carom_cylinder *cylinder) {
    vec3 a = load3(cylinder->a), w;
    double radius = (double)cylinder->radius;
    if (!path_is_valid(path) || !axis_of_solid(a, load3(cylinder->b), radius, &w)) return no_hit();
    tame_path tame = tame_round_shape(path, a, w, radius);
    double heights[2] = {0.0, len2(tame.w)};
    if (heights[1] == 0.0) tame.w = vec(0, 0, 1);
    t_interval interval = common_of(within_cylinder(tame.m, tame.d, tame.w, tame.radius),
                                    between_planes(tame.m, tame.d, tame.w, heights));
    solid_hit hit;
    if (!tame_interval_hit(path, &tame, interval, &hit)) return no_hit();
    if (!hit.started_inside) {
        vec3 x = mad3(neg3(tame.m), tame.d, hit.t / tame.undo);
        hit.normal = disk_or_mantle(x, tame.w, heights, 0.0);
        if (dot3(hit.normal, tame.d) > 0.0) hit.normal = neg3(path->direction);
    }
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}

/* Widens the interval by t when the line is there within the cone: `along` runs from the apex, 0,
 * to the base, height. */
static void span_cone(t_interval *interval, double t, double along, double height) {
    double slack = 1e-14 * height;
    if (!(along >= -slack && along <= height + slack)) return;
    *interval = hull_of(*interval, (t_interval){t, t});
}

/* y leads from the apex to the path's origin; u is unit, from apex to base. */
static t_interval within_cone(vec3 y, vec3 d, vec3 u, const double size[2]) {
    double height = size[0], k2 = 1.0 + size[1] * size[1] / (height * height);
    double ya = dot3(y, u), da = dot3(d, u);
    /* |y + t d|^2 <= k2 (ya + t da)^2 */
    double a = len2(d) - k2 * da * da, b = dot3(y, d) - k2 * ya * da, c = len2(y) - k2 * ya * ya;
    t_interval out = T_NOWHERE;
    double square = b * b - a * c;
    if (fabs(a) > 1e-15 * len2(d)) {
        t_interval roots = T_NOWHERE;
        if (square >= 0.0) {
            double root = sqrt(square), sum = b >= 0.0 ? -b - root : -b + root;
            double s = sum / a, p = sum != 0.0 ? c / sum : s;
            roots = (t_interval){min2(s, p), max2(s, p)};
            span_cone(&out, roots.first, ya + roots.first * da, height);
            span_cone(&out, roots.last, ya + roots.last * da, height);
        }
    } else if (b != 0.0) {
        double t = -c / (2.0 * b);
        span_cone(&out, t, ya + t * da, height);
    } else if (c == 0.0 && da != 0.0)
        span_cone(&out, -ya / da, 0.0, height);
    if (da != 0.0) {
        double t = (height - ya) / da;
        vec3 x = mad3(y, d, t);
        if (len2(x) - height * height <= size[1] * size[1] * (1.0 + 1e-14))
            span_cone(&out, t, height, height);
    }
    return out;
}

carom_ray_hit carom_path_cone(const ray_path *path, const carom_cone *cone) {
    vec3 base = load3(cone->base), apex = load3(cone->apex), w;
    double radius = (double)cone->radius;
    if (!path_is_valid(path) || !axis_of_solid(base, apex, radius, &w)) return no_hit();
    if (max_abs3(w) == 0.0) {
        carom_cylinder disk = {cone->base, cone->base, cone->radius};
        return carom_path_cylinder_solid(path, &disk);
    }
    tame_path tame = tame_round_shape(path, base, w, radius);
    const double size[2] = {carom_length(tame.w), tame.radius};
    if (!(size[0] > 0.0)) return no_hit();
    vec3 u = scale3(tame.w, -1.0 / size[0]), y = sub3(neg3(tame.m), tame.w);
    solid_hit hit;
    if (!tame_interval_hit(path, &tame, within_cone(y, tame.d, u, size), &hit)) return no_hit();
    if (!hit.started_inside) {
        vec3 x = mad3(neg3(tame.m), tame.d, hit.t / tame.undo);
        const double heights[2] = {0.0, len2(tame.w)};
        hit.normal = disk_or_mantle(x, tame.w, heights, size[1] / size[0]);
        if (dot3(hit.normal, tame.d) > 0.0) hit.normal = neg3(path->direction);
    }
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}

carom_ray_hit carom_path_ellipsoid(const ray_path *path, const carom_ellipsoid *ellipsoid) {
    vec3 center = load3(ellipsoid->center), radii = load3(ellipsoid->radii);
    const vec3 axes[3] = {load3(ellipsoid->axes[0]), load3(ellipsoid->axes[1]),
                          load3(ellipsoid->axes[2])};
    double largest = max2(radii.x, max2(radii.y, radii.z));
    if (!path_is_valid(path) || !finite3(center) || !finite3(radii) || !finite3(axes[0]) ||
        !finite3(axes[1]) || !finite3(axes[2]) ||
        !(radii.x >= 0.0 && radii.y >= 0.0 && radii.z >= 0.0))
        return no_hit();
    tame_path tame = tame_round_shape(path, center, vec(0, 0, 0), largest);
    double place = tame.radius > 0.0 ? tame.radius / largest : 1.0;
    double least = max2(FLAT_PART * tame.radius, 1e-150);
    vec3 r = vec(max2(radii.x * place, least), max2(radii.y * place, least),
                 max2(radii.z * place, least));
    vec3 m =
        vec(dot3(tame.m, axes[0]) / r.x, dot3(tame.m, axes[1]) / r.y, dot3(tame.m, axes[2]) / r.z);
    vec3 d =
        vec(dot3(tame.d, axes[0]) / r.x, dot3(tame.d, axes[1]) / r.y, dot3(tame.d, axes[2]) / r.z);
    solid_hit hit;
    if (!tame_interval_hit(path, &tame, within_sphere(m, d, 1.0), &hit)) return no_hit();
    if (!hit.started_inside) {
        vec3 x = mad3(neg3(m), d, hit.t / tame.undo);
        vec3 n = vec(x.x / r.x, x.y / r.y, x.z / r.z);
        n = carom_normalize_or(n, vec(0, 0, 1));
        n = add3(add3(scale3(axes[0], n.x), scale3(axes[1], n.y)), scale3(axes[2], n.z));
        hit.normal = dot3(n, tame.d) > 0.0 ? neg3(path->direction) : n;
    }
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}
