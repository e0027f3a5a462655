/* Which of a leaf's triangles a ray certainly misses, which it certainly hits, and when, in float.
 * Corners are taken relative to the ray's start and sheared until the ray runs along an axis; seen
 * along it the triangle holds the origin when its three sides, each the cross product of two
 * corners, have one sign [WoopBenthinWald13]. In place of exact arithmetic there a bound on all
 * errors here: a side that is beyond it has its sign for sure.
 *
 * With M the largest of |x| and |y| of the sheared corners, Z of |z|, u half an ulp of 1 and s what
 * the start lost: x and y are off by d < u (2.1 M + 7.3 Z) + 2 s, for the differences lose u of
 * themselves, the shear is off by at most 4.1 u and no more than 1, and the sum is rounded twice at
 * most. A side is a difference of two products of numbers up to M: it is off by less than
 * 4 d M + 2 d^2 + 4.1 u M^2. What is taken is 4 q (M + q), q = 9 u (M + Z) + 2 s, and there are
 * 24 u M^2 left for what rounds in times; and a little for what is lost below the normal range. A
 * side beyond that is above 200 u^2 (M + Z)^2, too: bvh8_ray_decide.h relies on it. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_LEAF_H
#define CAROM_MESH_RAY_RAY_PACKET_LEAF_H

#include "mesh/bvh8/bvh8_lanes.h"
#include "mesh/ray/ray_setup.h"

/* Of eight triangles. */
typedef struct corner_lanes {
    f8 x, y, z;
} corner_lanes;

/* A triangle's corners, sheared, and what comes of them. */
typedef struct seen_triangle {
    corner_lanes a, b, c;
    f8 u, v, w;     /* the sides across from a, b and c */
    f8 least, most; /* of the sides */
    f8 error;       /* how wrong each side may be */
} seen_triangle;

/* Bounds on times in the mesh's frame. */
typedef struct time_lanes {
    f8 from, to;
} time_lanes;

/* The ray as it sees triangles: corners have all signs changed, and so has per_last. */
typedef struct seeing_ray {
    f8 shear_x, shear_y, per_last;
} seeing_ray;

static CAROM_INLINE f8 f8_cross(f8 ax, f8 ay, f8 bx, f8 by) {
    return f8_sub(f8_mul(ax, by), f8_mul(ay, bx));
}
static CAROM_INLINE corner_lanes shear_corner(corner_lanes a, const seeing_ray *ray) {
    return (corner_lanes){f8_mad_about(a.z, ray->shear_x, a.x),
                          f8_mad_about(a.z, ray->shear_y, a.y), a.z};
}

