/* A cast of two hulls that was made in float: where no corners but the portal's are near its plane,
 * the plane through them in double has all of A - B behind it, and whether the path goes in between
 * them is all that is left to decide. */
#ifndef CAROM_CONVEX_CAST_CAST_CONFIRM_H
#define CAROM_CONVEX_CAST_CAST_CONFIRM_H

#include "convex/cast/cast.h"

/** Two hulls of few corners in float, if that is not done: `float_cast` then points to `scratch`.
 */
void carom_cast_hulls_in_float(cast *c, const convex_shape *a, const convex_shape *b,
                               struct cast_float *scratch);

/** Is the portal that the coarse cast found the facet of A - B that the path goes in by? Then sets
 * t, and the hit but for where it ends. */
bool carom_cast_confirm(cast *c, const convex_shape *a, const convex_shape *b, convex_hit *hit);

#endif
