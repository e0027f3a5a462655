/* carom: rays against spheres, boxes and triangles, inline. Included by raycast.h; what inline.h
 * says of all inline functions holds. The library also holds each as an ordinary function.
 *
 * In float a hit is computed in double as the library computes it, to the same bits; what the
 * caller does not read of the answer costs nothing. What is undecided, and starts inside of a
 * solid, goes to the `_exact` function. In double, and where there are no such filters, so does
 * everything. Beside the call (bench/results/textbook.md): ray-aabb 1.5 times as fast, ray-sphere
 * 1.4, ray-triangle 1.35. */
#ifndef CAROM_RAYCAST_INLINE_H
#define CAROM_RAYCAST_INLINE_H

#include "carom/inline.h"
#include "carom/raycast.h"

CAROM_BEGIN

/** The whole answer, out of line. @since 0.2.0 */
CAROM_API CAROM_PURE bool carom_overlap_ray_aabb_exact(const carom_ray *ray, const carom_aabb *box);
CAROM_API CAROM_PURE carom_ray_hit carom_raycast_ray_sphere_exact(const carom_ray *ray,
                                                                  const carom_sphere *sphere);
CAROM_API CAROM_PURE carom_ray_hit_triangle carom_raycast_ray_triangle_exact(
    const carom_ray *ray, const carom_triangle *triangle, carom_facing facing);

#ifdef CAROM_NO_INLINE
CAROM_API bool carom_overlap_ray_aabb(const carom_ray *ray, const carom_aabb *box);
CAROM_API carom_ray_hit carom_raycast_ray_sphere(const carom_ray *ray, const carom_sphere *sphere);
CAROM_API carom_ray_hit_triangle carom_raycast_ray_triangle(const carom_ray *ray,
                                                            const carom_triangle *triangle,
                                                            carom_facing facing);
#else

/* The square of 16 roundings, of which neither end of an interval has more than 4: squares need no
 * magnitudes. One that loses digits to underflow does so below the gap that decides, and one that
 * overflows decides nothing. */
#define CAROM_SLAB_BAND (64 * CAROM_REAL_EPSILON * CAROM_REAL_EPSILON)

/** The yes or no of carom_raycast_ray_aabb without its place; no unpredictable branch.
 * The slab test [KayKajiya86]: where the ray enters all three slabs, and where it leaves one. Each
 * quotient has four roundings; the two ends are certain when they are further apart than 16. A
 * component of the direction that is 0, or too small or large, makes a sum not finite. */
CAROM_API_INLINE bool carom_overlap_ray_aabb(const carom_ray *ray, const carom_aabb *box) {
#ifdef CAROM_INLINE_LANES
    const carom_real *of_ray = CAROM_REALS_OF(ray), *of_box = CAROM_REALS_OF(box);
    const carom_lanes origin = CAROM_LANES_AT(of_ray), direction = CAROM_LANES_AT(of_ray + 3);
    const carom_lanes low = CAROM_LANES_AT(of_box), back = {0, 0, 0, -0.0f};
    const carom_lanes high = CAROM_LANES_ABOVE(CAROM_LANES_AT(of_box + 2));
    const carom_lanes one = CAROM_LANES_OF(1), eight = CAROM_LANES_OF(8);
    const carom_lanes inverse = one / direction, size = high - low;
    const carom_lanes s = (low - origin) * inverse, t = (high - origin) * inverse;
    const carom_lanes sum = (s + t) + direction * eight;
    const carom_lanes apart = sum - sum; /* 0 or NaN */
    const int unsound = CAROM_LANES_BITS((carom_lane_mask)size | (apart != apart));
    /* of each slab, and of the ray, where it begins and, negated, where it ends */
    const carom_lanes entry = CAROM_LANES_LEAST(s, t), leave = -CAROM_LANES_MOST(s, t);
    const carom_lanes ray_span =
        (carom_lanes)((carom_lane_mask)CAROM_LANES_AT(of_ray + 4) ^ (carom_lane_mask)back);
    const carom_lanes two = CAROM_LANES_ZIP_LOW(entry, leave);
    const carom_lanes first_and_third = CAROM_LANES_MOST(two, CAROM_LANES_ZIP_HIGH(entry, leave));
    const carom_lanes second_and_ray = CAROM_LANES_MOST(two, ray_span);
    const carom_lanes span = CAROM_LANES_MOST(first_and_third, CAROM_LANES_UPPER(second_and_ray));
    const carom_lanes end = CAROM_LANES_SECOND(span);
    const carom_real last = end[0], over = span[0] + last; /* not 0 where it decides */
    const bool certain = over * over > last * last * CAROM_SLAB_BAND;
    if (CAROM_EXPECT(certain & ((unsound & 7) == 0))) return CAROM_BITS_AT(&over) < 0;
#endif
    return carom_overlap_ray_aabb_exact(ray, box);
}

/* First a filter in the caller's precision [Ericson05] 5.3.2: a start outside that recedes, or a
 * discriminant b^2 - a c that is negative beyond its error (carom_path_at_ball).
 * Then as the library's filter in double (query/raycast/kernel_sphere.h): m from the origin to the
 * centre, x = m x d, the discriminant from its square. */
