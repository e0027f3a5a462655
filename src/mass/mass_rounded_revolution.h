/* Moments of rounded cylinders and cones. */
#ifndef CAROM_MASS_MASS_ROUNDED_REVOLUTION_H
#define CAROM_MASS_MASS_ROUNDED_REVOLUTION_H

#include "mass/moments.h"

/** A cylinder, or a cone with its apex at b (`top` 0), grown by the radius: a solid of revolution.
 * `base` and `top` are the radii of its ends; `axis` is used where a is b. */
typedef struct rounded_revolution {
    vec3 a, b, axis;
    double base, top, radius;
} rounded_revolution;

void carom_rounded_revolution_moments(moments *out, const rounded_revolution *solid);

#endif
