/* Validation of shapes. */
#ifndef CAROM_PAIR_POSE_SHAPE_CHECK_H
#define CAROM_PAIR_POSE_SHAPE_CHECK_H

#include "carom/dispatch.h"
#include "math/vec.h"

/** True for the shapes in which carom_shape_problem finds no problem; faster. */
bool carom_shape_is_sound(const carom_shape *shape);

#endif
