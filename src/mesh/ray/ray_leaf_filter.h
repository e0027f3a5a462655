/* Float filter of one ray and the eight triangles of a leaf, the watertight test of
 * [WoopBenthinWald13] with a forward error bound in place of its exact fallback: it finds which
 * triangles are certainly missed, which are certainly hit, and between which times. Corners are
 * taken relative to the start of the ray and sheared until the ray runs along an axis; in
 * projection along it the triangle holds the origin when its three sides, each the cross product of
 * two corners, have one sign. A side beyond the bound has that sign for certain. */
#ifndef CAROM_MESH_RAY_RAY_LEAF_FILTER_H
#define CAROM_MESH_RAY_RAY_LEAF_FILTER_H

#include "mesh/bvh8/bvh8_lanes.h"
#include "mesh/ray/ray_setup.h"

/* One corner of each of eight triangles. */
typedef struct corner_lanes {
    f8 x, y, z;
} corner_lanes;

/* Eight triangles: their corners, sheared, and the sides in projection. */
typedef struct sheared_triangle {
    corner_lanes a, b, c;
    f8 u, v, w;     /* sides: cross products of the corners other than a, b and c */
    f8 least, most; /* of the three sides */
    f8 error;       /* bound on the error of each side */
} sheared_triangle;

/* Bounds on times in the mesh's frame. */
typedef struct time_lanes {
    f8 from, to;
} time_lanes;

/* The shears of the ray. Corners have all signs changed, and so has per_last, the time for a step
 * along the last axis. */
typedef struct ray_shear {
    f8 shear_x, shear_y, per_last;
} ray_shear;

static CAROM_INLINE f8 f8_cross(f8 ax, f8 ay, f8 bx, f8 by) {
    return f8_sub(f8_mul(ax, by), f8_mul(ay, bx));
}
static CAROM_INLINE corner_lanes shear_corner(corner_lanes a, const ray_shear *ray) {
    return (corner_lanes){f8_mad_about(a.z, ray->shear_x, a.x),
                          f8_mad_about(a.z, ray->shear_y, a.y), a.z};
}

static CAROM_INLINE sheared_triangle shear_triangle(corner_lanes a, corner_lanes b, corner_lanes c,
                                                    const ray_shear *ray) {
    sheared_triangle out = {.a = shear_corner(a, ray)};
    out.b = b = shear_corner(b, ray);
    out.c = c = shear_corner(c, ray);
    a = out.a;
    out.u = f8_cross(c.x, c.y, b.x, b.y);
    out.v = f8_cross(a.x, a.y, c.x, c.y);
    out.w = f8_cross(b.x, b.y, a.x, a.y);
    out.least = f8_min(f8_min(out.u, out.v), out.w);
    out.most = f8_max(f8_max(out.u, out.v), out.w);
    return out;
}

/* A bound on the error of the sides; `start_error` is twice the error of the start. Infinity or NaN
 * where a number is.
 *
 * With M the largest of |x| and |y| of the sheared corners, Z of |z|, u half an ulp of 1 and s the
 * error of the start: x and y are off by d < u (2.1 M + 7.3 Z) + 2 s, for the differences lose u of
 * themselves, the shear is off by at most 4.1 u and is no more than 1, and the sum is rounded twice
 * at most. A side is a difference of two products of numbers up to M: it is off by less than 4 d M
 * + 2 d^2 + 4.1 u M^2. The bound used is 4 q (M + q), q = 9 u (M + Z) + 2 s, which leaves 24 u M^2
 * for the roundings of times, and a little for underflow. A side beyond it is above 200 u^2 (M +
 * Z)^2, too: ray_triangle_exact.h relies on it. */
static CAROM_INLINE f8 error_of_sides(const sheared_triangle *sheared, float start_error) {
    const corner_lanes a = sheared->a, b = sheared->b, c = sheared->c;
    const f8 each = f8_all(COORDINATE_ROUNDINGS * (float)FLOAT_ROUNDING);
    f8 far = f8_later(f8_max_size(a.z, b.z), f8_abs(c.z));
    f8 extent = f8_later(f8_max_size(a.x, b.x), f8_max_size(a.y, b.y));
    extent = f8_later(extent, f8_max_size(c.x, c.y));
    f8 off = f8_mad_about(extent, each, f8_mad_about(far, each, f8_all(start_error)));
    return f8_mad_about(f8_mul(off, f8_all(SIDE_SHARE)), f8_add(extent, off),
                        f8_all((float)SIDE_UNDERFLOW));
}

/* Is the triangle certainly missed: has one side certainly another sign than the others? NaN
 * decides nothing. */
