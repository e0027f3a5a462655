/* Rotations and rigid motions without libm. The unit of angles is the full turn, so that reducing
 * an angle is exact. */
#ifndef CAROM_MATH_TURN_H
#define CAROM_MATH_TURN_H

#include "math/vec.h"

/** Sine and cosine of `turns` * 2 pi, to 2 units in the last place of 1; exact at quarter turns. */
void carom_turn_sincos(double turns, double *sine, double *cosine);

/** The angle of the point (x, y) in turns, in [-1/2, 1/2], to 2e-16; 0 for the origin. */
double carom_turn_angle(double y, double x);

/** A pose: its rotation is a quaternion of any length; zero is the identity. */
typedef struct turn_pose {
    vec3 position;
    double x, y, z, w;
} turn_pose;

/** A motion from pose to pose at constant linear and angular velocity: `pivot`, a point of the
 * body, moves straight from `from` to `to`, and the body rotates about it. */
typedef struct turn_path {
    vec3 pivot;    /* in the body's frame */
    vec3 from, to; /* of the pivot, in the common frame */
    vec3 axis;     /* unit, in the common frame */
    double turns;  /* about the axis, from start to end */
    vec3 start[3]; /* columns of the first rotation */
} turn_path;

/** Definition of a motion. */
typedef struct turn_request {
    turn_pose start, end;
    vec3 pivot;  /* in the body's frame */
    vec3 axis;   /* chooses the sense of rotation; zero: the shortest rotation */
    double more; /* full turns in addition */
} turn_request;

/** @return false when a number is not finite. */
bool carom_turn_path(turn_path *out, const turn_request *request);

/** A pose along the path: x goes to origin + columns * x. */
typedef struct turn_frame {
    vec3 columns[3];
    vec3 origin;
} turn_frame;

/** The pose at time t in [0, 1]. */
turn_frame carom_turn_at(const turn_path *path, double t);

static inline vec3 turn_vector(const turn_frame *f, vec3 v) {
    return mad3(mad3(scale3(f->columns[0], v.x), f->columns[1], v.y), f->columns[2], v.z);
}
static inline vec3 turn_point(const turn_frame *f, vec3 p) {
    return add3(f->origin, turn_vector(f, p));
}

#endif
