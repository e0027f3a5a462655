/* A pose prepared for many points; same operations and bits as carom_pose_transform_point. */
#ifndef CAROM_SHAPE_PLACEMENT_H
#define CAROM_SHAPE_PLACEMENT_H

#include "math/pose.h"

typedef struct placement {
    vec3 axis, shift;  /* vector part of the quaternion; position */
    double scalar;     /* scalar part of the quaternion */
    bool turns, moves; /* the rotation, the position is not the identity */
} placement;

static inline placement place_by(carom_pose pose) {
    const carom_quat *r = &pose.rotation;
    const carom_vec3 *p = &pose.position;
    return (placement){.axis = vec((double)r->x, (double)r->y, (double)r->z),
                       .scalar = (double)r->w,
                       .shift = load3(*p),
                       .turns = r->x != 0 || r->y != 0 || r->z != 0,
                       .moves = p->x != 0 || p->y != 0 || p->z != 0};
}

/** is_unit_pose of its pose. */
static inline bool is_unit_placement(const placement *by) {
    const vec3 at = by->shift;
    return near_unit_square(len2(by->axis) + by->scalar * by->scalar, at);
}

static inline vec3 rotated_in_double(const placement *by, vec3 v) {
    const vec3 t = scale3(cross3(by->axis, v), 2.0);
    return add3(mad3(v, t, by->scalar), cross3(by->axis, t));
}

static inline carom_vec3 rotated_by(const placement *by, carom_vec3 vector) {
    return by->turns ? store3(rotated_in_double(by, load3(vector))) : vector;
}

static inline carom_vec3 moved(const placement *by, carom_vec3 point) {
    carom_vec3 v = rotated_by(by, point);
    return by->moves ? store3(add3(load3(v), by->shift)) : v;
}

#endif
