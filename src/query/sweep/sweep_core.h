/* What all sphere sweeps share: the moving sphere, the answer once the time is known, and the cold
 * path for grazing contacts. */
#ifndef CAROM_QUERY_SWEEP_SWEEP_CORE_H
#define CAROM_QUERY_SWEEP_SWEEP_CORE_H

#include "carom/sweep.h"
#include "query/sweep/kernel_ball_path.h"

typedef struct moving_ball {
    vec3 center, motion;
    double radius;
} moving_ball;

/** The nearest point of a convex shape to p; `normal` is unit, from p into the shape, also when p
 * is inside or on it. */
typedef struct nearest_point {
    vec3 point, normal;
    double distance; /* 0 inside */
} nearest_point;

typedef nearest_point nearest_function(vec3 p, const void *shape);

/** A sphere as the sweeps see it. False when it, or the motion, is invalid. */
bool carom_moving_ball(moving_ball *out, const carom_sphere *sphere, carom_vec3 motion);

/** The full answer for first contact at `t` (DBL_MAX: a miss) with a convex shape. */
carom_sweep_hit carom_sweep_answer(const moving_ball *ball, double t, nearest_function *nearest,
                                   const void *shape);

/** First contact with a convex shape by its distance alone, for grazing paths: the closest approach
 * by ternary search of a convex function, then bisection before it. DBL_MAX for a miss. */
double carom_sweep_graze(const moving_ball *ball, nearest_function *nearest, const void *shape);

/** Where contact with a convex shape ends, in [from, 1]. */
double carom_sweep_exit(const moving_ball *ball, double from, nearest_function *nearest,
                        const void *shape);

#endif
