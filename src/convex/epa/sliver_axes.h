/* Least penetration of slivers of at most 12 vertices: the separating axis test over the cross
 * products of all pairs of their edges, with accurate products. */
#ifndef CAROM_CONVEX_EPA_SLIVER_AXES_H
#define CAROM_CONVEX_EPA_SLIVER_AXES_H

#include "convex/epa/epa.h"

/** Is a facet so thin that its normal has lost digits (SLIVER_SINE2)? */
bool carom_is_sliver(const epa_vertex corner[3]);

/** Lowers `*normal` and `*depth` to the least support value of A - B over these normals.
 * @return false, with nothing changed, when a shape is curved or has more than 12 vertices */
bool carom_sliver_axes(const convex_shape *a, const convex_shape *b, vec3 *normal, double *depth);

#endif
