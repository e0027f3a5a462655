/* What all sphere sweeps share: the moving sphere, the answer once the times are known, and the
 * exact fallback for grazing contacts and numbers of any size. */
#ifndef CAROM_QUERY_SWEEP_SWEEP_CORE_H
#define CAROM_QUERY_SWEEP_SWEEP_CORE_H

#include "carom/sweep.h"
#include "query/raycast/line_span.h"

typedef struct moving_ball {
    vec3 center, motion;
    vec3 carried; /* the motion of the other shape; 0 except for another ball */
    double radius;
    exact_factor reach; /* radius as an exact difference, which includes the other shape's radius */
} moving_ball;

/** The nearest point of a convex shape to p; `normal` is unit, from p into the shape, also when p
 * is inside or on it. */
typedef struct nearest_point {
    vec3 point, normal;
    double distance; /* 0 inside */
} nearest_point;

typedef nearest_point nearest_function(vec3 p, const void *shape);

/** Sets up the moving sphere. @return false when it, or the motion, is invalid */
bool carom_moving_ball(moving_ball *out, const carom_sphere *sphere, carom_vec3 motion);

/** A sweep whose positions and motion are each scaled to about 1 by a power of two: no product
 * leaves the range, and only what is 2^-1000 of the largest is rounded. */
typedef struct scaled_sweep {
    moving_ball ball;
    double place; /* the factor of positions */
    double undo;  /* the sweep's times are those of `span` times this */
    line_span span;
} scaled_sweep;

/** `largest` is the largest coordinate of the shape. For a ball at rest only the start matters. */
void carom_scale_sweep(scaled_sweep *out, const moving_ball *ball, double largest);

/** The interval of contact within the frame, once the parts of the shape have been added; false
 * when there is none. The first time is 0 when the ball is in contact at the start. */
bool carom_scaled_times(const scaled_sweep *scaled, double times[2]);

/** The answer of a scaled sweep once the parts of the convex shape have been added; the shape for
 * `nearest` is scaled too. */
carom_sweep_hit carom_scaled_answer(const scaled_sweep *scaled, nearest_function *nearest,
                                    const void *shape);

/** The answer for a ball that starts apart and is in contact with a convex shape from the first
 * time to the second. */
carom_sweep_hit carom_sweep_answer(const moving_ball *ball, const double times[2],
                                   nearest_function *nearest, const void *shape);

#endif