static CAROM_INLINE f8_flags sides_differ(const sheared_triangle *sheared) {
    return f8_and(f8_lt(sheared->least, f8_neg(sheared->error)),
                  f8_lt(sheared->error, sheared->most));
}
/* Have all three sides certainly the same sign? */
static CAROM_INLINE f8_flags sides_agree(const sheared_triangle *sheared) {
    return f8_or(f8_lt(sheared->error, sheared->least),
                 f8_lt(sheared->most, f8_neg(sheared->error)));
}

/* A corner of each of eight triangles relative to the start, all signs changed. */
static CAROM_INLINE corner_lanes load_corners(const carom_real *row, size_t n,
                                              const bvh8_ray *ray) {
    return (corner_lanes){f8_number_sub(ray->start[0], row + ray->axis[0] * n),
                          f8_number_sub(ray->start[1], row + ray->axis[1] * n),
                          f8_number_sub(ray->start[2], row + ray->axis[2] * n)};
}

/* What the filter leaves of a leaf: a bit for each triangle. A certain hit is also possible. */
typedef struct leaf_hits {
    uint32_t possible, certain;
    time_lanes over, by; /* bounds on times: over.from / by.from, over.to / by.to */
} leaf_hits;

/* Compares times with the ray's range. The time is the mean of the corners' times, each weighted by
 * the side across from it. Numerator and denominator are off by the errors of the sides, which
 * exceed all roundings here but those below the normal range; whether a triangle is certainly in
 * range, or certainly not, takes no quotient. */
static CAROM_INLINE leaf_hits keep_in_range(const sheared_triangle *sheared, const bvh8_ray *ray,
                                            f8 per_last, float t_max) {
    f8 sum = f8_add(f8_add(sheared->u, sheared->v), sheared->w), size = f8_abs(sum);
    f8 step = f8_select(f8_lt(sum, f8_all(0.0F)), f8_neg(per_last), per_last);
    f8 a = f8_mul(sheared->a.z, step), b = f8_mul(sheared->b.z, step),
       c = f8_mul(sheared->c.z, step);
    f8 time = f8_mad_about(sheared->w, c, f8_mad_about(sheared->v, b, f8_mul(sheared->u, a)));
    f8 most = f8_add(f8_add(f8_abs(a), f8_abs(b)), f8_abs(c));
    f8 error = f8_mad_about(size, f8_all(ray->time_error), f8_all(FLT_MIN));
    error = f8_mad_about(most, sheared->error, error);
    f8 from = f8_sub(time, error), to = f8_add(time, error);
    f8 low = f8_all(ray->t_min), high = f8_all(t_max),
       off = f8_mul(sheared->error, f8_all(SUM_ERRORS));
    f8 largest = f8_add(size, off), least = f8_sub(size, off);
    f8_flags sooner = f8_lt(to, f8_mul(low, least)), later = f8_lt(f8_mul(high, largest), from);
    f8_flags inside = f8_and(f8_lt(f8_mul(low, largest), from), f8_lt(to, f8_mul(high, least)));
    f8_flags agree = sides_agree(sheared);
    return (leaf_hits){~f8_bits(f8_and(agree, f8_or(sooner, later))),
                       f8_bits(f8_and(agree, inside)),
                       {from, to},
                       {largest, least}};
}

/* Filters a leaf, whose `rows` of numbers are `n` apart, for times up to `t_max`. */
static CAROM_INLINE leaf_hits filter_leaf(const carom_real *rows, size_t n, const bvh8_ray *ray,
                                          float t_max) {
    ray_shear shear_lanes = {f8_all(ray->shear[0]), f8_all(ray->shear[1]), f8_all(ray->per_last)};
    sheared_triangle sheared =
        shear_triangle(load_corners(rows, n, ray), load_corners(rows + 3 * n, n, ray),
                       load_corners(rows + 6 * n, n, ray), &shear_lanes);
    sheared.error = error_of_sides(&sheared, ray->start_error);
    leaf_hits out = {.possible = ~f8_bits(sides_differ(&sheared)) & ((1u << n) - 1u)};
    if (out.possible == 0) return out;
    leaf_hits in_time = keep_in_range(&sheared, ray, shear_lanes.per_last, t_max);
    in_time.possible &= out.possible;
    in_time.certain &= out.possible;
    return in_time;
}

/* Bounds on the times of the certain hits, in the frame, with a margin for rounding the answer's t
 * to carom_real. */
static CAROM_INLINE time_lanes times_of(const leaf_hits *left) {
    f8 from = f8_div(left->over.from, left->by.from), to = f8_div(left->over.to, left->by.to);
    f8 before = f8_mad_about(from, f8_all(RAY_TIME_ROUNDING), f8_all(TIME_UNDERFLOW));
    f8 after = f8_mad_about(to, f8_all(RAY_TIME_ROUNDING), f8_all(TIME_UNDERFLOW));
    return (time_lanes){f8_sub(from, before), f8_add(to, after)};
}

#endif
