/* Distance of cylinders and cones that are apart, own method: descent on the support value of A -
 * B, whose least value is minus the distance. */
#ifndef CAROM_CONVEX_REVOLUTION_REVOLUTION_DISTANCE_H
#define CAROM_CONVEX_REVOLUTION_REVOLUTION_DISTANCE_H

#include "convex/revolution/revolution.h"

/** The distance of the solids, or a common point where their inscribed balls overlap.
 * @param direction from A to B, likely to be near the normal, or null
 * @return false when neither was found */
bool carom_revolution_distance(const convex_shape *a, const convex_shape *b, const vec3 *direction,
                               convex_distance *out);

#endif
