/* Rays. Slabs, and a first look at triangles, in the caller's precision; spheres, and what the
 * first look leaves of triangles, in double: the filters of query/raycast in their order of
 * operations, so that t is the same to the last bit. */
#ifndef CAROM_QUERY_BATCH_KERNEL_RAYCAST_H
#define CAROM_QUERY_BATCH_KERNEL_RAYCAST_H

#include "query/batch/kernel_lanes.h"
#include "query/raycast/kernel_early.h"
#include "query/raycast/kernel_hits.h"

/* Of a ray's fields. */
enum { RAY_ORIGIN = 0, RAY_DIRECTION = 3, RAY_T_MIN = 6, RAY_T_MAX = 7 };

/* ---- boxes: early_aabb, and the entry of carom_raycast_ray_aabb */

static CAROM_INLINE reals_flags lanes_apart(reals a, reals b) {
    reals least = reals_min(reals_abs(a), reals_abs(b));
    reals error =
        reals_add(reals_mul(reals_all((carom_real)EARLY_SLAB_ERROR), least), reals_all(EARLY_LOST));
    return reals_lt(error, reals_abs(reals_sub(a, b)));
}

typedef struct slab_lanes {
    real_lanes3 origin, direction, low, high;
    real_lanes3 near_side; /* entries of the three slabs */
    reals enter, t_min;
    reals_flags sure, hit;
} slab_lanes;

/* Turns the ends of a slab into where the ray meets them, the nearer first. @return their sum */
static CAROM_INLINE reals enter_slab(reals o, reals d, reals ends[2]) {
    reals inverse = reals_div(reals_all(1), d);
    reals a = reals_mul(reals_sub(ends[0], o), inverse);
    reals b = reals_mul(reals_sub(ends[1], o), inverse);
    ends[0] = reals_min(a, b);
    ends[1] = reals_max(a, b);
    return reals_add(a, b);
}

static CAROM_INLINE void cut_slab_lanes(slab_lanes *s, const batch_block *block, size_t i) {
    const batch_side *ray = &block->a, *box = &block->b;
    const reals eight = reals_all(8);
    real_lanes3 o = lane_reals3(ray, RAY_ORIGIN, i), d = lane_reals3(ray, RAY_DIRECTION, i);
    real_lanes3 low = lane_reals3(box, 0, i), high = lane_reals3(box, 3, i);
    real_lanes3 side = reals_sub3(high, low);
    reals thickness = reals_min(reals_min(side.x, side.y), side.z);
    reals x[2] = {low.x, high.x}, y[2] = {low.y, high.y}, z[2] = {low.z, high.z};
    reals sum = reals_add(enter_slab(o.x, d.x, x), enter_slab(o.y, d.y, y));
    sum = reals_add(sum, reals_add(enter_slab(o.z, d.z, z), reals_mul(eight, d.x)));
    sum = reals_add(sum, reals_add(reals_mul(eight, d.y), reals_mul(eight, d.z)));
    *s = (slab_lanes){.origin = o, .direction = d, .low = low, .high = high};
    s->near_side = (real_lanes3){x[0], y[0], z[0]};
    s->t_min = lane_real(ray, RAY_T_MIN, i);
    s->enter = reals_max(reals_max(x[0], y[0]), z[0]);
    reals first = reals_max(s->enter, s->t_min);
    reals last = reals_min(reals_min(x[1], y[1]), reals_min(z[1], lane_real(ray, RAY_T_MAX, i)));
    s->sure = reals_and(reals_le(reals_abs(sum), reals_all(CAROM_REAL_MAX)),
                        reals_and(reals_le(reals_all(0), thickness), lanes_apart(first, last)));
    s->hit = reals_and(s->sure, reals_lt(first, last));
}

static CAROM_INLINE lane_answer ray_aabb_lanes(batch_block *block, size_t i) {
    slab_lanes s;
    cut_slab_lanes(&s, block, i);
    return (lane_answer){reals_bits(s.hit), reals_bits(s.sure)};
}

/* Of x, y and z that of the face which is entered. */
static CAROM_INLINE reals of_entered(const slab_lanes *s, real_lanes3 v) {
    return reals_select(reals_eq(s->enter, s->near_side.x), v.x,
                        reals_select(reals_eq(s->enter, s->near_side.y), v.y, v.z));
}

