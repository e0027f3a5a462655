/* Own method: a ball about the box of a shape in its own frame, which a pose moves to another
 * place, with room for the rounding of posed coordinates. Comparisons are in float: coordinates of
 * boxes are rounded outwards, and the radius is enlarged by the rounding of the center and of the
 * squared distance, so that what is found apart is apart. */
#include "dispatch/set_balls.h"

#include "dispatch/compound/compound_pair.h"
#include "shape/placement.h"

static set_ball unknown_ball(void) {
    return (set_ball){{0, 0, 0}, (double)INFINITY, INFINITY, false};
}

set_ball carom_set_ball(const carom_shape *shape, double limit) {
    carom_posed_shape posed;
    if (!carom_shape_pose(&posed, shape, carom_pose_identity())) return unknown_ball();
    const carom_aabb box = carom_posed_reach(&posed);
    const vec3 low = load3(box.min), high = load3(box.max), half = scale3(sub3(high, low), 0.5);
    const vec3 center = add3(low, half);
    const double radius = carom_length(half);
    if (!finite3(center) || !finite1(radius)) return unknown_ball();
    set_ball out = {.center = center, .is_central = max_abs3(center) == 0.0};
    out.radius = radius + SET_BALL_ERROR * (radius + carom_length(center));
    out.reach = (float)((out.radius + limit + 2.0 * (double)FLT_MIN) * (1.0 + SET_REACH_ROUNDING));
    return out;
}

/* A rotation about the center moves nothing: it need not be one. */
set_ball carom_set_ball_in_pose(const set_ball *own, const carom_pose *pose) {
    const vec3 shift = load3(pose->position);
    const double radius = own->radius + SET_BALL_ERROR * max_abs3(shift);
    if (own->is_central) return (set_ball){.center = shift, .radius = radius};
    const placement by = place_by(*pose);
    if (!is_unit_placement(&by)) return unknown_ball();
    return (set_ball){.center = add3(rotated_in_double(&by, own->center), shift), .radius = radius};
}

set_box carom_set_box_of_ball(const set_ball *ball) {
    const vec3 c = ball->center, r = vec(ball->radius, ball->radius, ball->radius);
    const vec3 low = sub3(c, r), high = add3(c, r);
    return (set_box){{{low.x, low.y}, {low.z, 0}}, {{high.x, high.y}, {high.z, 0}}};
}

/* Rounded down to float. */
static CAROM_INLINE four lanes_below(const loose_doubles *x) {
    const four rounded = __builtin_convertvector(*x, four);
    const four_mask above =
        __builtin_convertvector(__builtin_convertvector(rounded, loose_doubles) > *x, four_mask);
    const four step = AXIS_ABS(rounded) * FOUR_OF(FLT_EPSILON) + FOUR_OF(FLT_MIN);
    return rounded - (four)(above & (four_mask)step);
}

static void set_lane(set_four *out, int lane, const set_box *box) {
    const loose_doubles opposite = -*(const loose_doubles *)(const void *)box->high;
    const four low = lanes_below((const loose_doubles *)(const void *)box->low);
    const four high = -lanes_below(&opposite);
    for (int k = 0; k < 3; k++) {
        out->low[k][lane] = low[k];
        out->high[k][lane] = high[k];
    }
}

void carom_set_fours(const set_box *boxes, size_t count, set_four *out) {
    const set_box none = far_box();
    for (size_t i = 0; i < 4 * count_of_fours(count); i++)
        set_lane(&out[i / 4], (int)(i % 4), i < count ? &boxes[i] : &none);
}

set_reach carom_set_reach(const set_ball *ball, double limit) {
    const vec3 c = ball->center;
    const double rounding = max_abs3(c) * (double)FLT_EPSILON + (double)FLT_MIN;
    const float r = (float)((ball->radius + limit + rounding) * (1.0 + SET_BALL_ROUNDING));
    const float x = (float)c.x, y = (float)c.y, z = (float)c.z;
    const set_reach out = {{FOUR_OF(x), FOUR_OF(y), FOUR_OF(z)}, FOUR_OF(r * r + FLT_MIN)};
    return out;
}

set_reach carom_set_reach_in_pose(const set_ball *own, const carom_pose *pose, double limit) {
    const set_ball at = carom_set_ball_in_pose(own, pose);
    return carom_set_reach(&at, limit);
}
