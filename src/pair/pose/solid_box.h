/* Bounding box and support point of a shape that is no mesh and no height field. */
#ifndef CAROM_PAIR_POSE_SOLID_BOX_H
#define CAROM_PAIR_POSE_SOLID_BOX_H

#include "pair/pose/pair.h"

/** The box of a valid shape that is in the common frame, the same as by carom_shape_bounds. */
carom_aabb carom_bounds_in_place(const carom_shape *shape);

/** As carom_shape_bounds and carom_shape_support. */
carom_aabb carom_solid_bounds(const carom_shape *shape, carom_pose pose);
carom_vec3 carom_solid_support(const carom_shape *shape, carom_pose pose, carom_vec3 direction);

/* The box of an invalid shape. */
static inline carom_aabb no_bounds(void) {
    const carom_real far = (carom_real)INFINITY;
    return (carom_aabb){{far, far, far}, {-far, -far, -far}};
}

#endif