/* A start inside, or near the surface, is the single function's. */
static CAROM_INLINE lane_answer ray_aabb_t_lanes(batch_block *block, size_t i) {
    slab_lanes s;
    cut_slab_lanes(&s, block, i);
    reals_flags outside = reals_and(reals_lt(s.t_min, s.enter), lanes_apart(s.enter, s.t_min));
    reals_flags hit = reals_and(s.hit, outside), miss = reals_and(s.sure, reals_not(s.hit));
    lane_answer answer = real_answer(hit, miss);
    reals t = reals_all((carom_real)INFINITY);
    if (answer.yes) {
        reals d = of_entered(&s, s.direction), o = of_entered(&s, s.origin);
        reals face =
            reals_select(reals_lt(d, reals_all(0)), of_entered(&s, s.high), of_entered(&s, s.low));
        d4 quotient[REAL_HALVES];
        for (int h = 0; h < REAL_HALVES; h++)
            quotient[h] = d4_div(d4_sub(reals_half(face, h), reals_half(o, h)), reals_half(d, h));
        t = reals_select(hit, reals_of_halves(quotient), t);
    }
    reals_store(block->values + i, t);
    return answer;
}

/* ---- in double */

typedef struct path_lanes {
    lanes3 origin, direction;
    d4 t_min, t_max;
} path_lanes;

static CAROM_INLINE path_lanes lane_path(const batch_side *ray, size_t i) {
    return (path_lanes){lane_wide3(ray, RAY_ORIGIN, i), lane_wide3(ray, RAY_DIRECTION, i),
                        lane_wide(ray, RAY_T_MIN, i), lane_wide(ray, RAY_T_MAX, i)};
}

static CAROM_INLINE d4_flags lanes_plain_length(lanes3 n) {
    d4 square = lanes_dot(n, n);
    return d4_and(d4_lt(d4_all(1e-240), square), d4_lt(square, d4_all(1e240)));
}

/* store_real, and infinity where there is no hit. */
static CAROM_INLINE void store_t(const batch_block *block, size_t i, d4_flags hit, d4 t) {
    if (!block->values) return;
    const d4 largest = d4_all((double)CAROM_REAL_MAX);
    d4 held = d4_max(d4_neg(largest), d4_min(t, largest));
    d4_store_real(block->values + i, d4_select(hit, held, d4_all((double)INFINITY)));
}

static CAROM_INLINE lane_answer wide_answer(d4_flags hit, d4_flags miss) {
    return (lane_answer){d4_bits(hit), d4_bits(d4_or(hit, miss))};
}

/* Of sums of products of three numbers, each with fewer than 16 roundings. What is lost below the
 * normal range is less than that where the squares are not tiny. */
#define MISS_ERROR (16 * CAROM_REAL_EPSILON)

/* The line passes the sphere by, or the sphere is behind the start. */
static CAROM_INLINE uint32_t sphere_misses(const batch_block *block, size_t i) {
    const batch_side *ray = &block->a, *sphere = &block->b;
    const reals zero = reals_all(0);
    real_lanes3 d = lane_reals3(ray, RAY_DIRECTION, i);
    real_lanes3 m = reals_sub3(lane_reals3(sphere, 0, i), lane_reals3(ray, RAY_ORIGIN, i));
    real_lanes3 x = reals_cross3(m, d);
    reals radius = lane_real(sphere, 3, i), r2 = reals_mul(radius, radius);
    reals a = reals_dot3(d, d), m2 = reals_dot3(m, m), reach = reals_mul(a, r2);
    reals error = reals_mul(reals_all(MISS_ERROR), reals_add(reals_mul(m2, a), reach));
    reals c_error = reals_mul(reals_all(MISS_ERROR), reals_add(m2, r2));
    reals_flags beside = reals_lt(reals_add(reach, error), reals_dot3(x, x));
    reals_flags behind = reals_and(reals_lt(reals_dot3(m, d), zero),
                                   reals_and(reals_lt(reals_add(r2, c_error), m2),
                                             reals_le(zero, lane_real(ray, RAY_T_MIN, i))));
    reals_flags sound = reals_and(reals_lt(reals_all(EARLY_LOST), reals_min(a, m2)),
                                  reals_and(reals_lt(reals_all(EARLY_LOST), error),
                                            reals_le(error, reals_all(CAROM_REAL_MAX))));
    return reals_bits(reals_and(sound, reals_or(beside, behind)));
}

