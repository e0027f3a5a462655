/* Casts of two cylinders that move straight, from their axes alone. */
#ifndef CAROM_CONVEX_CAST_CYLINDER_CAST_H
#define CAROM_CONVEX_CAST_CYLINDER_CAST_H

#include "convex/cast/cylinder_plane.h"

/** Of cylinders with a radius; `a` to `motion` are set. They may meet early by `tolerance`, of the
 * size. @return CYLINDERS_UNDECIDED where the closed form does not decide */
cylinder_cast_end carom_cylinder_cast(cylinder_cast *c, double tolerance);

#endif
