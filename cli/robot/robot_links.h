/* Links and joints of a robot as a tree, and where its links are. */
#ifndef CAROM_CLI_ROBOT_ROBOT_LINKS_H
#define CAROM_CLI_ROBOT_ROBOT_LINKS_H

#include "robot/robot.h"

/** @return ROBOT_NONE where there is none of that name. */
size_t robot_find_link(const robot *r, const char *name);
size_t robot_find_joint(const robot *r, const char *name);

/** Resolves names, numbers variables and allows links that are joined. On failure prints why. */
bool robot_link_up(robot *r, const char *path);

/** Allows collisions of two links, both ways; that they are disabled says more than that
 * they are adjacent. */
void robot_allow(robot *r, size_t a, size_t b, robot_allowance why);
robot_allowance robot_allowed(const robot *r, size_t a, size_t b);

/** Where a link is, its root at the origin; `values` has one number for each variable. */
carom_pose robot_pose_of_link(const robot *r, size_t link, const double *values);
carom_pose robot_pose_of_shape(const robot *r, size_t shape, const double *values);

/** Bounds on the speed of a shape's origin, and of its rotation, while the variables change from
 * one configuration to another in a unit of time, each evenly. */
carom_speed robot_speed_of_shape(const robot *r, size_t shape, const double *from,
                                 const double *to);

#endif
