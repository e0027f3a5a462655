/* The faces and outlines of the convex hull of eight points, and how a box stands to it: in double,
 * compiled once for both precisions. */
#ifndef CAROM_QUERY_FRUSTUM_FRUSTUM_SIDES_H
#define CAROM_QUERY_FRUSTUM_FRUSTUM_SIDES_H

#include "carom/frustum.h"
#include "math/vec.h"

/** @return false when the points enclose no volume. */
bool carom_sides_of_corners(carom_frustum_sides *sides, const vec3 corners[8]);

/** How the hull stands to the box from `box[0]` to `box[1]`, finite and not inverted:
 * CAROM_CONTAINS where the box is in the interior. */
carom_relation carom_sides_classify_box(const carom_frustum_sides *sides, const vec3 corners[8],
                                        const vec3 box[2]);

#endif
