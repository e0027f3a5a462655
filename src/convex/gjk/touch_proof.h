/* Proof of contact: does the simplex that a search ended with hold the origin for exactly the
 * numbers that describe the shapes? */
#ifndef CAROM_CONVEX_GJK_TOUCH_PROOF_H
#define CAROM_CONVEX_GJK_TOUCH_PROOF_H

#include "convex/gjk/exact.h"

/** @param out the face of the simplex that holds the origin in its inside, when true
 * @return false when the origin is outside, or rounding hides where it is */
bool carom_convex_shared_point(const convex_shape *a, const convex_shape *b, const simplex *start,
                               exact_nearest *out);

#endif
