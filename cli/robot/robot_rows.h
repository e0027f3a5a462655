/* Trajectories as CSV. */
#ifndef CAROM_CLI_ROBOT_ROBOT_ROWS_H
#define CAROM_CLI_ROBOT_ROBOT_ROWS_H

#include "robot/robot.h"

/* Rows of values, one for each variable. */
typedef struct robot_rows {
    double *values;
    size_t count, capacity;
} robot_rows;

/** Reads CSV: names of joints, then a row of numbers each; a column `time` and those that start
 * with # are left out, joints without a column stay at 0. On failure prints why. */
bool robot_read_rows(robot_rows *out, const robot *r, const char *path);

#endif
