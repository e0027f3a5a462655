/* Lexicographic order of numbers, poses, points and hulls: -1 A comes first, 1 B, 0 they are equal.
 * Pairs of one kind are taken in an order of their numbers, so that swapping A and B swaps the
 * answer and changes no bit of it. Shapes, views of convex shapes and surfaces are ordered by
 * these. */
#ifndef CAROM_SHAPE_ORDER_H
#define CAROM_SHAPE_ORDER_H

#include "shape/hull_data.h"
#include "carom/math.h"

int carom_order_numbers(const carom_real *a, const carom_real *b, int count);
int carom_order_poses(const carom_pose *a, const carom_pose *b);
int carom_order_points(vec3 a, vec3 b);

/** By count and corners: addresses differ from run to run. */
int carom_order_hulls(const hull_data *a, const hull_data *b);

#endif