/* Signs of b that is zero are told from its bits by copysign; those lanes are left in doubt. */
static CAROM_INLINE lane_answer sphere_filter_lanes(batch_block *block, size_t i) {
    path_lanes path = lane_path(&block->a, i);
    lanes3 m = lanes_sub(lane_wide3(&block->b, 0, i), path.origin), d = path.direction;
    lanes3 x = lanes_cross(m, d);
    const d4 zero = d4_all(0.0), radius = lane_wide(&block->b, 3, i);
    d4 a = lanes_dot(d, d), m2 = lanes_dot(m, m), r2 = d4_mul(radius, radius);
    d4 b = lanes_dot(m, d), c = d4_sub(m2, r2), reach = d4_mul(a, r2);
    d4 square = d4_sub(reach, lanes_dot(x, x));
    d4 error = d4_mul(d4_all(SPHERE_ERROR), d4_add(d4_mul(m2, a), reach));
    d4 c_margin = d4_mul(d4_all(SPHERE_NEAR_MARGIN * SPHERE_ERROR), d4_add(m2, r2));
    d4_flags sound = d4_and(d4_and(d4_lt(d4_all(1e-200), error), d4_le(error, d4_all(DBL_MAX))),
                            d4_le(zero, radius));
    d4_flags behind = d4_and(d4_lt(b, zero), d4_and(d4_lt(c_margin, c), d4_le(zero, path.t_min)));
    d4_flags miss = d4_and(sound, d4_or(d4_lt(square, d4_neg(error)), behind));
    if (d4_bits(miss) == 15u) {
        store_t(block, i, d4_not(miss), zero);
        return (lane_answer){0, 15u};
    }
    d4_flags clear = d4_and(d4_lt(d4_mul(d4_all(SPHERE_MARGIN), error), square),
                            d4_and(d4_lt(c_margin, d4_abs(c)), d4_not(d4_eq(b, zero))));
    clear = d4_and(clear, d4_and(sound, d4_not(miss)));
    d4 root = d4_sqrt(square);
    d4 sum = d4_add(b, d4_select(d4_lt(b, zero), d4_neg(root), root));
    d4 by_sum = d4_mul(sum, d4_div(d4_all(1.0), a)), by_product = d4_div(c, sum);
    d4 enter = d4_min(by_sum, by_product), leave = d4_max(by_sum, by_product);
    d4_flags ahead = d4_and(d4_le(path.t_min, leave),
                            d4_and(d4_le(enter, path.t_max), d4_le(path.t_min, path.t_max)));
    d4_flags plain = d4_and(lanes_plain_length(d), d4_lt(d4_all(1e-120), radius));
    d4_flags hit = d4_and(d4_and(clear, ahead), plain);
    store_t(block, i, hit, d4_max(enter, path.t_min));
    return wide_answer(hit, d4_or(miss, d4_and(clear, d4_not(ahead))));
}

/* ---- triangles */

static CAROM_INLINE uint32_t triangle_misses(const batch_block *block, size_t i) {
    const reals roundoff = reals_all(72 * (carom_real)EARLY_ROUNDOFF);
    real_lanes3 d = lane_reals3(&block->a, RAY_DIRECTION, i), v = lane_reals3(&block->b, 0, i);
    real_lanes3 e1 = reals_sub3(lane_reals3(&block->b, 3, i), v);
    real_lanes3 e2 = reals_sub3(lane_reals3(&block->b, 6, i), v);
    real_lanes3 s = reals_sub3(lane_reals3(&block->a, RAY_ORIGIN, i), v);
    real_lanes3 p = reals_cross3(d, e2), q = reals_cross3(s, e1);
    reals det = reals_dot3(e1, p), u = reals_dot3(s, p), w = reals_dot3(d, q);
    reals numerator = reals_dot3(e2, q), t_min = lane_real(&block->a, RAY_T_MIN, i);
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
    reals_flags sound =
        reals_and(reals_lt(det_error, size), reals_lt(reals_all(EARLY_SHORT), shortest));
    const reals zero = reals_all(0);
    return reals_bits(reals_and(
        sound, reals_or(reals_lt(reals_add(least, side_error), zero), reals_lt(ahead, zero))));
}

typedef struct weights_lanes {
    d4 size, numerator, least; /* least: of the three weights, times size */
    d4 det_error, t_error, side_error;
    lanes3 normal;
    d4_flags backward;
} weights_lanes;

