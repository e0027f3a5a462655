/* Thresholds of this folder. Each is a part of a length that its comment names, so that no decision
 * depends on a unit of length. */
#ifndef CAROM_DISPATCH_TOLERANCES_H
#define CAROM_DISPATCH_TOLERANCES_H

/* Of the largest coordinate of a pair: poses are right to 4 units in the last place (trajectory.h),
 * and rotating a point rounds as much again. */
#define TRAJECTORY_POSE_ERROR (8.0 * (double)CAROM_REAL_EPSILON)
/* Of a length in the own frame: how much a rotation may change it, which is taken as it is where
 * its squared length is off by UNIT_POSE_KEPT; four times that. */
#define TRAJECTORY_BOUND_ERROR (64.0 * (double)CAROM_REAL_EPSILON)
/* A length: a box as large is bounded with its pose, whose coordinates stay finite. */
#define TRAJECTORY_BOX_MAX (0.125 * (double)CAROM_REAL_MAX)
/* Times that error: the tolerance when the caller gives none, empirical; and the least, which keeps
 * a step longer than 0. */
#define TRAJECTORY_TOLERANCE 16.0
#define TRAJECTORY_TOLERANCE_MIN 2.0
/* Of a speed: above the rounding of sums of ten terms. */
#define TRAJECTORY_SPEED_ERROR (16.0 * (double)CAROM_REAL_EPSILON)
/* Times the reach of the box at the start: above what the search takes for the extent of a shape,
 * which is the sum of a center's distance and of half a diagonal at most. */
#define TRAJECTORY_BOUND_SIZE 3.0
/* Of the time of a contact: one as early is found before the limit that is longer by this. Above
 * rounding. */
#define TRAJECTORY_TIE 0x1p-50
/* Of the distance: a direction along which the shapes are apart by so much is used. Empirical. */
#define TRAJECTORY_SEPARATION 0.5
/* Of the largest coordinate of nearest points: their difference holds the direction of a distance
 * that is greater. Rounding turns it by 2^8 of CAROM_REAL_EPSILON, what curved shapes converge to
 * (dispatch.h) by 1e-10; the engine tells the direction of a lesser one. */
#define SIGNED_NORMAL_KNOWN 0x1p-8
/* Of a distance of two boxes: above its rounding, and that of a distance to carom_real. */
#define WITHIN_BOX_ROUNDING (4.0 * (double)CAROM_REAL_EPSILON)
/* Of the largest coordinate of a posed shape: poses are right to 4 units in the last place where
 * they are of unit length, and rotating a point rounds as much again, once more for a box. */
#define SET_BALL_ERROR (16.0 * (double)CAROM_REAL_EPSILON)
/* Of a distance: above half the rounding of its square, nine units of 2^-24, and that of the
 * radius. */
#define SET_BALL_ROUNDING 0x1p-20
/* The same in float: of the radius and the limit, which are rounded once more, and of the largest
 * coordinate of the center, with its own rounding. */
#define SET_REACH_ROUNDING (2.0 * SET_BALL_ROUNDING)
#define SET_REACH_ERROR ((SET_BALL_ERROR + (double)FLT_EPSILON) * (1.0 + SET_REACH_ROUNDING))
/* Of coordinates: above the rounding of both ends of a posed axis, and what a rotation changes that
 * is taken as it is where its squared length is off by UNIT_POSE_KEPT. */
#define SET_CAPSULE_DOUBT (64.0 * (double)CAROM_REAL_EPSILON)
/* Of the largest coordinate of a shape in the grid's frame, and of both poses. */
#define GRID_POSE_ROUNDING (16.0 * (double)CAROM_REAL_EPSILON)

#endif
