/* Cylinders that surely share a point, or surely do not. */
#ifndef CAROM_CONVEX_REVOLUTION_CYLINDER_OVERLAP_H
#define CAROM_CONVEX_REVOLUTION_CYLINDER_OVERLAP_H

#include "convex/revolution/cylinder_depth.h"
#include "convex/mpr/mpr.h"

/** `*axis`: one that separated them before, or zero; then one that does, if that did not.
 * @return PORTAL_OPEN for what is not sure: others tell */
portal_end carom_cylinder_overlap(const cylinder_view *a, const cylinder_view *b, vec3 *axis);

/** Does one stand on the other, along a coordinate axis and without a gap? False when in doubt. */
bool carom_cylinders_stand(const cylinder_view *a, const cylinder_view *b);

#endif
