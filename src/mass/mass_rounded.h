/* Moments of rounded shapes: cores grown by a ball. */
#ifndef CAROM_MASS_MASS_ROUNDED_H
#define CAROM_MASS_MASS_ROUNDED_H

#include "mass/moments.h"
#include "shape/hull_data.h"

/** A polygon or solid, grown by the radius, which is positive. @param core the moments of a solid;
 * of a polygon zeroed, with a scale of 1 */
void carom_rounded_hull_moments(moments *out, const hull_data *hull, const moments *core,
                                double radius);

/** A cylinder, or a cone with its apex at b (`top` 0), grown by the radius: a solid of revolution.
 * `base` and `top` are the radii of its ends; `axis` is used where a is b. */
typedef struct rounded_revolution {
    vec3 a, b, axis;
    double base, top, radius;
} rounded_revolution;

void carom_rounded_revolution_moments(moments *out, const rounded_revolution *solid);

#endif
