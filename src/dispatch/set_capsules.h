/* Capsules about the shapes of a set against the boxes of one that stands, before the shapes are
 * posed: row "does a robot arm touch eight boxes" of bench/results/programs.md. */
#ifndef CAROM_DISPATCH_SET_CAPSULES_H
#define CAROM_DISPATCH_SET_CAPSULES_H

#include "carom/dispatch.h"
#include "math/vec.h"

/** About a shape, in its own frame. */
typedef struct set_capsule {
    vec3 center, half; /* of its axis */
    double radius;     /* INFINITY where nothing is known */
    double size;       /* at least that of what a rotation turns */
    bool is_shape;     /* it is the shape itself */
} set_capsule;

typedef enum set_verdict { SET_UNDECIDED, SET_APART, SET_CONTACT } set_verdict;

/** Of a sound shape; `box`: its own. */
set_capsule carom_set_capsule(const carom_shape *shape, const carom_aabb *box);

/** Bounds of the distance of its axis in a pose from a box, as carom_axis_box_range.
 * @return false where the pose is none of unit length */
bool carom_set_capsule_range(double range[2], const set_capsule *own, const carom_pose *pose,
                             const carom_solid_frame *box);

/** Is the shape in a pose farther from another than the limit? Decided of posed boxes alone. */
set_verdict carom_set_capsule_verdict(const set_capsule *own, const carom_pose *pose,
                                      const carom_posed_shape *b, double limit);

#endif
