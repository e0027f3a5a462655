/* Time of impact of convex shapes that rotate while they move, by conservative advancement
 * [Mirtich96]. The answer is never late, and early only within the tolerance. The search itself
 * (toi_problem) is shared with other pairs of moving objects. */
#ifndef CAROM_CONVEX_TOI_H
#define CAROM_CONVEX_TOI_H

#include "convex/support/convex.h"
#include "math/rotation.h"

/** A shape in its own frame, and the motion of that frame. */
typedef struct convex_turning {
    const convex_shape *shape;
    rigid_motion path;
} convex_turning;

typedef struct convex_toi {
    bool hit, initial_overlap;
    bool certain;                    /* the shapes are in contact at fraction_upper */
    double fraction, fraction_upper; /* bracket of the first contact: no contact before `fraction`,
                                        where they are within the tolerance */
    vec3 point, normal;              /* at `fraction`; normal unit, from A to B */
    convex_status status;            /* LIMIT: a hit is assumed */
    int iterations;
} convex_toi;

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

/** A pair of moving objects, as conservative advancement needs it. */
typedef struct toi_problem {
    /* INFINITY: they never meet; 0: contact. Its normal is passed to `closing_bound` */
    convex_distance (*distance_at)(void *pair, double time);
    bool (*contact_at)(void *pair, double time);
    double (*closing_bound)(const void *pair, vec3 normal); /* at the time of the last distance */
    convex_toi (*start_in_contact)(void *pair, const convex_distance *at_start);
    void *pair;
    double size; /* greatest coordinate: gaps within rounding of it are none */
    double tolerance, latest;
    bool skip_upper;
} toi_problem;

/** Conservative advancement: time advances by gap / closing speed until the gap is within the
 * tolerance. */
convex_toi carom_toi_search(const toi_problem *problem);

/** The requested tolerance, at least what is above rounding; 1e-9 of the size when `requested` is
 * not positive. */
double carom_toi_tolerance(double requested, double size);

/** Time of impact of two bodies with precomputed bounds. */
convex_toi carom_convex_toi_of(const convex_toi_body *a, const convex_toi_body *b,
                               const convex_toi_options *options);

/** Time of impact. Never late; early only where the shapes are nearer than `tolerance`.
 * @param tolerance a distance; raised to 1e-13 of the shapes' size; 1e-9 of it when not positive */
convex_toi carom_convex_toi(const convex_turning *a, const convex_turning *b, double tolerance);

#endif
