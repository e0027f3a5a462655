/* Witness points of a depth whose normal is known. */
#ifndef CAROM_CONVEX_EPA_WITNESS_H
#define CAROM_CONVEX_EPA_WITNESS_H

#include "convex/support/convex.h"

/** Sets point_a to the centroid of the vertices of the common part of two polytopes' extreme
 * features, projected along the unit `normal`, and point_b to the point `depth` behind it.
 * @param slack distance from the support plane up to which a vertex belongs to a feature */
void carom_convex_witness(const convex_shape *a, const convex_shape *b, double slack,
                          convex_penetration *out);

/** The same for any shapes, also of sizes that differ by many powers of ten, whose extreme features
 * meet only within rounding: the closest points of the shapes after B is moved by depth * normal.
 */
void carom_convex_witness_by_distance(const convex_shape *a, const convex_shape *b,
                                      convex_penetration *out);

#endif
