/* Balls about the shapes of a set against boxes, four at a time: most pairs of a robot and a scene
 * are proved apart before the shapes are posed. Rows "a robot arm" of bench/results/programs.md. */
#ifndef CAROM_DISPATCH_SET_BALLS_H
#define CAROM_DISPATCH_SET_BALLS_H

#include "dispatch/sets.h"
#include "math/box_axes.h"
#include "simd/four.h"

#include <float.h>

/** The radius is infinite where nothing is known. */
typedef struct set_ball {
    vec3 center;
    double radius;
    float reach;     /* in its own frame: the radius and the limit, rounded up */
    bool is_central; /* the center is the origin of its own frame */
} set_ball;

/** Four boxes; those that are missing are far from everything. */
typedef struct set_four {
    four low[3], high[3];
} set_four;

/** A ball as boxes are held against it: its center, and its squared radius and limit. */
typedef struct set_reach {
    four center[3], squared;
} set_reach;

/* Boxes are asked about by eight: the number of fours is even. */
static inline size_t count_of_fours(size_t count) {
    return count / 8 * 2 + (count % 8 ? 2 : 0);
}

/** About a shape, in its own frame. */
set_ball carom_set_ball(const carom_shape *shape, double limit);
/** The same in a pose, and grown by what posing rounds. */
set_ball carom_set_ball_in_pose(const set_ball *own, const carom_pose *pose);
/** The boxes four by four, rounded outwards. */
void carom_set_fours(const set_box *boxes, size_t count, set_four *out);
/** The boxes of balls. */
set_box carom_set_box_of_ball(const set_ball *ball);
set_reach carom_set_reach(const set_ball *ball, double limit);
/** The same of a ball in a pose. */
set_reach carom_set_reach_in_pose(const set_ball *own, const carom_pose *pose, double limit);

/* carom_set_reach_in_pose, without calls where the center is that of the pose. */
static CAROM_INLINE set_reach reach_of_ball(const set_ball *own, const carom_pose *pose,
                                            double limit) {
    if (CAROM_UNLIKELY(!own->is_central)) return carom_set_reach_in_pose(own, pose, limit);
    const four at =
        __builtin_convertvector(*(const loose_reals *)(const void *)&pose->position, four);
    const four size = AXIS_ABS(at);
    const four most = four_greater(four_greater(AXIS_NEXT(size), size), AXIS_LAST(size));
    const float radius = own->reach + most[0] * (float)SET_REACH_ERROR;
    const set_reach out = {{AXIS_SPREAD(at, 0), AXIS_SPREAD(at, 1), AXIS_SPREAD(at, 2)},
                           FOUR_OF(radius * radius + FLT_MIN)};
    return out;
}

/* The square of the gap along an axis; of NaN: NaN. */
static CAROM_INLINE four gap_squared(const set_reach *ball, const set_four *boxes, int axis) {
    const four center = ball->center[axis];
    const four gap =
        four_lesser(four_greater(boxes->low[axis], center), boxes->high[axis]) - center;
    return gap * gap;
}

static CAROM_INLINE unsigned four_in_reach(const set_reach *ball, const set_four *boxes) {
    const four x = gap_squared(ball, boxes, 0), y = gap_squared(ball, boxes, 1),
               z = gap_squared(ball, boxes, 2);
    return four_bits((four_mask)((x + y) + z > ball->squared));
}

/** Bit k is set unless box k of eight is farther from the ball than the limit. */
static CAROM_INLINE unsigned boxes_in_reach(const set_reach *ball, const set_four boxes[2]) {
    return (four_in_reach(ball, &boxes[0]) | four_in_reach(ball, &boxes[1]) << 4) ^ 0xffu;
}

#endif
