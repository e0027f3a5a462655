/* Contacts of two moving cylinders between two rims, or between a rim and a side. */
#ifndef CAROM_CONVEX_CAST_CYLINDER_RIM_H
#define CAROM_CONVEX_CAST_CYLINDER_RIM_H

#include "convex/cast/cylinder_plane.h"

/* The start of the search for a contact: the features, the normal and the time. */
typedef struct rim_guess {
    double end[2]; /* of A and B: 1 or -1, the rim at that end of the axis; 0 the side */
    vec3 normal;   /* from A to B */
    double t;
} rim_guess;

/** Contact of two rims, or of a rim and a side, near the guess; or near the nearest points of the
 * axes at time t, before which there is no contact. */
cylinder_cast_end carom_cast_rim_guess(cylinder_cast *c, const rim_guess *g);
cylinder_cast_end carom_cast_rims(cylinder_cast *c, double t);

#endif
