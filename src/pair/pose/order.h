/* An order of shapes of one kind. */
#ifndef CAROM_PAIR_POSE_ORDER_H
#define CAROM_PAIR_POSE_ORDER_H

#include "carom/dispatch.h"
#include "math/vec.h"

/** Which of two valid shapes of one kind comes first by its numbers: -1 A, 1 B, 0 they are equal.
 */
int carom_shape_order(const carom_shape *a, const carom_shape *b);

#endif
