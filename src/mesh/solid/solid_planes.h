/* Exact predicates at the point of three planes, where a surface passes through itself on another
 * one (own method: Cramer's rule in dyadic numbers). */
#ifndef CAROM_MESH_SOLID_SOLID_PLANES_H
#define CAROM_MESH_SOLID_SOLID_PLANES_H

#include "mesh/solid/solid_exact.h"

/** Finds the point of three planes; the result keeps the pointer.
 * @return false where the planes share no point or more than one */
bool carom_exact_point_of_planes(exact_point *p, const three_planes *planes);

/* The same predicates for the point of three planes, without a filter. */
int carom_exact_planes_side(const three_planes *planes, const vec3 v[3]);
int carom_exact_planes_side_of_ray(const three_planes *planes, vec3 ray, vec3 x, vec3 y);

/** Returns the sign of component `axis` of cross(y - x, p - x). */
int carom_exact_planes_side_2d(const three_planes *planes, vec3 x, vec3 y, int axis);

#endif
