/* Newton's method for a stationary support value of two solids of revolution near a direction, with
 * the curvature of the rims; and the deepest points there. */
#ifndef CAROM_CONVEX_REVOLUTION_REVOLUTION_NEWTON_H
#define CAROM_CONVEX_REVOLUTION_REVOLUTION_NEWTON_H

#include "convex/revolution/revolution.h"

/** The direction sign * axis i, measured. */
revolution_direction carom_revolution_axis_end(const revolution_pair *pair, int i, double sign);

/** Sets `sine` and `reach`, the support value of A - B along the direction. */
void carom_revolution_measure(const revolution_pair *pair, revolution_direction *direction);

/** Descends to a stationary direction nearby, to rounding. */
void carom_revolution_descend(const revolution_pair *pair, revolution_direction *direction);

/** The deepest points: one of A and one of -B whose sum with the shift is `reach` times the
 * direction, when that is stationary.
 * @return the length by which it is not; the points are on the solids in any case */
double carom_revolution_witness(const revolution_pair *pair, const revolution_direction *direction,
                                vec3 point[2], revolution_growth growth[2]);

#endif
