/* Rotations and rigid motions without libm. The unit of angles is the full turn, so that reducing
 * an angle is exact. */
#ifndef CAROM_MATH_ROTATION_H
#define CAROM_MATH_ROTATION_H

#include "math/pose.h"

#define FULL_TURN 6.283185307179586476925 /* radians */

/** Sine and cosine of `turns` * 2 pi, to 2 units in the last place of 1; exact at quarter turns. */
void carom_turn_sincos(double turns, double *sine, double *cosine);

/** The angle of the point (x, y) in turns, in [-1/2, 1/2], to 2e-16; 0 for the origin. */
double carom_turn_angle(double y, double x);

/** A pose in double. */
typedef struct rigid_pose {
    vec3 position;
    double x, y, z, w;
} rigid_pose;

/** @return false for an invalid pose. */
static inline bool load_rigid_pose(rigid_pose *out, carom_pose pose) {
    if (!normalize_pose(&pose)) return false;
    const carom_quat *q = &pose.rotation;
    *out =
        (rigid_pose){load3(pose.position), (double)q->x, (double)q->y, (double)q->z, (double)q->w};
    return true;
}

/** A motion from pose to pose at constant linear and angular velocity: `pivot`, a point of the
 * body, moves straight from `from` to `to`, and the body rotates about it. */
typedef struct rigid_motion {
    vec3 pivot;    /* in the body's frame */
    vec3 from, to; /* of the pivot, in the common frame */
    vec3 axis;     /* unit, in the common frame */
    double turns;  /* about the axis, from start to end */
    vec3 start[3]; /* columns of the first rotation */
} rigid_motion;

/** Definition of a motion. */
typedef struct rigid_motion_def {
    rigid_pose start, end;
    vec3 pivot;  /* in the body's frame */
    vec3 axis;   /* chooses the sense of rotation; zero: the shortest rotation */
    double more; /* full turns in addition */
} rigid_motion_def;

/** @return false when a number is not finite. */
bool carom_rigid_motion(rigid_motion *out, const rigid_motion_def *request);

/** A pose along the path: x goes to origin + columns * x. */
typedef struct rigid_frame {
    vec3 columns[3];
    vec3 origin;
} rigid_frame;

/** The pose at time t in [0, 1]. */
rigid_frame carom_rigid_motion_at(const rigid_motion *path, double t);

static inline vec3 rigid_rotate(const rigid_frame *f, vec3 v) {
    return mad3(mad3(scale3(f->columns[0], v.x), f->columns[1], v.y), f->columns[2], v.z);
}
/** A vector in the body's frame. */
static inline vec3 rigid_rotate_back(const rigid_frame *f, vec3 v) {
    return vec(dot3(f->columns[0], v), dot3(f->columns[1], v), dot3(f->columns[2], v));
}
static inline vec3 rigid_transform(const rigid_frame *f, vec3 p) {
    return add3(f->origin, rigid_rotate(f, p));
}

#endif
