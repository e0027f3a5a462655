/* GJK [Gilbert88] in double-double arithmetic, for cores that are apart by more than rounding. */
#ifndef CAROM_CONVEX_GRAZE_GRAZE_GJK_H
#define CAROM_CONVEX_GRAZE_GRAZE_GJK_H

#include "convex/graze/graze.h"

/** The support point of A - B along -n; n points from B to A. */
void carom_graze_vertex(const graze *g, const graze_place *place, const double_double3 *n,
                        graze_vertex *out);

/** Nearest points, searched from the direction `n`, from B to A, which becomes the unit normal of a
 * plane that proves the distance to `close`. `out` holds the simplex of another place, or none.
 * @return false where the cores overlap or the steps ran out */
bool carom_graze_nearest(const graze *g, const graze_place *place, double_double3 *n, double close,
                         graze_simplex *out);

#endif
