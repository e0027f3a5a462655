/* Paths of carom sweep, from options and files. */
#ifndef CAROM_CLI_MOTION_MOTION_PATH_H
#define CAROM_CLI_MOTION_MOTION_PATH_H

#include "motion/motion.h"

/** Takes "DX,DY,DZ". False when that is no motion, or memory ran out. */
bool motion_add_move(motion_path *path, const char *text);
/** Takes "AXIS,DEGREES" or "AXIS,DEGREES,X,Y,Z", AXIS x, y, z or three numbers. */
bool motion_add_turn(motion_path *path, const char *text);
/** Takes a file of lines "move ..." and "turn ...". On failure prints why. */
bool motion_add_file(motion_path *path, const char *name);

/** The motion up to a fraction of a leg, as a pose that comes after the part's own. */
carom_pose motion_pose(const motion_leg *leg, double fraction);

#endif
