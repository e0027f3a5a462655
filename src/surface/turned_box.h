/* The box in which a shape lies along its own axes, and how far it is from other boxes and from
 * triangles, from below: what lets a long shape that is turned leave more out than its upright box
 * does. */
#ifndef CAROM_SURFACE_TURNED_BOX_H
#define CAROM_SURFACE_TURNED_BOX_H

#include "carom/dispatch.h"
#include "math/vec.h"

/* Grown all round by `radius`. Not `known`: it says nothing. */
typedef struct turned_box {
    bool known;
    vec3 center, axes[3], half;
    double radius;
} turned_box;

/** Of a valid shape where it is to be; unknown for what is best held by its upright box, and for
 * sizes whose squares leave the range of double. */
turned_box carom_turned_box(const carom_shape *shape);
/** No more than the distance to the upright box low .. high. */
double carom_turned_box_gap(const turned_box *box, vec3 low, vec3 high);
/** No more than the distance to the triangle. */
double carom_turned_box_triangle_gap(const turned_box *box, const carom_triangle *at);

#endif
