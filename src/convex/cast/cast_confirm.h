/* Proof in double of a hull cast that was made in float. */
#ifndef CAROM_CONVEX_CAST_CAST_CONFIRM_H
#define CAROM_CONVEX_CAST_CAST_CONFIRM_H

#include "convex/cast/cast.h"

/** Casts two rigid hulls of at most CAST_FLOAT_CORNERS vertices in float, unless that is done; then
 * `float_cast` points to `scratch`. */
void carom_cast_hulls_in_float(cast *c, const convex_shape *a, const convex_shape *b,
                               struct cast_float *scratch);

/** Is the portal of the float cast the facet by which the path enters A - B? Then sets t and all of
 * the hit but its end. */
bool carom_cast_confirm(cast *c, const convex_shape *a, const convex_shape *b, convex_hit *hit);

#endif
