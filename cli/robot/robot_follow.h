/* A trajectory of a robot: its clearance at the rows, and first contacts between them. */
#ifndef CAROM_CLI_ROBOT_ROBOT_FOLLOW_H
#define CAROM_CLI_ROBOT_ROBOT_FOLLOW_H

#include "robot/robot_rows.h"
#include "threads.h"

/* What stands around it. */
typedef struct robot_scene {
    robot_shape *shapes; /* in the robot's frame */
    const char **names;
    size_t count;
} robot_scene;

/* A shape of the robot and one of the scene, or two of the robot. */
typedef struct robot_touch {
    size_t shape, other;
    bool of_scene;
} robot_touch;

typedef struct robot_row {
    double clearance; /* the least distance at the row; infinite without pairs */
    robot_touch nearest;
    carom_vec3 point_a, point_b;
    double lower;  /* no less on the way to the next row */
    double motion; /* bound of what two shapes approach each other until then */
    bool hit, undecided;
    double fraction, upper; /* of the way to the next row */
    robot_touch touch;
    carom_vec3 point;
} robot_row;

typedef struct robot_follow {
    robot_row *rows;
    size_t count;
    bool interrupted;
} robot_follow;

/** False when memory ran out. */
bool robot_follow_rows(robot_follow *out, const robot *r, const robot_scene *scene,
                       const robot_rows *rows, const threads *t);

#endif
