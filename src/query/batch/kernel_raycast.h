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
    wides t_min, t_max;
} path_lanes;

static CAROM_INLINE path_lanes closer_path(const batch_side *ray, const closer_place *at) {
    return (path_lanes){closer_wide3(ray, RAY_ORIGIN, at), closer_wide3(ray, RAY_DIRECTION, at),
                        closer_wide(ray, RAY_T_MIN, at), closer_wide(ray, RAY_T_MAX, at)};
}

static CAROM_INLINE wides_flags lanes_in_normal_range(lanes3 n) {
    wides square = lanes_dot(n, n);
    return wides_and(wides_lt(wides_all(NORMAL_LEAST), square),
                     wides_lt(square, wides_all(NORMAL_MOST)));
}

/* store_real of t, and infinity where there is no hit. */
static CAROM_INLINE closer_answer hit_answer(wides_flags hit, wides_flags miss, wides t) {
    const wides largest = wides_all((double)CAROM_REAL_MAX);
    wides held = wides_max(wides_neg(largest), wides_min(t, largest));
    held = wides_add(held, wides_all(0.0)); /* no zero is negative */
    return (closer_answer){{wides_bits(hit), wides_bits(wides_or(hit, miss))},
                           wides_select(hit, held, wides_all((double)INFINITY))};
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

/* The scalar code takes the sign of a zero b from its bits by copysign; those lanes are undecided
 * here. */
static CAROM_INLINE closer_answer sphere_filter_lanes(const batch_block *block,
                                                      const closer_place *at) {
    path_lanes path = closer_path(&block->a, at);
    lanes3 m = lanes_sub(closer_wide3(&block->b, 0, at), path.origin), d = path.direction;
    lanes3 x = lanes_cross(m, d);
    const wides zero = wides_all(0.0), radius = closer_wide(&block->b, 3, at);
    wides a = lanes_dot(d, d), m2 = lanes_dot(m, m), r2 = wides_mul(radius, radius);
    wides b = lanes_dot(m, d), c = wides_sub(m2, r2), reach = wides_mul(a, r2);
    wides square = wides_sub(reach, lanes_dot(x, x));
    wides error = wides_mul(wides_all(SPHERE_ERROR), wides_add(wides_mul(m2, a), reach));
    wides c_margin = wides_mul(wides_all(SPHERE_NEAR_MARGIN * SPHERE_ERROR), wides_add(m2, r2));
    wides_flags in_range = wides_and(
        wides_and(wides_lt(wides_all(ERROR_UNDERFLOW), error), wides_le(error, wides_all(DBL_MAX))),
        wides_le(zero, radius));
    wides_flags behind =
        wides_and(wides_lt(b, zero), wides_and(wides_lt(c_margin, c), wides_le(zero, path.t_min)));
    wides_flags miss = wides_and(in_range, wides_or(wides_lt(square, wides_neg(error)), behind));
    wides least = wides_mul(wides_all(SPHERE_MARGIN), error);
    if ((double)CAROM_REAL_EPSILON < 1e-10)
        least = wides_add(least, wides_mul(wides_all(SPHERE_GRAZE), reach));
    wides_flags clear =
        wides_and(wides_lt(least, square),
                  wides_and(wides_lt(c_margin, wides_abs(c)), wides_not(wides_eq(b, zero))));
    clear = wides_and(clear, wides_and(in_range, wides_not(miss)));
    wides root = wides_sqrt(square);
    wides sum = wides_add(b, wides_select(wides_lt(b, zero), wides_neg(root), root));
    wides by_sum = wides_mul(sum, wides_div(wides_all(1.0), a)), by_product = wides_div(c, sum);
    wides enter = wides_min(by_sum, by_product), leave = wides_max(by_sum, by_product);
    wides_flags ahead =
        wides_and(wides_le(path.t_min, leave),
                  wides_and(wides_le(enter, path.t_max), wides_le(path.t_min, path.t_max)));
    wides_flags plain =
        wides_and(lanes_in_normal_range(d), wides_lt(wides_all(RADIUS_LEAST), radius));
    wides_flags hit = wides_and(wides_and(clear, ahead), plain);
    return hit_answer(hit, wides_or(miss, wides_and(clear, wides_not(ahead))),
                      wides_max(enter, path.t_min));
}

/* ---- triangles */

static CAROM_INLINE uint32_t triangle_misses(const batch_block *block, size_t i) {
    const reals roundoff = reals_all(72 * (carom_real)EARLY_ROUNDOFF);
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
    wides size, numerator, least; /* least: of the three weights, times size */
    wides det_error, t_error, side_error, longest;
    lanes3 normal;
    wides_flags backward;
} weights_lanes;

static CAROM_INLINE void find_weights(weights_lanes *w, const path_lanes *path,
                                      const batch_side *triangle, const closer_place *at) {
    lanes3 v = closer_wide3(triangle, 0, at), d = path->direction;
    lanes3 e1 = lanes_sub(closer_wide3(triangle, 3, at), v);
    lanes3 e2 = lanes_sub(closer_wide3(triangle, 6, at), v), s = lanes_sub(path->origin, v);
    lanes3 p = lanes_cross(d, e2), q = lanes_cross(s, e1);
    wides det = lanes_dot(e1, p), u = lanes_dot(s, p), v2 = lanes_dot(d, q);
    wides largest_d = lanes_max_abs(d), largest_s = lanes_max_abs(s);
    wides largest_1 = lanes_max_abs(e1), largest_2 = lanes_max_abs(e2);
    const wides roundoff = wides_all(TRIANGLE_ERROR);
    w->det_error = wides_mul(roundoff, wides_mul(largest_1, largest_2));
    w->t_error = wides_mul(w->det_error, largest_s);
    w->side_error = wides_mul(wides_mul(wides_mul(roundoff, largest_d), largest_s),
                              wides_add(largest_1, largest_2));
    w->det_error = wides_mul(w->det_error, largest_d);
    w->side_error = wides_add(w->side_error, w->det_error);
    w->longest = wides_max(largest_1, largest_d);
    w->size = wides_abs(det);
    w->backward = wides_lt(det, wides_all(0.0));
    wides flip = wides_select(w->backward, wides_all(-1.0), wides_all(1.0));
    u = wides_mul(u, flip);
    v2 = wides_mul(v2, flip);
    w->numerator = wides_mul(lanes_dot(e2, q), flip);
    w->least = wides_min(wides_min(u, v2), wides_sub(wides_sub(w->size, u), v2));
    w->normal = lanes_scale(lanes_cross(e1, e2), flip);
}

static CAROM_INLINE wides_flags turned_away(const weights_lanes *w, carom_facing facing) {
    if (facing == CAROM_FRONT_ONLY) return w->backward;
    if (facing == CAROM_BOTH_SIDES) return wides_lt(w->size, wides_all(0.0)); /* none */
    return wides_not(w->backward);
}

static CAROM_INLINE closer_answer triangle_filter_lanes(const batch_block *block,
                                                        const closer_place *at) {
    path_lanes path = closer_path(&block->a, at);
    weights_lanes w;
    find_weights(&w, &path, &block->b, at);
    wides_flags in_range =
        wides_and(wides_lt(w.det_error, w.size), wides_lt(wides_all(ERROR_UNDERFLOW), w.det_error));
    in_range = wides_and(in_range, wides_lt(w.longest, wides_all(TRIANGLE_LONG)));
    wides_flags beside = wides_and(in_range, wides_lt(w.least, wides_neg(w.side_error)));
    const wides margin = wides_all(TRIANGLE_MARGIN);
    wides_flags within =
        wides_and(wides_and(in_range, wides_lt(w.side_error, w.least)),
                  wides_and(wides_lt(wides_mul(margin, w.det_error), w.size),
                            wides_lt(wides_mul(margin, w.t_error), wides_abs(w.numerator))));
    wides t = wides_mul(w.numerator, wides_div(wides_all(1.0), w.size));
    wides slack = wides_mul(wides_all(QUOTIENT_SLACK), wides_abs(t));
    wides_flags off = wides_or(wides_lt(t, wides_sub(path.t_min, slack)),
                               wides_lt(wides_add(path.t_max, slack), t));
    wides_flags on = wides_and(wides_lt(wides_add(path.t_min, slack), t),
                               wides_lt(t, wides_sub(path.t_max, slack)));
    wides_flags away = turned_away(&w, block->facing);
    wides_flags hit = wides_and(wides_and(within, wides_not(away)),
                                wides_and(on, lanes_in_normal_range(w.normal)));
    hit = wides_and(hit, wides_not(off));
    return hit_answer(hit, wides_or(beside, wides_and(within, wides_or(away, off))), t);
}

#endif
