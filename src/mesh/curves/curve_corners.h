/* Intersection of two triangles by exact orientation signs [Shewchuk97], after [GuigueDevillers03].
 */
#ifndef CAROM_MESH_CURVES_CURVE_CORNERS_H
#define CAROM_MESH_CURVES_CURVE_CORNERS_H

#include "mesh/curves/curve_data.h"

/** Returns the part of a triangle that holds a point, from the point's signs at the edges, or -1
 * for outside; `side` is the sign of the inside. */
int carom_part_by_signs(const int sign[3], int side);
/** The `coplanar` of the next function, sooner where it is false. */
bool carom_are_triangles_coplanar(const vec3 a[3], const vec3 b[3]);
triangle_meeting carom_intersect_triangles_exact(const vec3 a[3], const vec3 b[3]);

/** Returns the point where the two parts meet, rounded from its exact coordinates. */
vec3 carom_corner_position(curve_corner corner, const vec3 a[3], const vec3 b[3]);

#endif