static CAROM_INLINE void find_weights(weights_lanes *w, const path_lanes *path,
                                      const batch_side *triangle, size_t i) {
    lanes3 v = lane_wide3(triangle, 0, i), d = path->direction;
    lanes3 e1 = lanes_sub(lane_wide3(triangle, 3, i), v);
    lanes3 e2 = lanes_sub(lane_wide3(triangle, 6, i), v), s = lanes_sub(path->origin, v);
    lanes3 p = lanes_cross(d, e2), q = lanes_cross(s, e1);
    d4 det = lanes_dot(e1, p), u = lanes_dot(s, p), v2 = lanes_dot(d, q);
    d4 largest_d = lanes_max_abs(d), largest_s = lanes_max_abs(s);
    d4 largest_1 = lanes_max_abs(e1), largest_2 = lanes_max_abs(e2);
    const d4 roundoff = d4_all(TRIANGLE_ERROR);
    w->det_error = d4_mul(roundoff, d4_mul(largest_1, largest_2));
    w->t_error = d4_mul(w->det_error, largest_s);
    w->side_error =
        d4_mul(d4_mul(d4_mul(roundoff, largest_d), largest_s), d4_add(largest_1, largest_2));
    w->det_error = d4_mul(w->det_error, largest_d);
    w->side_error = d4_add(w->side_error, w->det_error);
    w->size = d4_abs(det);
    w->backward = d4_lt(det, d4_all(0.0));
    d4 flip = d4_select(w->backward, d4_all(-1.0), d4_all(1.0));
    u = d4_mul(u, flip);
    v2 = d4_mul(v2, flip);
    w->numerator = d4_mul(lanes_dot(e2, q), flip);
    w->least = d4_min(d4_min(u, v2), d4_sub(d4_sub(w->size, u), v2));
    w->normal = lanes_scale(lanes_cross(e1, e2), flip);
}

static CAROM_INLINE d4_flags turned_away(const weights_lanes *w, carom_facing facing) {
    if (facing == CAROM_FRONT_ONLY) return w->backward;
    if (facing == CAROM_BOTH_SIDES) return d4_lt(w->size, d4_all(0.0)); /* none */
    return d4_not(w->backward);
}

static CAROM_INLINE lane_answer triangle_filter_lanes(batch_block *block, size_t i) {
    path_lanes path = lane_path(&block->a, i);
    weights_lanes w;
    find_weights(&w, &path, &block->b, i);
    d4_flags sound = d4_and(d4_lt(w.det_error, w.size), d4_lt(d4_all(1e-200), w.det_error));
    d4_flags beside = d4_and(sound, d4_lt(w.least, d4_neg(w.side_error)));
    const d4 margin = d4_all(TRIANGLE_MARGIN);
    d4_flags within = d4_and(d4_and(sound, d4_lt(w.side_error, w.least)),
                             d4_and(d4_lt(d4_mul(margin, w.det_error), w.size),
                                    d4_lt(d4_mul(margin, w.t_error), d4_abs(w.numerator))));
    d4 t = d4_mul(w.numerator, d4_div(d4_all(1.0), w.size));
    d4 slack = d4_mul(d4_all(1e-8), d4_abs(t));
    d4_flags off = d4_or(d4_lt(t, d4_sub(path.t_min, slack)), d4_lt(d4_add(path.t_max, slack), t));
    d4_flags on = d4_and(d4_lt(d4_add(path.t_min, slack), t), d4_lt(t, d4_sub(path.t_max, slack)));
    d4_flags away = turned_away(&w, block->facing);
    d4_flags hit = d4_and(d4_and(within, d4_not(away)), d4_and(on, lanes_plain_length(w.normal)));
    hit = d4_and(hit, d4_not(off));
    store_t(block, i, hit, t);
    return wide_answer(hit, d4_or(beside, d4_and(within, d4_or(away, off))));
}

/* ---- both */

/* What a first look leaves is worked on in double, four by four. */
static CAROM_INLINE lane_answer closer_lanes(batch_block *block, size_t i, uint32_t misses,
                                             lane_test *closer) {
    lane_answer out = {0, misses};
    for (size_t h = 0; h < REAL_HALVES; h++) {
        if ((misses >> 4 * h & 15u) == 15u) {
            store_t(block, i + 4 * h, d4_lt(d4_all(0.0), d4_all(0.0)), d4_all(0.0));
            continue;
        }
        lane_answer half = closer(block, i + 4 * h);
        out.yes |= half.yes << 4 * h;
        out.sure |= half.sure << 4 * h;
    }
    return out;
}

static CAROM_INLINE lane_answer ray_sphere_lanes(batch_block *block, size_t i) {
    return closer_lanes(block, i, sphere_misses(block, i), sphere_filter_lanes);
}

static CAROM_INLINE lane_answer ray_triangle_lanes(batch_block *block, size_t i) {
    return closer_lanes(block, i, triangle_misses(block, i), triangle_filter_lanes);
}

#endif
