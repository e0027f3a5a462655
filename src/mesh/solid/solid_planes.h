/* Exact predicates at the point of three planes, where a surface passes through itself on another
 * one (own method: Cramer's rule in dyadic numbers). */
#ifndef CAROM_MESH_SOLID_SOLID_PLANES_H
#define CAROM_MESH_SOLID_SOLID_PLANES_H

#include "mesh/solid/solid_exact.h"

/** Finds the point of the planes of three triangles; the result keeps a pointer to `meet`.
 * @return false where the planes share no point or more than one. */
bool carom_exact_point_of_planes(exact_point *p, homogeneous_point *meet, const vec3 *const v[3]);

/* The same predicates for the point of three planes, without a filter. */
int carom_exact_planes_side(const homogeneous_point *m, const vec3 v[3]);
int carom_exact_planes_side_of_ray(const homogeneous_point *m, vec3 ray, vec3 x, vec3 y);

/** Returns the sign of component `axis` of cross(y - x, p - x). */
int carom_exact_planes_side_2d(const homogeneous_point *m, vec3 x, vec3 y, int axis);

#endif
