/* Linear sweep of two cylinders in closed form. */
#ifndef CAROM_CONVEX_CAST_CYLINDER_CAST_H
#define CAROM_CONVEX_CAST_CYLINDER_CAST_H

#include "convex/cast/cylinder_plane.h"

/** First contact of two cylinders of positive radius; the caller sets `a` to `motion`. The time may
 * be early while they are within `tolerance`, relative to the size. @return CYLINDERS_UNDECIDED
 * where the closed form does not decide */
cylinder_cast_end carom_cylinder_cast(cylinder_cast *c, double tolerance);

#endif
