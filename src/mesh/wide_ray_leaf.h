/* Which of a leaf's triangles a ray certainly misses, which it certainly hits, and when, in float.
 * Corners are taken relative to the ray's start and sheared until the ray runs along an axis; seen
 * along it the triangle holds the origin when its three sides, each the cross product of two
 * corners, have one sign [WoopBenthinWald13]. In place of exact arithmetic there a bound on all
 * errors here: a side that is beyond it has its sign for sure.
 *
 * Coordinates are off by d, at most twice what the start lost and six float roundings of the
 * distance. That puts a side off by less than d times the sum of the four numbers in it, which is
 * under s * 2^-12 + d^2 * 2^12, with s the sum of all squares: no roots, no largest components. A
 * plane's height over the origin, where that is in the triangle, is off by d times one more than
 * the plane's slopes. */
#include "mesh/wide_lanes.h"
#include "mesh/wide_ray_aim.h"

/* Of eight triangles, or of one triangle as eight rays see it. */
typedef struct corner_lanes {
    f8 x, y, z;
} corner_lanes;

/* A triangle's corners, sheared, and what comes of them. */
typedef struct seen_triangle {
    corner_lanes a, b, c;
    f8 u, v, w;         /* the sides across from a, b and c */
    f8 squares, depths; /* sums of the corners' x^2 + y^2, and of z^2 */
    f8 least, most;     /* of the sides */
    f8 error;           /* how wrong each side may be */
} seen_triangle;

/* Bounds on times in the mesh's frame. */
typedef struct time_lanes {
    f8 from, to;
} time_lanes;

/* The ray as it sees triangles. */
typedef struct seeing_ray {
    f8 shear_x, shear_y, lost, per_last, time_blur;
} seeing_ray;

static CAROM_INLINE seeing_ray spread_sight(const wide_ray *ray) {
    return (seeing_ray){f8_all(ray->shear[0]), f8_all(ray->shear[1]), f8_all(ray->lost),
                        f8_all(ray->per_last), f8_all(ray->time_blur)};
}

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
    f8 xs = f8_mad_about(c.x, c.x, f8_mad_about(b.x, b.x, f8_mul(a.x, a.x)));
    f8 ys = f8_mad_about(c.y, c.y, f8_mad_about(b.y, b.y, f8_mul(a.y, a.y)));
    out.depths = f8_mad_about(c.z, c.z, f8_mad_about(b.z, b.z, f8_mul(a.z, a.z)));
    out.squares = f8_add(xs, ys);
    out.least = f8_min(f8_min(out.u, out.v), out.w);
    out.most = f8_max(f8_max(out.u, out.v), out.w);
    f8 lost = f8_mad_about(f8_mul(ray->lost, ray->lost), f8_all(SIDE_LOSS), f8_all(SIDE_LEAST));
    out.error = f8_mad_about(out.squares, f8_all(SIDE_SHARPNESS),
                             f8_mad_about(out.depths, f8_all(SIDE_DEPTH), lost));
    return out;
}

/* One side here and another there. NaN says nothing. */
static CAROM_INLINE f8_flags sides_differ(const seen_triangle *seen) {
    return f8_and(f8_lt(seen->least, f8_neg(seen->error)), f8_lt(seen->error, seen->most));
}
static CAROM_INLINE f8_flags sides_agree(const seen_triangle *seen) {
    return f8_or(f8_lt(seen->error, seen->least), f8_lt(seen->most, f8_neg(seen->error)));
}

/* When it is hit, if it is. */
static CAROM_INLINE time_lanes when_seen(const seen_triangle *seen, const seeing_ray *ray) {
    f8 b = f8_sub(seen->b.z, seen->a.z), c = f8_sub(seen->c.z, seen->a.z);
    f8 inverse = f8_div(f8_all(1.0F), f8_add(f8_add(seen->u, seen->v), seen->w));
    f8 above = f8_mad_about(f8_mul(seen->w, inverse), c, f8_mul(f8_mul(seen->v, inverse), b));
    /* sums of squares hold what they lost by underflow, products of three lengths are avoided */
    f8 squares = f8_add(seen->squares, f8_all(SIDE_LEAST)), per_side = f8_abs(inverse);
    f8 off = f8_mad_about(f8_sqrt(f8_add(squares, seen->depths)), f8_all(10.0F * FLOAT_ROUNDING),
                          ray->lost);
    f8 rounding = f8_mul(f8_mul(squares, per_side), f8_all(16.0F * FLOAT_ROUNDING));
    f8 sway = f8_mad_about(f8_mul(off, f8_all(4.1F)), f8_mul(f8_sqrt(squares), per_side), rounding);
    f8 error = f8_mad_about(f8_max(f8_abs(b), f8_abs(c)), sway, off);
    /* a plane along the ray says nothing */
    f8_flags flat = f8_lt(f8_all(0.0625F), rounding);
    error = f8_select(flat, f8_all((float)INFINITY), error);
    f8 time = f8_mul(f8_add(seen->a.z, above), ray->per_last);
    f8 blur = f8_mad_about(f8_abs(time), f8_all(TIME_ROUNDING), ray->time_blur);
    blur = f8_mad_about(error, f8_abs(ray->per_last), blur);
    return (time_lanes){f8_sub(time, blur), f8_add(time, blur)};
}

/* A corner of each of eight triangles. */
static CAROM_INLINE corner_lanes load_corners(const carom_real *row, size_t n,
                                              const wide_ray *ray) {
    return (corner_lanes){f8_sub_number(row + ray->axis[0] * n, ray->start[0]),
                          f8_sub_number(row + ray->axis[1] * n, ray->start[1]),
                          f8_sub_number(row + ray->axis[2] * n, ray->start[2])};
}

/* What the filter leaves of a leaf: a bit for each triangle. */
typedef struct leaf_hits {
    uint32_t possible, certain;
    float from[WIDE_LEAF], to[WIDE_LEAF]; /* bounds on the time; set when any is possible */
} leaf_hits;

/* `lanes` are those that there is anything in. */
static CAROM_INLINE leaf_hits keep_in_time(const seen_triangle *seen, const seeing_ray *ray,
                                           uint32_t lanes, f8 t_min, f8 t_max) {
    leaf_hits out = {.possible = ~f8_bits(sides_differ(seen)) & lanes};
    if (out.possible == 0) return out;
    time_lanes time = when_seen(seen, ray);
    out.possible &= ~f8_bits(f8_or(f8_lt(time.to, t_min), f8_lt(t_max, time.from)));
    f8_flags in_time = f8_and(f8_lt(t_min, time.from), f8_lt(time.to, t_max));
    out.certain = f8_bits(f8_and(in_time, sides_agree(seen))) & out.possible;
    f8_store(out.from, time.from);
    f8_store(out.to, time.to);
    return out;
}

static CAROM_INLINE leaf_hits filter_leaf(lane_tree in, wide_leaf leaf, const wide_ray *ray,
                                          float t_max) {
    wide_row_room room;
    const carom_real *row = lane_rows(in, leaf, &room);
    size_t n = leaf.count;
    seeing_ray sight = spread_sight(ray);
    seen_triangle seen = see_triangle(load_corners(row, n, ray), load_corners(row + 3 * n, n, ray),
                                      load_corners(row + 6 * n, n, ray), &sight);
    return keep_in_time(&seen, &sight, (1u << n) - 1u, f8_all(ray->t_min), f8_all(t_max));
}
