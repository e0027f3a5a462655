/* Tolerances of moving meshes, by file. */
#ifndef CAROM_MESH_MOVING_TOLERANCES_H
#define CAROM_MESH_MOVING_TOLERANCES_H

/* ---- mesh_sweep */

/* Of the fraction: rounding of the times at which boxes enter and leave each other's slabs. */
#define TIME_ROUNDING 1e-12
/* carom_real is float when its epsilon is above this. */
#define REAL_IS_FLOAT_EPSILON 1e-10
/* Tolerance of the convex sweep in float builds, half an ulp of float: no finer than the result. */
#define FLOAT_SWEEP_TOLERANCE 3e-8
/* Of the motion: what it adds to the error of a posed box. Empirical. */
#define MOTION_ROUNDING (4.0 * (CAROM_REAL_EPSILON + 1e-13))
/* Of the coordinates: rounding of the gap of two heights along a unit direction, by some roundings
 * of each product; and of the motion, of its part along it. */
#define PLANE_HEIGHT_ERROR 4e-15
/* Of the coordinates and the motion: by how much earlier than the best contact a plane may let
 * other triangles touch: as early as the sweep of one pair may be. */
#define PLANE_TIME_TOLERANCE (CAROM_REAL_EPSILON > REAL_IS_FLOAT_EPSILON ? 3e-8 : 1e-13)

/* ---- mesh_toi */

/* Default tolerance, relative to size and motion. */
#define DEFAULT_TOI_TOLERANCE 1e-9
/* Relative: rounding of a bound on the speed. */
#define SPEED_ROUNDING 1e-12
/* Relative: a turning frame is a rotation up to this. */
#define TURN_SHRINK_ROUNDING 1e-9
/* Relative to size and motion: error of a box that is carried between turning frames. Empirical,
 * some hundreds of units of 2^-53. */
#define TURN_ROUNDING 1e-13
/* Boxes count as near at this many margins at least, so that a gap beyond it exceeds its error. */
#define NEAR_MARGINS 4.0
/* Margins by which planes may let other triangles touch earlier than the best contact: above the
 * one that lowers each gap, so that triangles in one plane are bounded. */
#define PLANE_SLACK_MARGINS 4.0

#endif
