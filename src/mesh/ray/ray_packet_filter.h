/* Rays that are walked together as they see triangles: one triangle, a ray to a lane, or all
 * triangles of a leaf, a triangle to a lane, as in bvh8_ray_leaf.h; but hits are not decided as
 * they come, those that are certain all at the end: for that their times are bounded in float.
 *
 * Coordinates are off by d, at most twice what the start lost and ten float roundings of the
 * distance (one of each of the two that are sheared, three of the sum, up to five of the shear), of
 * which there is one bound for all of a mesh. That puts a side off by less than d times the sum of
 * the four numbers in it, which is under s * 2^-12 + d^2 * 2^12, with s the sum of all squares: no
 * roots, no largest components, and the second part is a number of the block. What is taken is
 * SIDE_SHARPNESS * s + side_loss, with room for the side's own roundings. A plane's height over the
 * origin, where that is in the triangle, is off by d times one more than the plane's slopes. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_FILTER_H
#define CAROM_MESH_RAY_RAY_PACKET_FILTER_H

#include "mesh/ray/ray_packet_block.h"
#include "mesh/ray/ray_single.h"

/* Corners with all signs changed, or what they are seen as. */
typedef struct long_corner {
    floats x, y, z;
} long_corner;

/* As seen_triangle. */
typedef struct long_seen {
    long_corner a, b, c;
    floats u, v, w, squares, least, most, error;
} long_seen;

typedef struct long_times {
    floats from, to;
} long_times;

/* Rays as they see triangles, and when. */
typedef struct long_sight {
    floats shear_x, shear_y;
    long_times range;
    const block_sight *of;
} long_sight;

static CAROM_INLINE floats long_cross(floats ax, floats ay, floats bx, floats by) {
    return floats_sub(floats_mul(ax, by), floats_mul(ay, bx));
}
static CAROM_INLINE long_corner long_shear(long_corner a, const long_sight *ray) {
    return (long_corner){floats_mad_about(a.z, ray->shear_x, a.x),
                         floats_mad_about(a.z, ray->shear_y, a.y), a.z};
}

/* As see_triangle. */
static CAROM_INLINE long_seen long_see(const long_corner corner[3], const long_sight *ray) {
    long_corner a = long_shear(corner[0], ray), b = long_shear(corner[1], ray);
    long_corner c = long_shear(corner[2], ray);
    long_seen out = {.a = a, .b = b, .c = c};
    out.u = long_cross(c.x, c.y, b.x, b.y);
    out.v = long_cross(a.x, a.y, c.x, c.y);
    out.w = long_cross(b.x, b.y, a.x, a.y);
    floats xs = floats_mad_about(c.x, c.x, floats_mad_about(b.x, b.x, floats_mul(a.x, a.x)));
    floats ys = floats_mad_about(c.y, c.y, floats_mad_about(b.y, b.y, floats_mul(a.y, a.y)));
    out.squares = floats_add(xs, ys);
    out.least = floats_min(floats_min(out.u, out.v), out.w);
    out.most = floats_max(floats_max(out.u, out.v), out.w);
    out.error =
        floats_mad_about(out.squares, floats_all(SIDE_SHARPNESS), floats_all(ray->of->side_loss));
    return out;
}

/* When it is hit, if it is. */
static CAROM_INLINE long_times when_seen(const long_seen *seen, const long_sight *ray) {
    const floats per_last = floats_all(ray->of->per_last);
    const floats height_loss = floats_all(ray->of->height_loss);
    floats b = floats_sub(seen->b.z, seen->a.z), c = floats_sub(seen->c.z, seen->a.z);
    floats sum = floats_add(floats_add(seen->u, seen->v), seen->w);
    floats inverse = floats_div(floats_all(1.0F), sum);
    floats above = floats_mul(floats_mul(seen->v, inverse), b);
    above = floats_mad_about(floats_mul(seen->w, inverse), c, above);
    /* sums of squares hold what they lost by underflow, products of three lengths are avoided */
    floats squares = floats_add(seen->squares, floats_all((float)SIDE_LEAST));
    floats per_side = floats_abs(inverse);
    floats rounding =
        floats_mul(floats_mul(squares, per_side), floats_all(16.0F * (float)FLOAT_ROUNDING));
    floats sway = floats_mad_about(floats_mul(height_loss, floats_all(4.1F)),
                                   floats_mul(floats_sqrt(squares), per_side), rounding);
    floats error = floats_mad_about(floats_max(floats_abs(b), floats_abs(c)), sway, height_loss);
    /* a plane along the ray says nothing */
    floats_flags flat = floats_lt(floats_all(0.0625F), rounding);
    error = floats_select(flat, floats_all((float)INFINITY), error);
    floats time = floats_mul(floats_add(seen->a.z, above), per_last);
    floats blur = floats_mad_about(floats_abs(time), floats_all(TIME_ROUNDING),
                                   floats_all(ray->of->time_blur));
    blur = floats_mad_about(error, floats_abs(per_last), blur);
    return (long_times){floats_sub(time, blur), floats_add(time, blur)};
}

