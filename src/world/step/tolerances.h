/* Thresholds of a world's step. Slacks of boxes and of slab tests are conservative: a larger one
 * costs time only. */
#ifndef CAROM_WORLD_STEP_TOLERANCES_H
#define CAROM_WORLD_STEP_TOLERANCES_H

#include "carom/base.h"

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

/* ---- impact_response.c */

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
