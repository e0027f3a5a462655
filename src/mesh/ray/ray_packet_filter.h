/* Float filter of a packet of rays against triangles, the watertight test of [WoopBenthinWald13]
 * with error bounds in place of its exact fallback: either one triangle and a ray to a lane, or all
 * triangles of a leaf and a triangle to a lane, as ray_leaf_filter.h has for one ray. A certain hit
 * is not decided when it is found but at the end of the traversal; for that its time is bounded in
 * float. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_FILTER_H
#define CAROM_MESH_RAY_RAY_PACKET_FILTER_H

#include "mesh/ray/ray_packet_block.h"
#include "mesh/ray/ray_single.h"

/* A corner relative to the start, all signs changed; or the same after the shear. */
typedef struct corner_floats {
    floats x, y, z;
} corner_floats;

/* As sheared_triangle. */
typedef struct sheared_floats {
    corner_floats a, b, c;
    floats u, v, w, squares, least, most, error;
} sheared_floats;

typedef struct time_floats {
    floats from, to;
} time_floats;

/* The shears and ranges of the rays in lanes, and what all of them share. */
typedef struct lane_filter {
    floats shear_x, shear_y;
    time_floats range;
    const block_filter *of;
} lane_filter;

static CAROM_INLINE floats cross_floats(floats ax, floats ay, floats bx, floats by) {
    return floats_sub(floats_mul(ax, by), floats_mul(ay, bx));
}
static CAROM_INLINE corner_floats shear_corner_floats(corner_floats a, const lane_filter *ray) {
    return (corner_floats){floats_mad_about(a.z, ray->shear_x, a.x),
                           floats_mad_about(a.z, ray->shear_y, a.y), a.z};
}

/* As shear_triangle, with the bound on the sides' errors.
 *
 * Coordinates are off by d, at most twice the error of the start and ten float roundings of the
 * distance (one of each of the two that are sheared, three of the sum, up to five of the shear),
 * for which one bound holds over all of a mesh. That puts a side off by less than d times the sum
 * of the four numbers in it, which is under s * 2^-12 + d^2 * 2^12, with s the sum of all squares:
 * this needs no roots and no largest components, and its second part is a constant of the packet.
 * The bound used is SIDE_RELATIVE * s + side_abs_error, which covers the side's own roundings. */
static CAROM_INLINE sheared_floats shear_triangle_floats(const corner_floats corner[3],
                                                         const lane_filter *ray) {
    corner_floats a = shear_corner_floats(corner[0], ray), b = shear_corner_floats(corner[1], ray);
    corner_floats c = shear_corner_floats(corner[2], ray);
    sheared_floats out = {.a = a, .b = b, .c = c};
    out.u = cross_floats(c.x, c.y, b.x, b.y);
    out.v = cross_floats(a.x, a.y, c.x, c.y);
    out.w = cross_floats(b.x, b.y, a.x, a.y);
    floats xs = floats_mad_about(c.x, c.x, floats_mad_about(b.x, b.x, floats_mul(a.x, a.x)));
    floats ys = floats_mad_about(c.y, c.y, floats_mad_about(b.y, b.y, floats_mul(a.y, a.y)));
    out.squares = floats_add(xs, ys);
    out.least = floats_min(floats_min(out.u, out.v), out.w);
    out.most = floats_max(floats_max(out.u, out.v), out.w);
    out.error = floats_mad_about(out.squares, floats_all(SIDE_RELATIVE),
                                 floats_all(ray->of->side_abs_error));
    return out;
}

/* Bounds on the time of the hit, in the frame, if there is one. The height of a plane over the
 * origin, where that is in the triangle, is off by d times one more than the plane's slopes. */
static CAROM_INLINE time_floats hit_time_bounds(const sheared_floats *sheared,
                                                const lane_filter *ray) {
    const floats per_last = floats_all(ray->of->per_last);
    const floats height_abs_error = floats_all(ray->of->height_abs_error);
    floats b = floats_sub(sheared->b.z, sheared->a.z), c = floats_sub(sheared->c.z, sheared->a.z);
    floats sum = floats_add(floats_add(sheared->u, sheared->v), sheared->w);
    floats inverse = floats_div(floats_all(1.0F), sum);
    floats above = floats_mul(floats_mul(sheared->v, inverse), b);
    above = floats_mad_about(floats_mul(sheared->w, inverse), c, above);
    /* the sum of squares covers its own underflow; products of three lengths are avoided */
    floats squares = floats_add(sheared->squares, floats_all((float)SIDE_UNDERFLOW));
    floats per_side = floats_abs(inverse);
    floats rounding = floats_mul(floats_mul(squares, per_side),
                                 floats_all(SLOPE_ROUNDINGS * (float)FLOAT_ROUNDING));
    floats slope_error = floats_mad_about(floats_mul(height_abs_error, floats_all(SLOPE_SHARE)),
                                          floats_mul(floats_sqrt(squares), per_side), rounding);
    floats error =
        floats_mad_about(floats_max(floats_abs(b), floats_abs(c)), slope_error, height_abs_error);
    /* a plane along the ray bounds no time */
    floats_flags edge_on = floats_lt(floats_all(EDGE_ON), rounding);
    error = floats_select(edge_on, floats_all((float)INFINITY), error);
    floats time = floats_mul(floats_add(sheared->a.z, above), per_last);
    floats time_slack = floats_mad_about(floats_abs(time), floats_all(RAY_TIME_ROUNDING),
                                         floats_all(ray->of->time_error));
    time_slack = floats_mad_about(error, floats_abs(per_last), time_slack);
    return (time_floats){floats_sub(time, time_slack), floats_add(time, time_slack)};
}

