/* A point moving by v during one frame, against a ball, a cylinder and a point: what every swept
 * sphere comes down to after the Minkowski sum. Discriminants are formed from the perpendicular
 * part of the offset, so that a far start or a fast motion cancels nothing, and the smaller root is
 * c / (sqrt - b), which subtracts no like numbers. */
#ifndef CAROM_QUERY_SWEEP_KERNEL_BALL_PATH_H
#define CAROM_QUERY_SWEEP_KERNEL_BALL_PATH_H

#include "math/vec.h"

/* Discriminants within this part of the squared radius of zero graze: rounding may decide. */
#define GRAZE 1e-9

typedef struct path_entry {
    double t;   /* first contact, DBL_MAX when there is none in [0, 1] */
    bool doubt; /* within rounding of touching or missing */
} path_entry;

static const path_entry no_entry = {DBL_MAX, false};

/** First t in [0, 1] with |p + t v| <= r for a start outside (|p| > r). */
static inline path_entry enter_ball(vec3 p, vec3 v, double r) {
    double b = dot3(p, v), a = len2(v);
    if (!(b < 0.0)) return no_entry;
    vec3 q = mad3(p, v, -b / a);
    double room = r * r - len2(q);
    path_entry out = {DBL_MAX, fabs(room) <= GRAZE * (r * r + 1e-300)};
    if (room < 0.0) return out;
    double distance = sqrt(len2(p)), c = max2((distance - r) * (distance + r), 0.0);
    double t = c / (sqrt(a * room) - b);
    out.doubt = out.doubt || fabs(t - 1.0) < GRAZE;
    if (t <= 1.0) out.t = t;
    return out;
}

/** First t in [0, 1] at which p + t v is within r of the segment from 0 along e, for a start
 * outside the capsule; its round ends are left to enter_ball. */
static inline path_entry enter_cylinder(vec3 p, vec3 v, vec3 e, double r) {
    double ee = len2(e), pe = dot3(p, e), ve = dot3(v, e);
    if (!(ee > 0.0)) return no_entry;
    vec3 across = mad3(p, e, -pe / ee), speed = mad3(v, e, -ve / ee);
    double a = len2(speed), b = dot3(across, speed), distance2 = len2(across);
    if (!(b < 0.0) || distance2 <= r * r) return no_entry;
    if (a <= 1e-24 * len2(v)) return (path_entry){DBL_MAX, true};
    vec3 q = mad3(across, speed, -b / a);
    double room = r * r - len2(q);
    path_entry out = {DBL_MAX, fabs(room) <= GRAZE * (r * r + 1e-300)};
    if (room < 0.0) return out;
    double distance = sqrt(distance2);
    double t = max2((distance - r) * (distance + r), 0.0) / (sqrt(a * room) - b);
    double along = (pe + t * ve) / ee;
    out.doubt =
        out.doubt || fabs(t - 1.0) < GRAZE || fabs(along) < GRAZE || fabs(along - 1.0) < GRAZE;
    if (t <= 1.0 && along >= 0.0 && along <= 1.0) out.t = t;
    return out;
}

static inline void keep_first(path_entry *best, path_entry other) {
    best->doubt = best->doubt || other.doubt;
    if (other.t < best->t) best->t = other.t;
}

#endif
