/* Proof that the origin is an interior point of the Minkowski difference A - B after GJK
 * [Gilbert88] ended with an edge or a face of the simplex through the origin, as for aligned boxes
 * in a stack. */
#ifndef CAROM_CONVEX_GJK_GJK_INTERIOR_PROOF_H
#define CAROM_CONVEX_GJK_GJK_INTERIOR_PROOF_H

#include "convex/gjk/gjk.h"

/** After GJK_TOUCHING: is the origin inside A - B by more than rounding? False when in doubt. */
bool carom_gjk_is_interior(gjk *g);

#endif
