/* Transforms of points and boxes in double, with the operations of carom_pose_transform_point and
 * carom_pose_transform_aabb in their order. */
#ifndef CAROM_QUERY_BATCH_KERNEL_MOVE_H
#define CAROM_QUERY_BATCH_KERNEL_MOVE_H

#include "query/batch/kernel_lanes.h"
#include "query/batch/tolerances.h"

static CAROM_INLINE lanes3 turn_lanes(const batch_motion *m, lanes3 v) {
    lanes3 q = {wides_all(m->q[0]), wides_all(m->q[1]), wides_all(m->q[2])};
    lanes3 t = lanes_scale(lanes_cross(q, v), wides_all(2.0));
    return lanes_add(lanes_add(v, lanes_scale(t, wides_all(m->q[3]))), lanes_cross(q, t));
}

static CAROM_INLINE lanes3 shift_lanes(const batch_motion *m, lanes3 v) {
    lanes3 by = {wides_all(m->position[0]), wides_all(m->position[1]), wides_all(m->position[2])};
    return lanes_add(v, by);
}

/* The turned point is rounded before it is shifted, as the single function does. */
static CAROM_INLINE lane_answer move_point_lanes(batch_block *block, size_t i) {
    const batch_motion *m = block->motion;
    lanes3 v = lane_wide3(&block->a, 0, i);
    if (m->turns) {
        v = turn_lanes(m, v);
        v = (lanes3){wides_as_real(v.x), wides_as_real(v.y), wides_as_real(v.z)};
    }
    if (m->moves) v = shift_lanes(m, v);
    wides_store_real(block->moved[0] + i, v.x);
    wides_store_real(block->moved[1] + i, v.y);
    wides_store_real(block->moved[2] + i, v.z);
    return (lane_answer){ALL_WIDES, ALL_WIDES};
}

/* real_up of fit/round.h. */
static CAROM_INLINE wides lanes_up(wides x) {
    wides r = wides_as_real(x);
    const wides tiny = wides_all(LEAST_SUBNORMAL);
    wides step = wides_max(wides_mul(wides_abs(r), wides_all((double)CAROM_REAL_EPSILON)), tiny);
    return wides_select(wides_lt(r, x), wides_as_real(wides_add(r, wides_as_real(step))), r);
}

/* @return the flags of those that are finite */
static CAROM_INLINE wides_flags store_ends(const batch_block *block, size_t i, const wides ends[2],
                                           int axis) {
    const wides most = wides_all((double)CAROM_REAL_MAX);
    wides_store_real(block->moved[axis] + i, ends[0]);
    wides_store_real(block->moved[axis + 3] + i, ends[1]);
    return wides_and(wides_le(wides_abs(ends[0]), most), wides_le(wides_abs(ends[1]), most));
}

static CAROM_INLINE lane_answer move_aabb_lanes(batch_block *block, size_t i) {
    const batch_motion *m = block->motion;
    const lanes3 end[2] = {lane_wide3(&block->a, 0, i), lane_wide3(&block->a, 3, i)};
    lanes3 low = end[0], high = end[0];
    for (int k = 0; k < 8; k++) {
        lanes3 v = {end[k & 1].x, end[k >> 1 & 1].y, end[k >> 2].z};
        if (m->turns) v = turn_lanes(m, v);
        v = shift_lanes(m, v);
        if (k == 0) low = high = v;
        low = (lanes3){wides_min(low.x, v.x), wides_min(low.y, v.y), wides_min(low.z, v.z)};
        high = (lanes3){wides_max(high.x, v.x), wides_max(high.y, v.y), wides_max(high.z, v.z)};
    }
    const lanes3 position = {wides_all(m->position[0]), wides_all(m->position[1]),
                             wides_all(m->position[2])};
    wides size = wides_max(lanes_max_abs(end[0]), lanes_max_abs(end[1]));
    size = wides_add(wides_mul(size, wides_all(m->stretch)), lanes_max_abs(position));
    wides blur = wides_mul(wides_all(MOVE_BLUR), size);
    wides_flags in_range = wides_and(
        wides_and(wides_le(end[0].x, end[1].x), wides_le(end[0].y, end[1].y)),
        wides_and(wides_le(end[0].z, end[1].z), wides_and(wides_lt(wides_all(MOVE_LEAST), size),
                                                          wides_lt(size, wides_all(MOVE_MOST)))));
    const wides x[2] = {wides_neg(lanes_up(wides_neg(wides_sub(low.x, blur)))),
                        lanes_up(wides_add(high.x, blur))};
    const wides y[2] = {wides_neg(lanes_up(wides_neg(wides_sub(low.y, blur)))),
                        lanes_up(wides_add(high.y, blur))};
    const wides z[2] = {wides_neg(lanes_up(wides_neg(wides_sub(low.z, blur)))),
                        lanes_up(wides_add(high.z, blur))};
    wides_flags finite =
        wides_and(store_ends(block, i, x, 0),
                  wides_and(store_ends(block, i, y, 1), store_ends(block, i, z, 2)));
    uint32_t sure = wides_bits(wides_and(in_range, finite));
    return (lane_answer){sure, sure};
}

#endif
