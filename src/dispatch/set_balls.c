/* Own method: a ball about the box of a shape in its own frame, which a pose moves to another
 * place, with room for the rounding of posed coordinates. Comparisons are in float: coordinates of
 * boxes are rounded outwards, and the radius is enlarged by the rounding of the center and of the
 * squared distance, so that what is found apart is apart. */
#include "dispatch/set_balls.h"

#include "dispatch/compound/compound_pair.h"
#include "shape/placement.h"

#include <float.h>

static set_ball unknown_ball(void) {
    return (set_ball){{0, 0, 0}, (double)INFINITY};
}

set_ball carom_set_ball(const carom_shape *shape) {
    carom_posed_shape posed;
    if (!carom_shape_pose(&posed, shape, carom_pose_identity())) return unknown_ball();
    const carom_aabb box = carom_posed_reach(&posed);
    const vec3 low = load3(box.min), high = load3(box.max), half = scale3(sub3(high, low), 0.5);
    const vec3 center = add3(low, half);
    const double radius = carom_length(half);
    if (!finite3(center) || !finite1(radius)) return unknown_ball();
    return (set_ball){center, radius + SET_BALL_ERROR * (radius + carom_length(center))};
}

/* A rotation about the center moves nothing: it need not be one. */
set_ball carom_set_ball_in_pose(const set_ball *own, const carom_pose *pose) {
    const vec3 shift = load3(pose->position);
    const double radius = own->radius + SET_BALL_ERROR * max_abs3(shift);
    if (max_abs3(own->center) == 0.0) return (set_ball){shift, radius};
    const placement by = place_by(*pose);
    if (!is_unit_placement(&by)) return unknown_ball();
    const vec3 c = own->center, t = scale3(cross3(by.axis, c), 2.0);
    return (set_ball){add3(add3(mad3(c, t, by.scalar), cross3(by.axis, t)), shift), radius};
}

set_box carom_set_box_of_ball(const set_ball *ball) {
    const vec3 c = ball->center, r = vec(ball->radius, ball->radius, ball->radius);
    const vec3 low = sub3(c, r), high = add3(c, r);
    return (set_box){{{low.x, low.y}, {low.z, 0}}, {{high.x, high.y}, {high.z, 0}}};
}

static float float_below(double x) {
    const float rounded = (float)x;
    return (double)rounded <= x ? rounded : rounded - fabsf(rounded) * FLT_EPSILON - FLT_MIN;
}

static void set_lane(set_four *out, int lane, const set_box *box) {
    const pair2 *low = box->low, *high = box->high;
    const double from[3] = {low[0][0], low[0][1], low[1][0]},
                 to[3] = {high[0][0], high[0][1], high[1][0]};
    for (int k = 0; k < 3; k++) {
        out->low[k][lane] = float_below(from[k]);
        out->high[k][lane] = -float_below(-to[k]);
    }
}

void carom_set_fours(const set_box *boxes, size_t count, set_four *out) {
    const set_box none = far_box();
    for (size_t i = 0; i < 4 * count_of_fours(count); i++)
        set_lane(&out[i / 4], (int)(i % 4), i < count ? &boxes[i] : &none);
}

void carom_set_reach(set_reach *out, const set_ball *ball, double limit) {
    const vec3 c = ball->center;
    const double rounding = max_abs3(c) * (double)FLT_EPSILON + (double)FLT_MIN;
    const float r = (float)((ball->radius + limit + rounding) * (1.0 + SET_BALL_ROUNDING));
    const float x = (float)c.x, y = (float)c.y, z = (float)c.z;
    out->center[0] = FOUR_OF(x);
    out->center[1] = FOUR_OF(y);
    out->center[2] = FOUR_OF(z);
    out->squared = FOUR_OF(r * r + FLT_MIN);
}
