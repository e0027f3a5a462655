/* Where the deepest points are, once the normal is known. */
#ifndef CAROM_CONVEX_WITNESS_H
#define CAROM_CONVEX_WITNESS_H

#include "convex/convex.h"

/** The middle of what the extreme parts of two polytopes along the unit `normal` share, seen along
 * it; on A, and `depth` behind it on B. `slack`: how far from extreme a vertex may be. */
void carom_convex_witness(const convex_shape *a, const convex_shape *b, double slack,
                          convex_penetration *out);

#endif
