/* Rays against boxes by the slab test in the caller's precision: early_aabb, and the entry of
 * carom_raycast_ray_aabb with its operations in their order, so that t has the bits of the single
 * function. */
#ifndef CAROM_QUERY_BATCH_KERNEL_SLABS_H
#define CAROM_QUERY_BATCH_KERNEL_SLABS_H

#include <math.h>

#include "query/batch/kernel_lanes.h"
#include "query/raycast/kernel_early.h"

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
    reals_flags decided, hit;
} slab_lanes;

/* Replaces the ends of a slab by the parameters at which the ray meets them, the nearer first.
 * @return their sum */
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
    s->decided = reals_and(reals_le(reals_abs(sum), reals_all(CAROM_REAL_MAX)),
                           reals_and(reals_le(reals_all(0), thickness), lanes_apart(first, last)));
    s->hit = reals_and(s->decided, reals_lt(first, last));
}

static CAROM_INLINE lane_answer ray_aabb_lanes(batch_block *block, size_t i) {
    slab_lanes s;
    cut_slab_lanes(&s, block, i);
    return (lane_answer){reals_bits(s.hit), reals_bits(s.decided)};
}

/* Selects x, y or z, that of the face which is entered. */
static CAROM_INLINE reals of_entered(const slab_lanes *s, real_lanes3 v) {
    return reals_select(reals_eq(s->enter, s->near_side.x), v.x,
                        reals_select(reals_eq(s->enter, s->near_side.y), v.y, v.z));
}

/* A start inside, or near the surface, is left to the single function. */
static CAROM_INLINE lane_answer ray_aabb_t_lanes(batch_block *block, size_t i) {
    slab_lanes s;
    cut_slab_lanes(&s, block, i);
    reals_flags outside = reals_and(reals_lt(s.t_min, s.enter), lanes_apart(s.enter, s.t_min));
    reals_flags hit = reals_and(s.hit, outside), miss = reals_and(s.decided, reals_not(s.hit));
    lane_answer answer = real_answer(hit, miss);
    reals t = reals_all((carom_real)INFINITY);
    if (answer.yes) {
        reals d = of_entered(&s, s.direction), o = of_entered(&s, s.origin);
        reals face =
            reals_select(reals_lt(d, reals_all(0)), of_entered(&s, s.high), of_entered(&s, s.low));
        doubles quotient[REAL_HALVES];
        for (int h = 0; h < REAL_HALVES; h++)
            quotient[h] =
                doubles_div(doubles_sub(reals_half(face, h), reals_half(o, h)), reals_half(d, h));
        t = reals_select(hit, reals_add(reals_of_halves(quotient), reals_all(0)), t); /* no -0 */
    }
    reals_store(block->values + i, t);
    return answer;
}

#endif
