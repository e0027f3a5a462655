/* The least penetration of a polytope and a cylinder or cone in closed form but for one unknown:
 * for pairs whose reach is so nearly the same all round that a growing polytope gives up. */
#ifndef CAROM_CONVEX_REVOLUTION_POLYTOPE_REVOLUTION_H
#define CAROM_CONVEX_REVOLUTION_POLYTOPE_REVOLUTION_H

#include "convex/support/convex.h"

/** Moves `*normal` and `*depth` to the least reach of A - B, if that is less.
 * @return false, and nothing is changed, unless one shape is a cylinder or cone and the other of
 * few corners; true when nothing reaches less, but for rounding */
bool carom_polytope_revolution(const convex_shape *a, const convex_shape *b, vec3 *normal,
                               double *depth);

#endif
