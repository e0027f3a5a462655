/* Moments of rounded polyhedra: cores grown by a ball. */
#ifndef CAROM_MASS_MASS_ROUNDED_H
#define CAROM_MASS_MASS_ROUNDED_H

#include "mass/moments.h"
#include "shape/hull_data.h"

/** A polygon or solid, grown by the radius, which is positive. @param core the moments of a solid;
 * of a polygon zeroed, with a scale of 1 */
void carom_rounded_hull_moments(moments *out, const hull_data *hull, const moments *core,
                                double radius);

#endif