static CAROM_INLINE seen_triangle see_triangle(corner_lanes a, corner_lanes b, corner_lanes c,
                                               const seeing_ray *ray) {
    seen_triangle out = {.a = shear_corner(a, ray)};
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

/* How wrong sides may be; `lost` is twice what the start lost. Infinity and NaN where a number is.
 */
static CAROM_INLINE f8 error_of_sides(const seen_triangle *seen, float lost) {
    const corner_lanes a = seen->a, b = seen->b, c = seen->c;
    const f8 each = f8_all(9.0F * (float)FLOAT_ROUNDING);
    f8 far = f8_later(f8_max_size(a.z, b.z), f8_abs(c.z));
    f8 wide = f8_later(f8_max_size(a.x, b.x), f8_max_size(a.y, b.y));
    wide = f8_later(wide, f8_max_size(c.x, c.y));
    f8 off = f8_mad_about(wide, each, f8_mad_about(far, each, f8_all(lost)));
    return f8_mad_about(f8_mul(off, f8_all(4.05F)), f8_add(wide, off), f8_all((float)SIDE_LEAST));
}

/* One side here and another there. NaN says nothing. */
static CAROM_INLINE f8_flags sides_differ(const seen_triangle *seen) {
    return f8_and(f8_lt(seen->least, f8_neg(seen->error)), f8_lt(seen->error, seen->most));
}
static CAROM_INLINE f8_flags sides_agree(const seen_triangle *seen) {
    return f8_or(f8_lt(seen->error, seen->least), f8_lt(seen->most, f8_neg(seen->error)));
}

/* A corner of each of eight triangles. */
static CAROM_INLINE corner_lanes load_corners(const carom_real *row, size_t n,
                                              const bvh8_ray *ray) {
    return (corner_lanes){f8_number_sub(ray->start[0], row + ray->axis[0] * n),
                          f8_number_sub(ray->start[1], row + ray->axis[1] * n),
                          f8_number_sub(ray->start[2], row + ray->axis[2] * n)};
}

/* What the filter leaves of a leaf: a bit for each triangle. */
typedef struct leaf_hits {
    uint32_t possible, certain;
    time_lanes over, by; /* when what is certain is met: over.from / by.from to over.to / by.to */
} leaf_hits;

/* When triangles are met whose sides agree: the sum of their corners' times, each by the side
 * across from it, by that of the sides. Both are off by the sides' errors, which are above all
 * roundings here but those below the normal range; no quotient is needed to tell what is certainly
 * in time, and what is not. */
static CAROM_INLINE leaf_hits keep_in_range(const seen_triangle *seen, const bvh8_ray *ray,
                                            f8 per_last, float t_max) {
    f8 sum = f8_add(f8_add(seen->u, seen->v), seen->w), size = f8_abs(sum);
    f8 step = f8_select(f8_lt(sum, f8_all(0.0F)), f8_neg(per_last), per_last);
    f8 a = f8_mul(seen->a.z, step), b = f8_mul(seen->b.z, step), c = f8_mul(seen->c.z, step);
    f8 time = f8_mad_about(seen->w, c, f8_mad_about(seen->v, b, f8_mul(seen->u, a)));
    f8 most = f8_add(f8_add(f8_abs(a), f8_abs(b)), f8_abs(c));
    f8 error = f8_mad_about(size, f8_all(ray->time_blur), f8_all(FLT_MIN));
    error = f8_mad_about(most, seen->error, error);
    f8 from = f8_sub(time, error), to = f8_add(time, error);
    f8 low = f8_all(ray->t_min), high = f8_all(t_max), off = f8_mul(seen->error, f8_all(4.0F));
    f8 largest = f8_add(size, off), least = f8_sub(size, off);
    f8_flags sooner = f8_lt(to, f8_mul(low, least)), later = f8_lt(f8_mul(high, largest), from);
    f8_flags inside = f8_and(f8_lt(f8_mul(low, largest), from), f8_lt(to, f8_mul(high, least)));
    f8_flags agree = sides_agree(seen);
    return (leaf_hits){~f8_bits(f8_and(agree, f8_or(sooner, later))),
                       f8_bits(f8_and(agree, inside)),
                       {from, to},
                       {largest, least}};
}

/* `rows` are the leaf's. */
static CAROM_INLINE leaf_hits filter_leaf(const carom_real *rows, size_t n, const bvh8_ray *ray,
                                          float t_max) {
    seeing_ray sight = {f8_all(ray->shear[0]), f8_all(ray->shear[1]), f8_all(ray->per_last)};
    seen_triangle seen =
        see_triangle(load_corners(rows, n, ray), load_corners(rows + 3 * n, n, ray),
                     load_corners(rows + 6 * n, n, ray), &sight);
    seen.error = error_of_sides(&seen, ray->lost);
    leaf_hits out = {.possible = ~f8_bits(sides_differ(&seen)) & ((1u << n) - 1u)};
    if (out.possible == 0) return out;
    leaf_hits in_time = keep_in_range(&seen, ray, sight.per_last, t_max);
    in_time.possible &= out.possible;
    in_time.certain &= out.possible;
    return in_time;
}

/* Of what is certain, with room for the rounding of a time that is told. */
static CAROM_INLINE time_lanes times_of(const leaf_hits *left) {
    f8 from = f8_div(left->over.from, left->by.from), to = f8_div(left->over.to, left->by.to);
    f8 before = f8_mad_about(from, f8_all(TIME_ROUNDING), f8_all(LEAST_TIME));
    f8 after = f8_mad_about(to, f8_all(TIME_ROUNDING), f8_all(LEAST_TIME));
    return (time_lanes){f8_sub(from, before), f8_add(to, after)};
}

#endif
