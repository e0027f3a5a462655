/* Refinement of EPA's normal of least depth to rounding, for smooth surfaces, edges and facets. */
#ifndef CAROM_CONVEX_EPA_NORMAL_BROYDEN_H
#define CAROM_CONVEX_EPA_NORMAL_BROYDEN_H

#include "convex/epa/epa.h"

/** Minimises the support value of A - B over the directions near `normal`, by Broyden's method, and
 * moves normal and depth there. @return true when the surfaces are so smooth there that the support
 * points are the deepest points: they are corner[0], with weight 1, and `smooth` is set */
bool carom_normal_broyden(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** Pattern search for a lesser support value, with halved steps, from where EPA exceeded its
 * capacity, as for a ball that contains something small near its centre. */
void carom_normal_broyden_descend(const convex_shape *a, const convex_shape *b, epa_answer *e);

#endif
