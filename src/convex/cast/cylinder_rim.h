/* Contacts of two moving cylinders between two rims, or between a rim and a side. */
#ifndef CAROM_CONVEX_CAST_CYLINDER_RIM_H
#define CAROM_CONVEX_CAST_CYLINDER_RIM_H

#include "convex/cast/cylinder_plane.h"

/* What meets what, and where to look for it. */
typedef struct rim_guess {
    double end[2]; /* of A and B: 0 on the side */
    vec3 normal;   /* from A to B */
    double t;
} rim_guess;

/** Contacts between rims, or of a rim on a side: by the guess, or by the axes' nearest points at
 * time t, up to which they are apart. */
cylinder_cast_end carom_cast_rim_guess(cylinder_cast *c, const rim_guess *g);
cylinder_cast_end carom_cast_rims(cylinder_cast *c, double t);

#endif
