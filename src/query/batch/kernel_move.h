/* Points and boxes moved, in double and in the order of operations of carom_pose_transform_point
 * and carom_pose_transform_aabb. */
#ifndef CAROM_QUERY_BATCH_KERNEL_MOVE_H
#define CAROM_QUERY_BATCH_KERNEL_MOVE_H

#include "query/batch/kernel_lanes.h"

static CAROM_INLINE lanes3 turn_lanes(const batch_motion *m, lanes3 v) {
    lanes3 q = {d4_all(m->q[0]), d4_all(m->q[1]), d4_all(m->q[2])};
    lanes3 t = lanes_scale(lanes_cross(q, v), d4_all(2.0));
    return lanes_add(lanes_add(v, lanes_scale(t, d4_all(m->q[3]))), lanes_cross(q, t));
}

static CAROM_INLINE lanes3 shift_lanes(const batch_motion *m, lanes3 v) {
    lanes3 by = {d4_all(m->position[0]), d4_all(m->position[1]), d4_all(m->position[2])};
    return lanes_add(v, by);
}

/* The turned point is rounded before it is shifted, as the single function does. */
static CAROM_INLINE lane_answer move_point_lanes(batch_block *block, size_t i) {
    const batch_motion *m = block->motion;
    lanes3 v = lane_wide3(&block->a, 0, i);
    if (m->turns) {
        v = turn_lanes(m, v);
        v = (lanes3){d4_as_real(v.x), d4_as_real(v.y), d4_as_real(v.z)};
    }
    if (m->moves) v = shift_lanes(m, v);
    d4_store_real(block->moved[0] + i, v.x);
    d4_store_real(block->moved[1] + i, v.y);
    d4_store_real(block->moved[2] + i, v.z);
    return (lane_answer){15u, 15u};
}

/* real_up of fit/round.h. */
static CAROM_INLINE d4 lanes_up(d4 x) {
    d4 r = d4_as_real(x);
    const d4 tiny = d4_all(sizeof(carom_real) == 4 ? 1.4e-45 : 4.9e-324);
    d4 step = d4_max(d4_mul(d4_abs(r), d4_all((double)CAROM_REAL_EPSILON)), tiny);
    return d4_select(d4_lt(r, x), d4_as_real(d4_add(r, d4_as_real(step))), r);
}

/* @return the flags of those that are finite */
static CAROM_INLINE d4_flags store_ends(const batch_block *block, size_t i, const d4 ends[2],
                                        int axis) {
    const d4 most = d4_all((double)CAROM_REAL_MAX);
    d4_store_real(block->moved[axis] + i, ends[0]);
    d4_store_real(block->moved[axis + 3] + i, ends[1]);
    return d4_and(d4_le(d4_abs(ends[0]), most), d4_le(d4_abs(ends[1]), most));
}

/* 16 roundings, as in fit/fit_pose.c. */
#define MOVE_BLUR (16.0 * 1.1102230246251565e-16)

static CAROM_INLINE lane_answer move_aabb_lanes(batch_block *block, size_t i) {
    const batch_motion *m = block->motion;
    const lanes3 end[2] = {lane_wide3(&block->a, 0, i), lane_wide3(&block->a, 3, i)};
    lanes3 low = end[0], high = end[0];
    for (int k = 0; k < 8; k++) {
        lanes3 v = {end[k & 1].x, end[k >> 1 & 1].y, end[k >> 2].z};
        if (m->turns) v = turn_lanes(m, v);
        v = shift_lanes(m, v);
        if (k == 0) low = high = v;
        low = (lanes3){d4_min(low.x, v.x), d4_min(low.y, v.y), d4_min(low.z, v.z)};
        high = (lanes3){d4_max(high.x, v.x), d4_max(high.y, v.y), d4_max(high.z, v.z)};
    }
    const lanes3 position = {d4_all(m->position[0]), d4_all(m->position[1]),
                             d4_all(m->position[2])};
    d4 size = d4_max(lanes_max_abs(end[0]), lanes_max_abs(end[1]));
    size = d4_add(d4_mul(size, d4_all(m->stretch)), lanes_max_abs(position));
    d4 blur = d4_mul(d4_all(MOVE_BLUR), size);
    d4_flags sound = d4_and(d4_and(d4_le(end[0].x, end[1].x), d4_le(end[0].y, end[1].y)),
                            d4_and(d4_le(end[0].z, end[1].z),
                                   d4_and(d4_lt(d4_all(1e-60), size), d4_lt(size, d4_all(1e60)))));
    const d4 x[2] = {d4_neg(lanes_up(d4_neg(d4_sub(low.x, blur)))), lanes_up(d4_add(high.x, blur))};
    const d4 y[2] = {d4_neg(lanes_up(d4_neg(d4_sub(low.y, blur)))), lanes_up(d4_add(high.y, blur))};
    const d4 z[2] = {d4_neg(lanes_up(d4_neg(d4_sub(low.z, blur)))), lanes_up(d4_add(high.z, blur))};
    d4_flags finite = d4_and(store_ends(block, i, x, 0),
                             d4_and(store_ends(block, i, y, 1), store_ends(block, i, z, 2)));
    uint32_t sure = d4_bits(d4_and(sound, finite));
    return (lane_answer){sure, sure};
}

#endif
