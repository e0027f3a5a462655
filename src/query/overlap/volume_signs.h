/* Exact signs that the volumes' booleans and classifications share. Inputs must be finite. */
#ifndef CAROM_QUERY_OVERLAP_VOLUME_SIGNS_H
#define CAROM_QUERY_OVERLAP_VOLUME_SIGNS_H

#include "carom/shape.h"
#include "math/predicates.h"

/** Sign of |b - a|^2 - (ra + rb)^2. With rb negative: of |b - a|^2 - (ra - |rb|)^2. */
int carom_sign_two_spheres(vec3 a, double ra, vec3 b, double rb);

/** Sign of (dot(normal, center) - offset)^2 - radius^2 dot(normal, normal): 1 when the plane
 * misses the sphere, 0 when it touches. */
int carom_sign_plane_sphere(vec3 normal, double offset, const carom_sphere *sphere);

/** Sign of dot(normal, center) - offset + sense * sum of half_extents_i |dot(normal, axes_i)|,
 * sense 1 or -1: the side of the plane that the box's support point along sense * normal is on. */
int carom_sign_plane_obb(vec3 normal, double offset, const carom_obb *box, int sense);

#endif
