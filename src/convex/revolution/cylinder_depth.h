/* How deep two cylinders are in each other, where that is soon known. */
#ifndef CAROM_CONVEX_REVOLUTION_CYLINDER_DEPTH_H
#define CAROM_CONVEX_REVOLUTION_CYLINDER_DEPTH_H

#include "convex/box/box_view.h"

/* A cylinder's numbers lie as a box's do: half.x is the radius, half.z half the height along
 * axes[2]. */
typedef box_view cylinder_view;

typedef struct cylinder_depth {
    double depth, lower;   /* least; lower: certified */
    double size;           /* of the pair */
    vec3 normal;           /* unit, from A to B */
    vec3 point_a, point_b; /* point_a = point_b + depth * normal */
} cylinder_depth;

/** The least penetration with its proof. @return false where neither was found soon, as for
 * cylinders that are apart: nothing is known then */
bool carom_cylinder_depth(const cylinder_view *a, const cylinder_view *b, cylinder_depth *out);

#endif
