/* Oriented bounding box of a shape along its own axes [Gottschalk96], with lower bounds on its
 * distance from boxes and triangles: it lets a long, rotated shape prune more than its
 * axis-aligned box does. */
#ifndef CAROM_SURFACE_OBB_BOUND_H
#define CAROM_SURFACE_OBB_BOUND_H

#include "carom/dispatch.h"
#include "math/vec.h"

/* The box is grown by `radius`. When not `known` it bounds nothing. */
typedef struct obb_bound {
    bool known;
    vec3 center, axes[3], half;
    double radius;
} obb_bound;

/** Bounds a valid shape at its final position; unknown for shapes that their axis-aligned box
 * bounds best, and for sizes whose squares leave the range of double. */
obb_bound carom_obb_bound(const carom_shape *shape);
/** Returns a lower bound on the distance to the axis-aligned box low .. high. */
double carom_obb_bound_gap(const obb_bound *box, vec3 low, vec3 high);
/** Returns a lower bound on the distance to the triangle. */
double carom_obb_bound_triangle_gap(const obb_bound *box, const carom_triangle *at);

#endif
