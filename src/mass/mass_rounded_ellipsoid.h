/* Moments of an ellipsoid grown by a ball. */
#ifndef CAROM_MASS_MASS_ROUNDED_ELLIPSOID_H
#define CAROM_MASS_MASS_ROUNDED_ELLIPSOID_H

#include "carom/shape.h"
#include "mass/moments.h"

/** The ellipsoid, flat ones included, grown by the radius, which is positive. */
void carom_rounded_ellipsoid_moments(moments *out, const carom_ellipsoid *core, double radius);

#endif
