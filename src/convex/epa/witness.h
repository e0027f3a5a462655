/* Where the deepest points are, once the normal is known. */
#ifndef CAROM_CONVEX_EPA_WITNESS_H
#define CAROM_CONVEX_EPA_WITNESS_H

#include "convex/support/convex.h"

/** The middle of what the extreme parts of two polytopes along the unit `normal` share, seen along
 * it; on A, and `depth` behind it on B. `slack`: how far from extreme a vertex may be. */
void carom_convex_witness(const convex_shape *a, const convex_shape *b, double slack,
                          convex_penetration *out);

/** The same of any shapes, also of sizes that differ by many powers of ten, where the extreme parts
 * meet only within rounding: where the shapes come nearest to each other once B is moved free. */
void carom_convex_witness_free(const convex_shape *a, const convex_shape *b,
                               convex_penetration *out);

#endif
