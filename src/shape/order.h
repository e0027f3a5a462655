/* Lexicographic order of numbers, poses, points and hulls: -1 A comes first, 1 B, 0 they are equal.
 * Pairs of one kind are taken in an order of their numbers, so that swapping A and B swaps the
 * answer and changes no bit of it. Shapes, views of convex shapes and surfaces are ordered by
 * these. */
#ifndef CAROM_SHAPE_ORDER_H
#define CAROM_SHAPE_ORDER_H

#include "shape/hull_data.h"
#include "carom/math.h"
#include "carom/toi.h"

int carom_order_numbers(const carom_real *a, const carom_real *b, int count);
int carom_order_poses(const carom_pose *a, const carom_pose *b);
int carom_order_points(vec3 a, vec3 b);

/** Whether the second of two shapes of one kind, given by `count` numbers each, comes first. Typed
 * functions of such a pair compute in this order, which is the one in which the generic calls pass
 * pairs to them. */
static CAROM_INLINE bool is_second_first(const carom_real *a, const carom_real *b, int count) {
    return CAROM_LIKELY(a[0] != b[0]) ? a[0] > b[0] : carom_order_numbers(a, b, count) > 0;
}

/** Two motions: what moves before what stands, on which points then are; by the poses at the start
 * and at the end, pivot, axis and whole turns. */
int carom_order_motions(const carom_turning_shape *a, const carom_turning_shape *b);

/** By count and corners: addresses differ from run to run. */
int carom_order_hulls(const hull_data *a, const hull_data *b);

#endif
