/* What carom robot tells, and SRDF files. */
#ifndef CAROM_CLI_ROBOT_ROBOT_REPORT_H
#define CAROM_CLI_ROBOT_ROBOT_REPORT_H

#include "robot/robot_follow.h"
#include "robot/robot_sample.h"

void robot_tell_samples(const robot *r, const robot_samples *s, bool json);

/** @return whether anything is in contact. */
bool robot_tell_rows(const robot *r, const robot_scene *scene, const robot_follow *f, bool json);

/** The pairs that have a reason, and those that the robot has from another file. On failure prints
 * why. */
bool robot_write_srdf(const robot *r, const robot_samples *s, const char *path);

#endif
