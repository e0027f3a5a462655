/* Proof of contact: does the last simplex of a GJK search contain the origin for exactly the
 * numbers that describe the shapes? */
#ifndef CAROM_CONVEX_GJK_TOUCH_PROOF_H
#define CAROM_CONVEX_GJK_TOUCH_PROOF_H

#include "convex/gjk/exact.h"

/** @param out when true: the face of the simplex whose relative interior contains the origin
 * @return false when the origin is outside of the simplex, or its sides are undecided */
bool carom_simplex_contains_origin(const convex_shape *a, const convex_shape *b,
                                   const simplex *start, exact_nearest *out);

#endif
