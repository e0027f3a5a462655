/* Casts of two cylinders. */
#ifndef CAROM_CONVEX_CAST_CYLINDER_H
#define CAROM_CONVEX_CAST_CYLINDER_H

#include "convex/cast.h"

/* Of cylinders without a radius, at the start of the cast, the margin known. False where the answer
 * is not found: nothing was changed then. */

/** Contacts on a cap, or of a side across a side. */
bool carom_cast_cylinders(cast *c, cast_end *end);
/** Contacts between rims, or of a rim on a side: near the portal, which is hit at `t`. */
bool carom_cast_rims(cast *c, double t, cast_end *end);

/** The same without a portal, free up to t: by the axes' nearest points. */
bool carom_cast_rims_at_once(cast *c, double t, cast_end *end);

/* A plane between, square to the unit `normal` from A to B, and when A meets it. */
typedef struct cast_plane {
    vec3 normal;
    double gap, closing, t;
} cast_plane;

/** `n`: unit, to either side. */
cast_plane carom_cast_plane(const cast *c, vec3 n);

/** Whether the plane, which is between until its time, tells the end of the cast: either that is
 * beyond the motion, or then the point `x`, from the centre of B or A, on which it is, is on the
 * other as well. */
bool carom_cast_settle(cast *c, const cast_plane *plane, vec3 x, bool of_b, cast_end *end);

#endif