/* What the filter leaves: lanes, and bounds on the time, which are set when any is possible. */
typedef struct lane_hits {
    uint32_t possible;
    floats_flags certain;
    long_times time;
} lane_hits;

/* As filter_leaf, of the lanes of `asked`. */
static CAROM_INLINE lane_hits filter_lanes(const long_corner corner[3], const long_sight *ray,
                                           uint32_t asked) {
    long_seen seen = long_see(corner, ray);
    floats below = floats_neg(seen.error), t_min = ray->range.from, t_max = ray->range.to;
    floats_flags differ =
        floats_and(floats_lt(seen.least, below), floats_lt(seen.error, seen.most));
    lane_hits out;
    out.possible = ~floats_bits(differ) & asked;
    if (out.possible == 0) return out;
    out.time = when_seen(&seen, ray);
    out.possible &=
        ~floats_bits(floats_or(floats_lt(out.time.to, t_min), floats_lt(t_max, out.time.from)));
    floats_flags agree = floats_or(floats_lt(seen.error, seen.least), floats_lt(seen.most, below));
    out.certain = floats_and(floats_lt(t_min, out.time.from), floats_lt(out.time.to, t_max));
    out.certain = floats_and(out.certain, agree);
    return out;
}

/* The rows of a leaf's triangles, axes in the common order: corner j of the triangle in slot i is
 * at j * next + i. */
typedef struct leaf_rows {
    const carom_real *along[3];
    size_t next;
    uint32_t count;
} leaf_rows;

/* `n` apart. */
static CAROM_INLINE leaf_rows rows_along(const carom_real *rows, size_t n, uint32_t count,
                                         const uint32_t axis[3]) {
    return (leaf_rows){{rows + axis[0] * n, rows + axis[1] * n, rows + axis[2] * n}, 3 * n, count};
}

/* A triangle by those rays of `asked` that follow `first`, a ray to a lane. */
static CAROM_INLINE lane_hits filter_slot(const leaf_rows *rows, size_t slot,
                                          const ray_block *block, uint32_t first, uint32_t asked) {
    long_corner corner[3];
    for (size_t j = 0; j < 3; j++) {
        size_t at = j * rows->next + slot;
        corner[j].x = floats_sub_number(block->start[0] + first, rows->along[0][at]);
        corner[j].y = floats_sub_number(block->start[1] + first, rows->along[1][at]);
        corner[j].z = floats_sub_number(block->start[2] + first, rows->along[2][at]);
    }
    const long_sight sight = {
        .shear_x = floats_load(block->shear[0] + first),
        .shear_y = floats_load(block->shear[1] + first),
        .range = {floats_load(block->t_min + first), floats_load(block->t_max + first)},
        .of = &block->sight};
    return filter_lanes(corner, &sight, asked);
}

/* All triangles of a leaf, as often as lanes hold eight of them, each time by another ray; asked
 * are lanes. */
static CAROM_INLINE lane_hits filter_rays(const leaf_rows *rows, const ray_block *block,
                                          const uint8_t index[FLOAT_EIGHTS], uint32_t asked) {
    long_corner corner[3];
    for (size_t j = 0; j < 3; j++) {
        size_t at = j * rows->next;
        corner[j].x = floats_each_sub(block->start[0], index, rows->along[0] + at);
        corner[j].y = floats_each_sub(block->start[1], index, rows->along[1] + at);
        corner[j].z = floats_each_sub(block->start[2], index, rows->along[2] + at);
    }
    const long_sight sight = {
        .shear_x = floats_of_each(block->shear[0], index),
        .shear_y = floats_of_each(block->shear[1], index),
        .range = {floats_of_each(block->t_min, index), floats_of_each(block->t_max, index)},
        .of = &block->sight};
    return filter_lanes(corner, &sight, asked);
}

/* Keeps the better of what it has and what a slot gives. */
static CAROM_APART void keep_sooner(const bvh8_query *query, bvh8_leaf leaf, uint32_t slot,
                                    bvh8_hit *best) {
    bvh8_hit other, *to = best->hit ? &other : best;
    if (!decide_triangle(query, leaf, slot, to) || to == best) return;
    if (comes_before(other.t, other.triangle, best->t, best->triangle)) *best = other;
}

#endif
