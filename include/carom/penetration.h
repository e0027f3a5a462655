/* carom: how deep two shapes interpenetrate, and the least translation that frees them.
 *
 * Moving B by depth * normal (or A by its reverse) leaves the shapes just touching. Shapes that do not
 * overlap have overlap false and depth 0. */
#ifndef CAROM_PENETRATION_H
#define CAROM_PENETRATION_H

#include "carom/shape.h"

CAROM_BEGIN

typedef struct carom_penetration {
    bool overlap;
    carom_real depth;
    carom_vec3 normal;           /**< unit, from A to B */
    carom_vec3 point_a, point_b; /**< deepest points: point_a = point_b + depth * normal */
} carom_penetration;

CAROM_API carom_penetration carom_penetration_plane_sphere(const carom_plane *plane, const carom_sphere *sphere);
CAROM_API carom_penetration carom_penetration_halfspace_sphere(const carom_halfspace *halfspace, const carom_sphere *sphere);
CAROM_API carom_penetration carom_penetration_sphere_sphere(const carom_sphere *a, const carom_sphere *b);
CAROM_API carom_penetration carom_penetration_sphere_aabb(const carom_sphere *sphere, const carom_aabb *box);
CAROM_API carom_penetration carom_penetration_sphere_obb(const carom_sphere *sphere, const carom_obb *box);
CAROM_API carom_penetration carom_penetration_sphere_triangle(const carom_sphere *sphere, const carom_triangle *triangle);
CAROM_API carom_penetration carom_penetration_aabb_aabb(const carom_aabb *a, const carom_aabb *b);
CAROM_API carom_penetration carom_penetration_obb_obb(const carom_obb *a, const carom_obb *b);

CAROM_END

#endif
