/* Where a cast of curved shapes ends, by Newton's method: at the contact the point of A - B that is
 * farthest along the normal lies on the path. */
#ifndef CAROM_CONVEX_CAST_CAST_NEWTON_H
#define CAROM_CONVEX_CAST_CAST_NEWTON_H

#include "convex/cast/cast.h"

/** Curved pairs in units of 1: from the unit direction `n`, from A to B, and the simplex's corners.
 * False where the end is not found: what is known of the cast is as it was. */
bool carom_cast_by_newton(cast *c, vec3 n, cast_end *end);

#endif
