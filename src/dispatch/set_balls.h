/* Balls about the shapes of a set against boxes, four at a time: most pairs of a robot and a scene
 * are proved apart before the shapes are posed. Rows "a robot arm" of bench/results/programs.md. */
#ifndef CAROM_DISPATCH_SET_BALLS_H
#define CAROM_DISPATCH_SET_BALLS_H

#include "dispatch/sets.h"
#include "simd/four.h"

/** The radius is infinite where nothing is known. */
typedef struct set_ball {
    vec3 center;
    double radius;
} set_ball;

/** Four boxes; those that are missing are far from everything. */
typedef struct set_four {
    four low[3], high[3];
} set_four;

/** A ball as boxes are held against it: its center, and its squared radius and limit. */
typedef struct set_reach {
    four center[3], squared;
} set_reach;

static inline size_t count_of_fours(size_t count) {
    return count / 4 + (count % 4 != 0);
}

/** About a shape, in its own frame. */
set_ball carom_set_ball(const carom_shape *shape);
/** The same in a pose, and grown by what posing rounds. */
set_ball carom_set_ball_in_pose(const set_ball *own, const carom_pose *pose);
/** The boxes four by four, rounded outwards. */
void carom_set_fours(const set_box *boxes, size_t count, set_four *out);
/** The boxes of balls. */
set_box carom_set_box_of_ball(const set_ball *ball);
void carom_set_reach(set_reach *out, const set_ball *ball, double limit);

/* The square of the gap along an axis. */
static CAROM_INLINE four gap_squared(const set_reach *ball, const set_four *boxes, int axis) {
    const four up = boxes->low[axis] - ball->center[axis],
               down = ball->center[axis] - boxes->high[axis];
    const four gap = four_greater(four_greater(up, down), FOUR_OF(0)); /* of NaN: 0 */
    return gap * gap;
}

/** Bit k is set unless box k is farther from the ball than the limit. */
static CAROM_INLINE unsigned boxes_in_reach(const set_reach *ball, const set_four *boxes) {
    const four x = gap_squared(ball, boxes, 0), y = gap_squared(ball, boxes, 1),
               z = gap_squared(ball, boxes, 2);
    return ~four_bits((four_mask)((x + y) + z > ball->squared)) & 15u;
}

#endif
