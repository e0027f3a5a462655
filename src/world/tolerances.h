/* Thresholds of the world. Slacks of boxes and of slab tests are conservative: a larger one costs
 * time only. */
#ifndef CAROM_WORLD_TOLERANCES_H
#define CAROM_WORLD_TOLERANCES_H

#include "carom/base.h"

/* ---- world_data.h */

/* Of the gap between two boxes, which it lowers: rounding to carom_real (half an epsilon) and four
 * operations in double must not raise it. */
#define BOX_GAP_SLACK (4.0 * (double)CAROM_REAL_EPSILON)

/* ---- collider.c */

/* Absolute, of the squared norm of a rotation: a quaternion is accepted as unit when its norm is
 * within about 5e-4 of 1. Empirical. */
#define UNIT_ROTATION 1e-3

/* ---- near.c, query.c */

/* Of the coordinates, motions and parameters involved: bounds are rounded to carom_real (half an
 * epsilon), and sums of them a few times more; 8 is empirical. */
#define QUERY_BOX_SLACK (8.0 * (double)CAROM_REAL_EPSILON)

/* ---- motion.c */

/* Of the sum of the magnitudes that make a position: each is rounded to carom_real (half an
 * epsilon); 8 is empirical. */
#define PATH_BOX_SLACK (8.0 * (double)CAROM_REAL_EPSILON)

/* The separation that a pair keeps before an impact: the larger of SEPARATION_ROUNDING times the
 * largest coordinate, four times PATH_BOX_SLACK, and SEPARATION_SIZE times the smaller collider,
 * far below what is visible. Empirical. */
#define SEPARATION_ROUNDING (32.0 * (double)CAROM_REAL_EPSILON)
#define SEPARATION_SIZE 1e-7

/* Of the motions, added to the boxes of a pair besides twice its separation; and of the time of the
 * step, absolute, for the quotients. Empirical. */
#define MAY_MEET_SLACK (16.0 * (double)CAROM_REAL_EPSILON)
#define MAY_MEET_TIME 1e-12

/* ---- bounce.c */

/* Of the speeds of the contact points: the least speed at which a pair separates after an impact,
 * above what rounding to carom_real takes from it. Empirical. */
#define SEPARATING_SPEED (16.0 * (double)CAROM_REAL_EPSILON)

/* ---- step.c */

/* A pair is fast when it moves by more than 1 / FAST_SIDES of the smallest side of its moving
 * colliders in a step: then an overlap at the end may miss a passage. */
#define FAST_SIDES 2.0

/* Of the speed that gravity gives in one step: an approach slower than this has no restitution, so
 * that resting colliders do not bounce. */
#define SOFT_STEPS 2.0

#endif
