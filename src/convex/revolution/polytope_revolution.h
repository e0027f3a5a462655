/* Least penetration of a small polytope and a cylinder or cone by the separating axis test over all
 * critical directions, for pairs on which EPA exceeds its capacity. */
#ifndef CAROM_CONVEX_REVOLUTION_POLYTOPE_REVOLUTION_H
#define CAROM_CONVEX_REVOLUTION_POLYTOPE_REVOLUTION_H

#include "convex/support/convex.h"

/** Lowers `*normal` and `*depth` to the least support value of A - B.
 * @return false, with nothing changed, unless one shape is a cylinder or cone and the other a box,
 * at most 12 points or a hull of at most 66 edges; true when the depth is the least, to rounding */
bool carom_polytope_revolution(const convex_shape *a, const convex_shape *b, vec3 *normal,
                               double *depth);

#endif
