/* carom robot: links and joints of a URDF file, their collision shapes, and which pairs of links
 * are allowed to collide. */
#ifndef CAROM_CLI_ROBOT_ROBOT_H
#define CAROM_CLI_ROBOT_ROBOT_H

#include "real.h" /* first: it chooses double */

#include <stdio.h>

#define ROBOT_NONE SIZE_MAX

typedef struct robot_link {
    char *name;
    size_t joint;  /* to its parent; ROBOT_NONE for the root */
    size_t shapes; /* how many it has */
} robot_link;

typedef enum robot_joint_kind {
    ROBOT_FIXED = 0,
    ROBOT_REVOLUTE,
    ROBOT_CONTINUOUS,
    ROBOT_PRISMATIC
} robot_joint_kind;

typedef struct robot_joint {
    char *name, *parent_name, *child_name;
    char *mimic_name; /* null: none */
    robot_joint_kind kind;
    size_t parent, child; /* links */
    carom_pose origin;    /* of the child at 0, in the parent's frame */
    carom_vec3 axis;      /* unit, in the child's frame */
    double lower, upper;
    size_t variable;           /* of the configuration; of a fixed joint ROBOT_NONE */
    double multiplier, offset; /* the joint is at multiplier * variable + offset */
} robot_joint;

typedef struct robot_shape {
    size_t link;
    carom_shape shape;
    carom_pose origin; /* in the link's frame */
    double radius;     /* no point is farther from the origin of `origin` */
    carom_mesh *mesh;  /* what is to be freed */
    carom_hull *hull;
} robot_shape;

typedef enum robot_allowance {
    ROBOT_CHECKED = 0,
    ROBOT_SAME,     /* one link */
    ROBOT_DISABLED, /* by the SRDF file */
    ROBOT_ADJACENT  /* joined, but for links without shapes */
} robot_allowance;

typedef struct robot {
    char *name;
    robot_link *links;
    robot_joint *joints;
    robot_shape *shapes;
    size_t link_count, joint_count, shape_count;
    size_t link_capacity, joint_capacity, shape_capacity;
    size_t *variables; /* the joint of each variable */
    size_t variable_count;
    unsigned char *allowed; /* robot_allowance of links i and j at i * link_count + j */
} robot;

#endif