CAROM_API_INLINE carom_ray_hit carom_raycast_ray_sphere(const carom_ray *ray,
                                                        const carom_sphere *sphere) {
#ifdef CAROM_INLINE_ANSWERS
    const carom_vec3 gap = carom_narrow_sub(sphere->center, ray->origin);
    const carom_vec3 direction = ray->direction;
    const carom_real radius = sphere->radius, t_min = ray->t_min;
    const carom_ball_path path = carom_path_at_ball(gap, direction, radius);
    carom_ray_hit out = CAROM_NOTHING;
    if (CAROM_EXPECT(path.sound && t_min >= 0 && radius >= 0)) {
        /* sign bits, so that there is one branch */
        if ((CAROM_BITS_AT(&path.beside) |
             (CAROM_BITS_AT(&path.along) & CAROM_BITS_AT(&path.inside))) < 0)
            return out;
        const double unit = 24.0 * 1.1102230246251565e-16, margin = 16777216.0;
        const carom_double3 d = carom_double3_of(direction);
        const carom_double3 center = carom_double3_of(sphere->center);
        const carom_double3 m = carom_double3_sub(center, carom_double3_of(ray->origin));
        const carom_double3 x = carom_double3_cross(m, d);
        const double a = carom_double3_dot(d, d), m2 = carom_double3_dot(m, m);
        const double b = carom_double3_dot(m, d), r2 = (double)radius * (double)radius, c = m2 - r2;
        const double reach = carom_rounded(a * r2), square = reach - carom_double3_dot(x, x);
        const double root = carom_root(square), sum = b + root, enter = c / sum;
        const double slack = carom_rounded(4.0 / margin * enter);
        if (CAROM_EXPECT(square > margin * unit * 1.001 * (m2 * a + reach) &&
                         c > margin * unit * 1.001 * (m2 + r2) && b > 0.0 &&
                         enter - slack >= t_min && enter + slack <= ray->t_max &&
                         enter < CAROM_REAL_MAX)) {
            const double inverse = 1.0 / a, leave = carom_rounded(sum * inverse);
            const carom_double3 from_center = carom_double3_scale(
                carom_double3_mad(carom_double3_cross(x, d), d, -root), inverse);
            out.hit = true;
            out.t = carom_narrow(enter);
            out.t_exit = carom_narrow_time(carom_less(leave, ray->t_max));
            out.point = carom_narrow3(carom_double3_add(center, from_center));
            out.normal = carom_narrow3(carom_double3_scale(from_center, 1.0 / radius));
            return out;
        }
    }
#endif
    return carom_raycast_ray_sphere_exact(ray, sphere);
}

/* As the library's filter (query/raycast/kernel_triangle.h) [MollerTrumbore97]. */
CAROM_API_INLINE carom_ray_hit_triangle carom_raycast_ray_triangle(const carom_ray *ray,
                                                                   const carom_triangle *triangle,
                                                                   carom_facing facing) {
#ifdef CAROM_INLINE_ANSWERS
    const double unit = 72.0 * 1.1102230246251565e-16, margin = 268435456.0;
    const carom_double3 v0 = carom_double3_of(triangle->v[0]), d = carom_double3_of(ray->direction);
    const carom_double3 origin = carom_double3_of(ray->origin), s = carom_double3_sub(origin, v0);
    const carom_double3 e1 = carom_double3_sub(carom_double3_of(triangle->v[1]), v0);
    const carom_double3 e2 = carom_double3_sub(carom_double3_of(triangle->v[2]), v0);
    const carom_double3 p = carom_double3_cross(d, e2), q = carom_double3_cross(s, e1);
    const double size_1 = carom_double3_size(e1), size_2 = carom_double3_size(e2);
    const double size_s = carom_double3_size(s), size_d = carom_double3_size(d);
    const double det = carom_double3_dot(e1, p), size = __builtin_fabs(det);
    const double flip = __builtin_copysign(1.0, det);
    const double u = carom_double3_dot(s, p) * flip, v = carom_double3_dot(d, q) * flip;
    const double numerator = carom_double3_dot(e2, q) * flip, rest = size - u - v;
    const double t_unit = carom_rounded(unit * (size_1 * size_2));
    const double det_error = carom_rounded(t_unit * size_d), t_error = t_unit * size_s;
    const double side_error = carom_rounded(unit * size_d * size_s * (size_1 + size_2)) + det_error;
    const bool sound = det_error > 1e-200 && carom_more(size_1, size_d) < 1e100;
    const double least = carom_less(carom_less(u, v), rest);
    carom_ray_hit_triangle out = CAROM_NOTHING;
    const int beside = carom_flag(least < -side_error), behind = carom_flag(numerator < -t_error);
    const int forward = carom_flag(ray->t_min >= 0), crosses = carom_flag(size > det_error);
    if (carom_flag(sound) & crosses & (beside | (behind & forward))) return out;
    const double inverse = 1.0 / size, t = carom_rounded(numerator * inverse);
    const double slack = carom_rounded(1e-8 * __builtin_fabs(t));
    if (CAROM_EXPECT(sound && least > side_error && size > carom_rounded(margin * det_error) &&
                     __builtin_fabs(numerator) > carom_rounded(margin * t_error) &&
                     t > ray->t_min + slack && t < ray->t_max - slack)) {
        if (facing != CAROM_BOTH_SIDES && (flip > 0.0) != (facing == CAROM_FRONT_ONLY)) return out;
        const carom_double3 normal = carom_double3_scale(carom_double3_cross(e1, e2), flip);
        const double length = carom_root(carom_double3_dot(normal, normal));
        out.hit = true;
        out.t = carom_narrow_time(t);
        out.point = carom_narrow3(carom_double3_mad(origin, d, t));
        out.normal = carom_narrow3(carom_double3_scale(normal, 1.0 / length));
        out.barycentric.x = carom_narrow(rest * inverse);
        out.barycentric.y = carom_narrow(u * inverse);
        out.barycentric.z = carom_narrow(v * inverse);
        return out;
    }
#endif
    return carom_raycast_ray_triangle_exact(ray, triangle, facing);
}

#endif

CAROM_END

#endif
