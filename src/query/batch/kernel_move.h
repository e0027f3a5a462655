/* Transforms of points and boxes in double, with the operations of carom_pose_transform_point and
 * carom_pose_transform_aabb in their order. */
#ifndef CAROM_QUERY_BATCH_KERNEL_MOVE_H
#define CAROM_QUERY_BATCH_KERNEL_MOVE_H

#include "query/batch/kernel_lanes.h"
#include "query/batch/tolerances.h"

static CAROM_INLINE lanes3 turn_lanes(const batch_motion *m, lanes3 v) {
    lanes3 q = {doubles_all(m->q[0]), doubles_all(m->q[1]), doubles_all(m->q[2])};
    lanes3 t = lanes_scale(lanes_cross(q, v), doubles_all(2.0));
    return lanes_add(lanes_add(v, lanes_scale(t, doubles_all(m->q[3]))), lanes_cross(q, t));
}

static CAROM_INLINE lanes3 shift_lanes(const batch_motion *m, lanes3 v) {
    lanes3 by = {doubles_all(m->position[0]), doubles_all(m->position[1]),
                 doubles_all(m->position[2])};
    return lanes_add(v, by);
}

/* The turned point is rounded before it is shifted, as the single function does. */
static CAROM_INLINE lane_answer move_point_lanes(batch_block *block, size_t i) {
    const batch_motion *m = block->motion;
    lanes3 v = lane_doubles3(&block->a, 0, i);
    if (m->turns) {
        v = turn_lanes(m, v);
        v = (lanes3){doubles_as_real(v.x), doubles_as_real(v.y), doubles_as_real(v.z)};
    }
    if (m->moves) v = shift_lanes(m, v);
    doubles_store_real(block->moved[0] + i, v.x);
    doubles_store_real(block->moved[1] + i, v.y);
    doubles_store_real(block->moved[2] + i, v.z);
    return (lane_answer){ALL_DOUBLES, ALL_DOUBLES};
}

/* real_up of fit/rounding.h. */
static CAROM_INLINE doubles lanes_up(doubles x) {
    doubles r = doubles_as_real(x);
    const doubles tiny = doubles_all(LEAST_SUBNORMAL);
    doubles step =
        doubles_max(doubles_mul(doubles_abs(r), doubles_all((double)CAROM_REAL_EPSILON)), tiny);
    return doubles_select(doubles_lt(r, x), doubles_as_real(doubles_add(r, doubles_as_real(step))),
                          r);
}

/* @return the flags of those that are finite */
static CAROM_INLINE doubles_flags store_ends(const batch_block *block, size_t i,
                                             const doubles ends[2], int axis) {
    const doubles most = doubles_all((double)CAROM_REAL_MAX);
    doubles_store_real(block->moved[axis] + i, ends[0]);
    doubles_store_real(block->moved[axis + 3] + i, ends[1]);
    return doubles_and(doubles_le(doubles_abs(ends[0]), most),
                       doubles_le(doubles_abs(ends[1]), most));
}

static CAROM_INLINE lane_answer move_aabb_lanes(batch_block *block, size_t i) {
    const batch_motion *m = block->motion;
    const lanes3 end[2] = {lane_doubles3(&block->a, 0, i), lane_doubles3(&block->a, 3, i)};
    lanes3 low = end[0], high = end[0];
    for (int k = 0; k < 8; k++) {
        lanes3 v = {end[k & 1].x, end[k >> 1 & 1].y, end[k >> 2].z};
        if (m->turns) v = turn_lanes(m, v);
        v = shift_lanes(m, v);
        if (k == 0) low = high = v;
        low = (lanes3){doubles_min(low.x, v.x), doubles_min(low.y, v.y), doubles_min(low.z, v.z)};
        high =
            (lanes3){doubles_max(high.x, v.x), doubles_max(high.y, v.y), doubles_max(high.z, v.z)};
    }
    const lanes3 position = {doubles_all(m->position[0]), doubles_all(m->position[1]),
                             doubles_all(m->position[2])};
    doubles size = doubles_max(lanes_max_abs(end[0]), lanes_max_abs(end[1]));
    size = doubles_add(doubles_mul(size, doubles_all(m->stretch)), lanes_max_abs(position));
    doubles blur = doubles_mul(doubles_all(MOVE_BLUR), size);
    doubles_flags in_range =
        doubles_and(doubles_and(doubles_le(end[0].x, end[1].x), doubles_le(end[0].y, end[1].y)),
                    doubles_and(doubles_le(end[0].z, end[1].z),
                                doubles_and(doubles_lt(doubles_all(MOVE_LEAST), size),
                                            doubles_lt(size, doubles_all(MOVE_MOST)))));
    const doubles x[2] = {doubles_neg(lanes_up(doubles_neg(doubles_sub(low.x, blur)))),
                          lanes_up(doubles_add(high.x, blur))};
    const doubles y[2] = {doubles_neg(lanes_up(doubles_neg(doubles_sub(low.y, blur)))),
                          lanes_up(doubles_add(high.y, blur))};
    const doubles z[2] = {doubles_neg(lanes_up(doubles_neg(doubles_sub(low.z, blur)))),
                          lanes_up(doubles_add(high.z, blur))};
    doubles_flags finite =
        doubles_and(store_ends(block, i, x, 0),
                    doubles_and(store_ends(block, i, y, 1), store_ends(block, i, z, 2)));
    uint32_t decided = doubles_bits(doubles_and(in_range, finite));
    return (lane_answer){decided, decided};
}

#endif
