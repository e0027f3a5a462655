/* Factors along the axes, by which meshes and hulls are scaled. */
#ifndef CAROM_MATH_SCALE_H
#define CAROM_MATH_SCALE_H

#include "math/vec.h"

/** The status with which a scale is refused: NOT_FINITE, ARGUMENT where a factor is 0, or OK. */
static inline carom_status scale_admit(carom_vec3 scale) {
    if (!finite3(load3(scale))) return CAROM_ERROR_NOT_FINITE;
    bool vanishes = scale.x == 0 || scale.y == 0 || scale.z == 0;
    return vanishes ? CAROM_ERROR_ARGUMENT : CAROM_OK;
}
static inline bool scale_mirrors(carom_vec3 scale) {
    return ((scale.x < 0) != (scale.y < 0)) != (scale.z < 0);
}
static inline carom_vec3 scaled_vertex(carom_vec3 v, carom_vec3 scale) {
    return (carom_vec3){v.x * scale.x, v.y * scale.y, v.z * scale.z};
}

#endif
