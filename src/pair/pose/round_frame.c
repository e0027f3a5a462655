/* The axis of a capsule for the kernels of pair/round. Axes and radii of extreme size are left to
 * general solvers. */
#include "pair/pose/round_frame.h"

bool carom_round_frame(round_frame *out, const carom_shape *shape) {
    const bool ball = shape->kind == CAROM_SHAPE_SPHERE;
    const carom_capsule *c = &shape->as.capsule;
    const vec3 start = load3(ball ? shape->as.sphere.center : c->a);
    const vec3 delta = ball ? vec(0, 0, 0) : sub3(load3(c->b), start);
    const double radius = (double)(ball ? shape->as.sphere.radius : c->radius),
                 square = len2(delta);
    *out = (round_frame){{start.x, start.y, start.z},
                         radius,
                         {delta.x, delta.y, delta.z},
                         ROUND_NEAR * square,
                         1.0 / square};
    return radius > ROUND_THIN && radius < ROUND_RADIUS_MAX && square > ROUND_AXIS2_MIN &&
           square < ROUND_AXIS2_MAX;
}

void carom_round_pose(carom_posed_shape *posed) {
    if (carom_round_frame(&posed->frame.capsule.axis, &posed->shape)) posed->state |= POSED_ROUND;
}
