/* Boolean overlap of two cylinders, decided where it is certain. */
#ifndef CAROM_CONVEX_REVOLUTION_CYLINDER_OVERLAP_H
#define CAROM_CONVEX_REVOLUTION_CYLINDER_OVERLAP_H

#include "convex/revolution/cylinder_depth.h"
#include "convex/mpr/mpr.h"

/** Overlap of two cylinders.
 * @param axis an axis that separated them before, or zero; set to one that does
 * @return PORTAL_UNDECIDED where neither a separating axis nor a common point was found */
portal_end carom_cylinder_overlap(const cylinder_view *a, const cylinder_view *b, vec3 *axis);

/** Do the cylinders stand on each other along a coordinate axis, with a gap of exactly 0? False
 * where that is not certain. */
bool carom_cylinders_are_stacked(const cylinder_view *a, const cylinder_view *b);

#endif