/* What the filter leaves: lanes, and bounds on their times, set when any lane is possible. */
typedef struct lane_hits {
    uint32_t possible;
    floats_flags certain;
    time_floats time;
} lane_hits;

/* As filter_leaf, for the lanes of `active`. */
static CAROM_INLINE lane_hits filter_lanes(const corner_floats corner[3], const lane_filter *ray,
                                           uint32_t active) {
    sheared_floats sheared = shear_triangle_floats(corner, ray);
    floats below = floats_neg(sheared.error), t_min = ray->range.from, t_max = ray->range.to;
    floats_flags differ =
        floats_and(floats_lt(sheared.least, below), floats_lt(sheared.error, sheared.most));
    lane_hits out;
    out.possible = ~floats_bits(differ) & active;
    if (out.possible == 0) return out;
    out.time = hit_time_bounds(&sheared, ray);
    out.possible &=
        ~floats_bits(floats_or(floats_lt(out.time.to, t_min), floats_lt(t_max, out.time.from)));
    floats_flags agree =
        floats_or(floats_lt(sheared.error, sheared.least), floats_lt(sheared.most, below));
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

/* The leaf's rows are `n` numbers apart. */
static CAROM_INLINE leaf_rows rows_along(const carom_real *rows, size_t n, uint32_t count,
                                         const uint32_t axis[3]) {
    return (leaf_rows){{rows + axis[0] * n, rows + axis[1] * n, rows + axis[2] * n}, 3 * n, count};
}

/* A triangle against the rays first + i for the bits i of `active`, a ray to a lane. */
static CAROM_INLINE lane_hits filter_slot(const leaf_rows *rows, size_t slot,
                                          const ray_block *block, uint32_t first, uint32_t active) {
    corner_floats corner[3];
    for (size_t j = 0; j < 3; j++) {
        size_t at = j * rows->next + slot;
        corner[j].x = floats_sub_number(block->start[0] + first, rows->along[0][at]);
        corner[j].y = floats_sub_number(block->start[1] + first, rows->along[1][at]);
        corner[j].z = floats_sub_number(block->start[2] + first, rows->along[2][at]);
    }
    const lane_filter filter = {
        .shear_x = floats_load(block->shear[0] + first),
        .shear_y = floats_load(block->shear[1] + first),
        .range = {floats_load(block->t_min + first), floats_load(block->t_max + first)},
        .of = &block->filter};
    return filter_lanes(corner, &filter, active);
}

/* All triangles of a leaf against ray index[k] in lanes 8 * k to 8 * k + 7; `active` is a mask of
 * lanes. */
static CAROM_INLINE lane_hits filter_rays(const leaf_rows *rows, const ray_block *block,
                                          const uint8_t index[FLOAT_EIGHTS], uint32_t active) {
    corner_floats corner[3];
    for (size_t j = 0; j < 3; j++) {
        size_t at = j * rows->next;
        corner[j].x = floats_each_sub(block->start[0], index, rows->along[0] + at);
        corner[j].y = floats_each_sub(block->start[1], index, rows->along[1] + at);
        corner[j].z = floats_each_sub(block->start[2], index, rows->along[2] + at);
    }
    const lane_filter filter = {
        .shear_x = floats_of_each(block->shear[0], index),
        .shear_y = floats_of_each(block->shear[1], index),
        .range = {floats_of_each(block->t_min, index), floats_of_each(block->t_max, index)},
        .of = &block->filter};
    return filter_lanes(corner, &filter, active);
}

/* Decides a slot exactly, and keeps the earlier of its hit and *best. */
static CAROM_APART void keep_sooner(const bvh8_query *query, bvh8_leaf leaf, uint32_t slot,
                                    bvh8_hit *best) {
    bvh8_hit other, *to = best->hit ? &other : best;
    if (!decide_triangle(query, leaf, slot, to) || to == best) return;
    if (comes_before(other.t, other.triangle, best->t, best->triangle)) *best = other;
}

#endif
