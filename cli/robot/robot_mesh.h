/* Meshes that a URDF file names. */
#ifndef CAROM_CLI_ROBOT_ROBOT_MESH_H
#define CAROM_CLI_ROBOT_ROBOT_MESH_H

#include "robot/urdf.h"

typedef struct robot_mesh_file {
    const char *urdf, *name; /* package://, file:// or a path beside the URDF */
    const double *scale;
    const urdf_options *options;
} robot_mesh_file;

/** The mesh, or its hull, as the shape. On failure prints why. */
bool robot_mesh_load(robot_shape *out, const robot_mesh_file *file);

/** A whole mesh file as a shape at the origin. On failure prints why. */
bool robot_mesh_of_file(robot_shape *out, const char *path, const double scale[3], bool hull);

#endif
