/* Rays against spheres and triangles: a first test in the caller's precision finds most misses,
 * and a second one in double is the filter of query/raycast with its operations in their order, so
 * that t has the bits of the single function. */
#ifndef CAROM_QUERY_BATCH_KERNEL_RAYCAST_H
#define CAROM_QUERY_BATCH_KERNEL_RAYCAST_H

#include "query/batch/kernel_closer.h"
#include "query/batch/tolerances.h"
#include "query/raycast/kernel_early.h"
#include "query/raycast/kernel_hits.h"

typedef struct path_lanes {
    lanes3 origin, direction;
    doubles t_min, t_max;
} path_lanes;

static CAROM_INLINE path_lanes closer_path(const batch_side *ray, const closer_place *at) {
    return (path_lanes){closer_doubles3(ray, RAY_ORIGIN, at),
                        closer_doubles3(ray, RAY_DIRECTION, at), closer_double(ray, RAY_T_MIN, at),
                        closer_double(ray, RAY_T_MAX, at)};
}

static CAROM_INLINE doubles_flags lanes_in_normal_range(lanes3 n) {
    doubles square = lanes_dot(n, n);
    return doubles_and(doubles_lt(doubles_all(NORMAL_LEAST), square),
                       doubles_lt(square, doubles_all(NORMAL_MOST)));
}

/* store_real of t, and infinity where there is no hit. */
static CAROM_INLINE closer_answer hit_answer(doubles_flags hit, doubles_flags miss, doubles t) {
    const doubles largest = doubles_all((double)CAROM_REAL_MAX);
    doubles held = doubles_max(doubles_neg(largest), doubles_min(t, largest));
    held = doubles_add(held, doubles_all(0.0)); /* no zero is negative */
    return (closer_answer){{doubles_bits(hit), doubles_bits(doubles_or(hit, miss))},
                           doubles_select(hit, held, doubles_all((double)INFINITY))};
}

/* True when the line misses the sphere, or the sphere is behind the start. */
static CAROM_INLINE uint32_t sphere_misses(const batch_block *block, size_t i) {
    const batch_side *ray = &block->a, *sphere = &block->b;
    const reals zero = reals_all(0);
    real_lanes3 d = lane_reals3(ray, RAY_DIRECTION, i);
    real_lanes3 m = reals_sub3(lane_reals3(sphere, 0, i), lane_reals3(ray, RAY_ORIGIN, i));
    real_lanes3 x = reals_cross3(m, d);
    reals radius = lane_real(sphere, 3, i), r2 = reals_mul(radius, radius);
    reals a = about_dot3(d, d), m2 = about_dot3(m, m), reach = reals_mul(a, r2);
    reals error = reals_mul(reals_all(MISS_ERROR), reals_add(reals_mul(m2, a), reach));
    reals c_error = reals_mul(reals_all(MISS_ERROR), reals_add(m2, r2));
    reals_flags beside = reals_lt(reals_add(reach, error), about_dot3(x, x));
    reals_flags behind = reals_and(reals_lt(about_dot3(m, d), zero),
                                   reals_and(reals_lt(reals_add(r2, c_error), m2),
                                             reals_le(zero, lane_real(ray, RAY_T_MIN, i))));
    reals_flags in_range = reals_and(reals_lt(reals_all(EARLY_LOST), reals_min(a, m2)),
                                     reals_and(reals_lt(reals_all(EARLY_LOST), error),
                                               reals_le(error, reals_all(CAROM_REAL_MAX))));
    return reals_bits(reals_and(in_range, reals_or(beside, behind)));
}

static CAROM_INLINE doubles_flags sphere_times_near(doubles t, doubles end) {
    const doubles slack = doubles_mul(doubles_all(SPHERE_TIME_ERROR), doubles_abs(t));
    return doubles_le(doubles_abs(doubles_sub(t, end)), slack);
}

/* The scalar code takes the sign of a zero b from its bits by copysign; those lanes are undecided
 * here. */
