/* Robots from URDF files, allowed collisions from and to SRDF files. */
#ifndef CAROM_CLI_ROBOT_URDF_H
#define CAROM_CLI_ROBOT_URDF_H

#include "robot/robot.h"

typedef struct urdf_options {
    bool hulls;                  /* meshes become their convex hulls */
    const char *const *packages; /* folders of packages, as NAME=FOLDER */
    size_t package_count;
} urdf_options;

/** Reads the file and its meshes. On failure prints why. */
bool robot_load(robot *out, const char *path, const urdf_options *options);
void robot_free(robot *r);

/** Allows the collisions that an SRDF file disables. On failure prints why. */
bool robot_load_srdf(robot *r, const char *path);

#endif
