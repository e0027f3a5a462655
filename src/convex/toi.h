/* Time of impact of convex shapes that rotate while they move, by conservative advancement
 * [Mirtich96]. The answer is never late, and early only within the tolerance. */
#ifndef CAROM_CONVEX_TOI_H
#define CAROM_CONVEX_TOI_H

#include "convex/advancement.h"
#include "math/rotation.h"

/** A shape in its own frame, and the motion of that frame. */
typedef struct convex_turning {
    const convex_shape *shape;
    rigid_motion path;
} convex_turning;

/** The shape transformed by a frame. */
void carom_convex_pose(convex_posed *out, const convex_shape *shape, const rigid_frame *frame);

/** Bounds of a rotating shape, for any number of searches; refers to the turning. */
typedef struct convex_toi_body {
    const convex_turning *turning;
    double speed;  /* upper bound of a point's speed by rotation alone, per whole motion */
    double extent; /* upper bound of a coordinate relative to the pivot */
} convex_toi_body;

/** Computes the bounds. */
convex_toi_body carom_convex_toi_body(const convex_turning *turning);

typedef struct convex_toi_options {
    double tolerance; /* as in carom_convex_toi */
    double latest;    /* fraction, at most 1; a contact not before it is none */
    bool skip_upper;  /* fraction_upper and `certain` are not needed: most of the work of a hit */
} convex_toi_options;

/** The shape posed as at a time of the motion. */
void carom_pose_turning(convex_posed *out, const convex_turning *turning, double time);

/** Upper bound of a point's speed along `normal` by rotation. */
double carom_turning_along(const convex_toi_body *body, vec3 normal);

/** Upper bound of the distance of a point of the shape's core, without its radius, from `pivot`. */
double carom_convex_reach(const convex_shape *shape, vec3 pivot);

/** Time of impact of two bodies with precomputed bounds. */
convex_toi carom_convex_toi_of(const convex_toi_body *a, const convex_toi_body *b,
                               const convex_toi_options *options);

/** Time of impact. Never late; early only where the shapes are nearer than `tolerance`.
 * @param tolerance a distance; raised to 1e-13 of the shapes' size; 1e-9 of it when not positive */
convex_toi carom_convex_toi(const convex_turning *a, const convex_turning *b, double tolerance);

#endif
