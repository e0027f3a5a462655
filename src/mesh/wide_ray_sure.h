/* Hits of rays that are walked together are not decided as they come, but those that are certain
 * all at the end: for that their times are bounded in float. */
#ifndef CAROM_MESH_WIDE_RAY_SURE_H
#define CAROM_MESH_WIDE_RAY_SURE_H

#include "mesh/wide_ray_kernel.h"

/* Rays as they see triangles, and when. */
typedef struct timing_ray {
    seeing_ray sight;
    f8 side_loss, height_loss; /* how wrong a plane's height is, but for its slopes */
    f8 time_blur;
} timing_ray;

/* The sum of the corners' x^2 + y^2. */
static CAROM_INLINE f8 squares_seen(const seen_triangle *seen) {
    const corner_lanes a = seen->a, b = seen->b, c = seen->c;
    f8 xs = f8_mad_about(c.x, c.x, f8_mad_about(b.x, b.x, f8_mul(a.x, a.x)));
    f8 ys = f8_mad_about(c.y, c.y, f8_mad_about(b.y, b.y, f8_mul(a.y, a.y)));
    return f8_add(xs, ys);
}

/* When it is hit, if it is. */
static CAROM_INLINE time_lanes when_seen(const seen_triangle *seen, const timing_ray *ray) {
    f8 b = f8_sub(seen->b.z, seen->a.z), c = f8_sub(seen->c.z, seen->a.z);
    f8 inverse = f8_div(f8_all(1.0F), f8_add(f8_add(seen->u, seen->v), seen->w));
    f8 above = f8_mad_about(f8_mul(seen->w, inverse), c, f8_mul(f8_mul(seen->v, inverse), b));
    /* sums of squares hold what they lost by underflow, products of three lengths are avoided */
    f8 squares = f8_add(squares_seen(seen), f8_all((float)SIDE_LEAST)), per_side = f8_abs(inverse);
    f8 rounding = f8_mul(f8_mul(squares, per_side), f8_all(16.0F * (float)FLOAT_ROUNDING));
    f8 sway = f8_mad_about(f8_mul(ray->height_loss, f8_all(4.1F)),
                           f8_mul(f8_sqrt(squares), per_side), rounding);
    f8 error = f8_mad_about(f8_max(f8_abs(b), f8_abs(c)), sway, ray->height_loss);
    /* a plane along the ray says nothing */
    f8_flags flat = f8_lt(f8_all(0.0625F), rounding);
    error = f8_select(flat, f8_all((float)INFINITY), error);
    f8 time = f8_mul(f8_add(seen->a.z, above), ray->sight.per_last);
    f8 blur = f8_mad_about(f8_abs(time), f8_all(TIME_ROUNDING), ray->time_blur);
    blur = f8_mad_about(error, f8_abs(ray->sight.per_last), blur);
    return (time_lanes){f8_sub(time, blur), f8_add(time, blur)};
}

/* Keeps the better of what it has and what a slot gives. */
static CAROM_APART void keep_sooner(const wide_query *query, wide_leaf leaf, uint32_t slot,
                                    wide_hit *best) {
    wide_hit other, *to = best->hit ? &other : best;
    if (!decide_triangle(query, leaf, slot, to) || to == best) return;
    if (comes_before(other.t, other.triangle, best->t, best->triangle)) *best = other;
}

#endif
