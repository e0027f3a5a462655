/* Thresholds of movers: lengths are relative to the skin, which is relative to the shape and to the
 * coordinates. */
#ifndef CAROM_MOVER_TOLERANCES_H
#define CAROM_MOVER_TOLERANCES_H

#include "carom/base.h"

/* ---- mover.c */

/* Default skin, of the least side of the shape's box; empirical. */
#define SKIN_OF_SIDE 0x1p-6

/* Least skin, of the largest coordinate of the shape's box: a position is rounded by half an
 * epsilon of it, a shape's points by a small number of epsilons more; 32 of them are a skin whose
 * half is above all of that. */
#define SKIN_OF_COORDINATES (32.0 * (double)CAROM_REAL_EPSILON)

/* Least side of the box over the least stride; a stride of a quarter of the width stays within what
 * planes tell of edges. Empirical. */
#define STRIDE_OF_SIDE 0.25

/* Rise of a velocity over its length up to which a mover walks: rounding of the caller's sums.
 * Empirical. */
#define WALK_RISE 1e-4

/* ---- advance.c */

/* Longest single sweep, in skins over epsilons: its fraction is rounded by an epsilon of the
 * motion, which is then below 1/64 of the skin. */
#define MOTION_OF_SKIN (0x1p-6 / (double)CAROM_REAL_EPSILON)

/* ---- near.c */

/* Gap up to which a plane counts as touched, and up to which it bounds motion, in skins. A mover
 * stops between one half and one skin away; empirical above that. */
#define TOUCHED_SKINS 1.25
#define NEAR_SKINS 2.0

/* Component along `up` of a normal below which a contact is a wall, not an edge that could be
 * stood on. Empirical. */
#define EDGE_RISE 0.05

/* The same for steep sides, which also bound motion across `up`; below it the plane alone does.
 * Empirical. */
#define SIDE_RISE 1e-4

/* Cosine above which normals of contacts with one collider are one side: 2.5 degrees. Empirical. */
#define SAME_SIDE 0.999

/* ---- solver.c */

/* Of the sum of all lengths of the system: a bound is kept to rounding. Empirical. */
#define BOUND_SLACK 1e-12

/* Least determinant of the matrix of dot products of unit normals that are taken for independent:
 * the square of a sine of 1e-5. Empirical. */
#define DEPENDENT_NORMALS 1e-10

/* ---- slide.c */

/* Motion that is not made, in skins: a mover that stands does not creep. Empirical. */
#define STILL_SKINS 0x1p-6

/* Part of the wanted progress below which a walking mover is stopped and tries to climb, and the
 * part that a climb must make. Empirical. */
#define BLOCKED_PROGRESS 0.98
#define CLIMB_PROGRESS 0.125

/* ---- ground.c */

/* Length that is left of a unit vector downwards where steep sides hold the mover. Empirical. */
#define HELD_SINE 0.02

#endif
