/* First contact of curved shapes by Newton's method. */
#ifndef CAROM_CONVEX_CAST_CAST_NEWTON_H
#define CAROM_CONVEX_CAST_CAST_NEWTON_H

#include "convex/cast/cast.h"

/** First contact of a curved pair that is not rescaled, from the unit direction `n`, from A to B,
 * and the vertices of the simplex. @return false where it is not found; the cast is unchanged then,
 * but for its size */
bool carom_cast_by_newton(cast *c, vec3 n, cast_end *end);

#endif
