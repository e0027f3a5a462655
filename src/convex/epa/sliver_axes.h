/* The least penetration of polytopes of few corners that are needles: by every normal that two of
 * their edges make, to all digits. */
#ifndef CAROM_CONVEX_EPA_SLIVER_AXES_H
#define CAROM_CONVEX_EPA_SLIVER_AXES_H

#include "convex/epa/epa.h"

/** Is a facet that a search ended with so thin that its normal lost digits? */
bool carom_is_needle(const epa_vertex corner[3]);

/** Moves `*normal` and `*depth` to the least reach of A - B over all normals, if that is less.
 * @return false, and nothing is changed, for more than a few corners */
bool carom_sliver_axes(const convex_shape *a, const convex_shape *b, vec3 *normal, double *depth);

#endif