static CAROM_INLINE closer_answer sphere_filter_lanes(const batch_block *block,
                                                      const closer_place *at) {
    path_lanes path = closer_path(&block->a, at);
    lanes3 m = lanes_sub(closer_doubles3(&block->b, 0, at), path.origin), d = path.direction;
    lanes3 x = lanes_cross(m, d);
    const doubles zero = doubles_all(0.0), radius = closer_double(&block->b, 3, at);
    doubles a = lanes_dot(d, d), m2 = lanes_dot(m, m), r2 = doubles_mul(radius, radius);
    doubles b = lanes_dot(m, d), c = doubles_sub(m2, r2), reach = doubles_mul(a, r2);
    doubles square = doubles_sub(reach, lanes_dot(x, x));
    doubles error = doubles_mul(doubles_all(SPHERE_ERROR), doubles_add(doubles_mul(m2, a), reach));
    doubles c_margin =
        doubles_mul(doubles_all(SPHERE_NEAR_MARGIN * SPHERE_ERROR), doubles_add(m2, r2));
    doubles_flags in_range =
        doubles_and(doubles_and(doubles_lt(doubles_all(ERROR_UNDERFLOW), error),
                                doubles_le(error, doubles_all(DBL_MAX))),
                    doubles_le(zero, radius));
    doubles_flags behind = doubles_and(
        doubles_lt(b, zero), doubles_and(doubles_lt(c_margin, c), doubles_le(zero, path.t_min)));
    doubles_flags miss =
        doubles_and(in_range, doubles_or(doubles_lt(square, doubles_neg(error)), behind));
    doubles least = doubles_mul(doubles_all(SPHERE_MARGIN), error);
    if ((double)CAROM_REAL_EPSILON < RESULT_IN_DOUBLE)
        least = doubles_add(least, doubles_mul(doubles_all(SPHERE_GRAZE), reach));
    doubles_flags clear =
        doubles_and(doubles_lt(least, square), doubles_and(doubles_lt(c_margin, doubles_abs(c)),
                                                           doubles_not(doubles_eq(b, zero))));
    clear = doubles_and(clear, doubles_and(in_range, doubles_not(miss)));
    doubles root = doubles_sqrt(square);
    doubles sum = doubles_add(b, doubles_select(doubles_lt(b, zero), doubles_neg(root), root));
    doubles by_sum = doubles_mul(sum, doubles_div(doubles_all(1.0), a)),
            by_product = doubles_div(c, sum);
    doubles enter = doubles_min(by_sum, by_product), leave = doubles_max(by_sum, by_product);
    doubles_flags ahead =
        doubles_and(doubles_le(path.t_min, leave),
                    doubles_and(doubles_le(enter, path.t_max), doubles_le(path.t_min, path.t_max)));
    doubles_flags near_start =
        doubles_or(sphere_times_near(enter, path.t_min), sphere_times_near(leave, path.t_min));
    doubles_flags near = doubles_or(near_start, sphere_times_near(enter, path.t_max));
    clear = doubles_and(clear, doubles_not(near));
    doubles_flags regular =
        doubles_and(lanes_in_normal_range(d), doubles_lt(doubles_all(RADIUS_LEAST), radius));
    doubles_flags hit = doubles_and(doubles_and(clear, ahead), regular);
    return hit_answer(hit, doubles_or(miss, doubles_and(clear, doubles_not(ahead))),
                      doubles_max(enter, path.t_min));
}

/* ---- triangles */

static CAROM_INLINE uint32_t triangle_misses(const batch_block *block, size_t i) {
    const reals roundoff = reals_all(MISS_TRIANGLE_ERROR);
    real_lanes3 d = lane_reals3(&block->a, RAY_DIRECTION, i), v = lane_reals3(&block->b, 0, i);
    real_lanes3 e1 = reals_sub3(lane_reals3(&block->b, 3, i), v);
    real_lanes3 e2 = reals_sub3(lane_reals3(&block->b, 6, i), v);
    real_lanes3 s = reals_sub3(lane_reals3(&block->a, RAY_ORIGIN, i), v);
    real_lanes3 p = reals_cross3(d, e2), q = reals_cross3(s, e1);
    reals det = about_dot3(e1, p), u = about_dot3(s, p), w = about_dot3(d, q);
    reals numerator = about_dot3(e2, q), t_min = lane_real(&block->a, RAY_T_MIN, i);
    reals size_1 = reals_size3(e1), size_2 = reals_size3(e2);
    reals size_s = reals_size3(s), size_d = reals_size3(d);
    reals t_error = reals_mul(roundoff, reals_mul(size_1, size_2));
    reals det_error = reals_mul(t_error, size_d);
    t_error = reals_mul(t_error, size_s);
    reals side_error =
        reals_add(det_error, reals_mul(reals_mul(reals_mul(roundoff, size_d), size_s),
                                       reals_add(size_1, size_2)));
    reals_flags backward = reals_lt(det, reals_all(0));
    reals size = reals_abs(det);
    u = reals_select(backward, reals_neg(u), u);
    w = reals_select(backward, reals_neg(w), w);
    numerator = reals_select(backward, reals_neg(numerator), numerator);
    reals least = reals_min(reals_min(u, w), reals_sub(reals_sub(size, u), w));
    reals ahead = reals_add(reals_sub(numerator, reals_mul(t_min, size)), t_error);
    ahead = reals_add(ahead, reals_mul(reals_mul(reals_all(2), reals_abs(t_min)), det_error));
    reals shortest = reals_min(reals_min(size_1, size_2), reals_min(size_s, size_d));
    reals longest = reals_max(reals_max(size_1, size_2), reals_max(size_s, size_d));
    reals_flags in_range = reals_and(reals_lt(reals_all(EARLY_SHORT), shortest),
                                     reals_lt(longest, reals_all(EARLY_LONG)));
    reals_flags is_valid = reals_and(reals_lt(det_error, size), in_range);
    const reals zero = reals_all(0);
    return reals_bits(reals_and(
        is_valid, reals_or(reals_lt(reals_add(least, side_error), zero), reals_lt(ahead, zero))));
}

