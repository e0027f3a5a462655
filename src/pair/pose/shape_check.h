/* Are the numbers of a shape valid? */
#ifndef CAROM_PAIR_POSE_SHAPE_CHECK_H
#define CAROM_PAIR_POSE_SHAPE_CHECK_H

#include "carom/dispatch.h"
#include "math/vec.h"

/** Shape by shape what carom_shape_problem would find nothing wrong with; faster. */
bool carom_shape_is_sound(const carom_shape *shape);

#endif
