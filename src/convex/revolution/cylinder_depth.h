/* Least penetration of two cylinders in closed form, where a proof is found at once. */
#ifndef CAROM_CONVEX_REVOLUTION_CYLINDER_DEPTH_H
#define CAROM_CONVEX_REVOLUTION_CYLINDER_DEPTH_H

#include "convex/box/box_view.h"

/* A cylinder has the layout of a box: half.x is the radius, half.z half the height along axes[2].
 */
typedef box_view cylinder_view;

typedef struct cylinder_depth {
    double depth, lower;   /* the least depth, and its certified lower bound */
    double size;           /* of the pair, to which rounding errors are relative */
    vec3 normal;           /* unit, from A to B */
    vec3 point_a, point_b; /* point_a = point_b + depth * normal */
} cylinder_depth;

/** The least penetration depth, proved. @return false where it is not found, as for cylinders that
 * are apart: nothing is known then */
bool carom_cylinder_depth(const cylinder_view *a, const cylinder_view *b, cylinder_depth *out);

#endif