typedef struct weights_lanes {
    doubles size, numerator, least; /* least: of the three weights, times size */
    doubles det_error, t_error, side_error, longest;
    lanes3 normal;
    doubles_flags backward;
} weights_lanes;

static CAROM_INLINE void find_weights(weights_lanes *w, const path_lanes *path,
                                      const batch_side *triangle, const closer_place *at) {
    lanes3 v = closer_doubles3(triangle, 0, at), d = path->direction;
    lanes3 e1 = lanes_sub(closer_doubles3(triangle, 3, at), v);
    lanes3 e2 = lanes_sub(closer_doubles3(triangle, 6, at), v), s = lanes_sub(path->origin, v);
    lanes3 p = lanes_cross(d, e2), q = lanes_cross(s, e1);
    doubles det = lanes_dot(e1, p), u = lanes_dot(s, p), v2 = lanes_dot(d, q);
    doubles largest_d = lanes_max_abs(d), largest_s = lanes_max_abs(s);
    doubles largest_1 = lanes_max_abs(e1), largest_2 = lanes_max_abs(e2);
    const doubles roundoff = doubles_all(TRIANGLE_ERROR);
    w->det_error = doubles_mul(roundoff, doubles_mul(largest_1, largest_2));
    w->t_error = doubles_mul(w->det_error, largest_s);
    w->side_error = doubles_mul(doubles_mul(doubles_mul(roundoff, largest_d), largest_s),
                                doubles_add(largest_1, largest_2));
    w->det_error = doubles_mul(w->det_error, largest_d);
    w->side_error = doubles_add(w->side_error, w->det_error);
    w->longest = doubles_max(largest_1, largest_d);
    w->size = doubles_abs(det);
    w->backward = doubles_lt(det, doubles_all(0.0));
    doubles flip = doubles_select(w->backward, doubles_all(-1.0), doubles_all(1.0));
    u = doubles_mul(u, flip);
    v2 = doubles_mul(v2, flip);
    w->numerator = doubles_mul(lanes_dot(e2, q), flip);
    w->least = doubles_min(doubles_min(u, v2), doubles_sub(doubles_sub(w->size, u), v2));
    w->normal = lanes_scale(lanes_cross(e1, e2), flip);
}

static CAROM_INLINE doubles_flags turned_away(const weights_lanes *w, carom_facing facing) {
    if (facing == CAROM_FRONT_ONLY) return w->backward;
    if (facing == CAROM_BOTH_SIDES) return doubles_lt(w->size, doubles_all(0.0)); /* none */
    return doubles_not(w->backward);
}

static CAROM_INLINE closer_answer triangle_filter_lanes(const batch_block *block,
                                                        const closer_place *at) {
    path_lanes path = closer_path(&block->a, at);
    weights_lanes w;
    find_weights(&w, &path, &block->b, at);
    doubles_flags in_range = doubles_and(doubles_lt(w.det_error, w.size),
                                         doubles_lt(doubles_all(ERROR_UNDERFLOW), w.det_error));
    in_range = doubles_and(in_range, doubles_lt(w.longest, doubles_all(TRIANGLE_LONG)));
    doubles_flags beside = doubles_and(in_range, doubles_lt(w.least, doubles_neg(w.side_error)));
    const doubles margin = doubles_all(TRIANGLE_MARGIN);
    doubles_flags within = doubles_and(
        doubles_and(in_range, doubles_lt(w.side_error, w.least)),
        doubles_and(doubles_lt(doubles_mul(margin, w.det_error), w.size),
                    doubles_lt(doubles_mul(margin, w.t_error), doubles_abs(w.numerator))));
    doubles t = doubles_mul(w.numerator, doubles_div(doubles_all(1.0), w.size));
    doubles slack = doubles_mul(doubles_all(QUOTIENT_SLACK), doubles_abs(t));
    doubles_flags off = doubles_or(doubles_lt(t, doubles_sub(path.t_min, slack)),
                                   doubles_lt(doubles_add(path.t_max, slack), t));
    doubles_flags on = doubles_and(doubles_lt(doubles_add(path.t_min, slack), t),
                                   doubles_lt(t, doubles_sub(path.t_max, slack)));
    doubles_flags away = turned_away(&w, block->facing);
    doubles_flags hit = doubles_and(doubles_and(within, doubles_not(away)),
                                    doubles_and(on, lanes_in_normal_range(w.normal)));
    hit = doubles_and(hit, doubles_not(off));
    return hit_answer(hit, doubles_or(beside, doubles_and(within, doubles_or(away, off))), t);
}

#endif
