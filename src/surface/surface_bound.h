/* Bounds of a shape for traversals of a surface: lower bounds on its distance from a box or
 * triangle, and on the time at which it reaches a box. They prune triangles and decide nothing. */
#ifndef CAROM_SURFACE_SURFACE_BOUND_H
#define CAROM_SURFACE_SURFACE_BOUND_H

#include "pair/pose/pair.h"
#include "surface/obb_bound.h"

typedef enum bound_kind { BOUND_BOX, BOUND_PLANE, BOUND_LINE } bound_kind;

typedef struct shape_bound {
    bound_kind kind;
    vec3 low, high;  /* BOX: bounding box of a bounded shape, grown by more than its rounding */
    vec3 direction;  /* PLANE: unit normal; LINE: unit direction */
    vec3 origin;     /* LINE */
    double range[2]; /* LINE: interval along the unit direction */
    double offset;   /* PLANE */
    bool solid;      /* PLANE: a half-space */
    obb_bound obb;   /* BOX: box along the shape's own axes */
} shape_bound;

/** Bounds a valid shape at its final position. */
shape_bound carom_shape_bound_of(const carom_shape *shape);
/** Returns a lower bound on the distance from the box. */
double carom_shape_bound_gap(const shape_bound *reach, vec3 low, vec3 high);
/** Returns a lower bound on the distance from a triangle, beyond that of its box. */
double carom_shape_bound_triangle_gap(const shape_bound *reach, const carom_triangle *at);
/** Returns a lower bound on the time at which the shape, moving by `motion`, meets the box, as a
 * part of the motion; DBL_MAX when they do not meet by `until`. */
double carom_shape_bound_time(const shape_bound *reach, vec3 motion, double until,
                              const vec3 box[2]);

#endif
