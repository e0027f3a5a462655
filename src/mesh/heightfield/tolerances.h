/* Thresholds and error bounds of height fields (src/mesh/heightfield), file by file. u is half an
 * ulp of 1: 2^-53 of double. */
#ifndef CAROM_MESH_HEIGHTFIELD_TOLERANCES_H
#define CAROM_MESH_HEIGHTFIELD_TOLERANCES_H

/* ---- height_march.c */

/* Above the relative error of the operations of a bound: 90 roundings u. */
#define MARCH_ROUNDING 1e-14
/* A grid line is off by this, in cells (empirical), and by GRID_EPSILONS epsilons of carom_real of
 * its coordinate, as vertices are rounded to carom_real. */
#define GRID_SLACK 1e-6
#define GRID_EPSILONS 2.0

/* ---- height_near.c */

/* A ball's bounds are moved outwards by this, in epsilons of carom_real, relative to the largest
 * coordinate and the radius, and by DBL_MIN: above the rounding of one sum to carom_real. */
#define BALL_EPSILONS 4.0

/* ---- height_pair.c */

/* A posed box is moved outwards by this multiple of the noise of the pose, which bounds the error
 * of a posed point. */
#define POSE_NOISES 4.0

/* ---- height_walk.h */

/* Of a squared distance to a box, relative: above its roundings in double. */
#define BOX_DISTANCE_ROUNDING 1e-12

#endif
