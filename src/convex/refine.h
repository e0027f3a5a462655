/* The last digits of a least penetration between curved surfaces. */
#ifndef CAROM_CONVEX_REFINE_H
#define CAROM_CONVEX_REFINE_H

#include "convex/epa.h"

/** Looks near `normal` for a direction in which A - B reaches less far, and moves normal and depth
 * there. @return true when the surfaces are so smooth there that the support points themselves are
 * the deepest points: they are put into corner[0], all weight on it, and `smooth` is set. */
bool carom_refine(const convex_shape *a, const convex_shape *b, epa_answer *e);

#endif
