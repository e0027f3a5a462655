/* carom: first contact of shapes whose motion the caller computes: links of a chain of joints,
 * splines, screws, recorded poses.
 *
 * The caller gives the pose at any time of the frame, which goes from 0 to 1, and bounds on the
 * speed. Answers are as certain as these bounds are true. */
#ifndef CAROM_TRAJECTORY_H
#define CAROM_TRAJECTORY_H

#include "carom/toi.h"

CAROM_BEGIN

/** @return the pose at a time from 0 to 1. The same time must give the same pose; shapes of one
 * chain may share what they compute for it. */
typedef carom_pose carom_pose_function(double time, void *user);

/** Upper bounds of a speed, in lengths and radians for each frame. Not negative. */
typedef struct carom_speed {
    carom_real linear;  /**< of the pivot */
    carom_real angular; /**< of the rotation */
} carom_speed;

/** A part of the frame, and a direction. */
typedef struct carom_speed_query {
    double from, to;
    carom_vec3 direction; /**< unit, in the common frame; zero: any */
} carom_speed_query;

/** @return bounds for the times between `from` and `to`; `linear` bounds the pivot's velocity along
 * `direction` alone (or along any, which is more), and may be negative: the pivot recedes by that
 * much at least. */
typedef carom_speed carom_speed_function(const carom_speed_query *query, void *user);

/** A shape and its motion during a frame. */
typedef struct carom_trajectory {
    const carom_shape *shape;
    carom_pose_function *pose_at; /**< null: the shape stands in the zeroed pose, the identity */
    void *user;                   /**< passed to both functions */
    carom_vec3 pivot;  /**< the point whose speed is bounded, in the shape's own frame. Bounds are
                          tightest where it is near the shape's middle */
    carom_speed speed; /**< for the whole frame and all directions */
    carom_speed_function *speed_of; /**< tighter bounds for a part of the frame; null: `speed` */
} carom_trajectory;

/** When A and B first touch, of any kinds.
 * @param tolerance distance at which they count as touching; 0: 1e-9 of their size and motion, in
 * float 1e-5
 * @return as carom_toi. `certainty` is CAROM_LIMIT, and `certain` false, where nothing is known
 * from `fraction` on: after 10,000 distances, or where a pose or a speed is not finite; contact is
 * assumed then.
 * @degenerate Invalid shapes, bounds of speed that are negative or not finite, a first pose that is
 * not finite: a miss. Shapes in contact at the start touch at 0. Two shapes without bounds (planes,
 * lines, rays) whose trajectories turn (angular bounds other than 0): CAROM_LIMIT at 0, unless they
 * are in contact there.
 * @accuracy Never late as long as the bounds hold, and poses are right to 4 units in the last place
 * of the coordinates. Early by at most the tolerance.
 * @cost One distance (carom_closest_posed) a step. A step is the distance over the closing speed;
 * `speed_of` lets shapes pass each other closely in a few steps.
 * @source [Mirtich96] conservative advancement @since 0.2.0 */
CAROM_API carom_toi_hit carom_toi_trajectories(const carom_trajectory *a, const carom_trajectory *b,
                                               carom_real tolerance);

/** The shapes of a robot, a vehicle, a scene. */
typedef struct carom_trajectory_set {
    const carom_trajectory *items;
    size_t count;
} carom_trajectory_set;

/** First contact of two sets. A miss is all zero. */
typedef struct carom_toi_set_hit {
    carom_toi_hit at;
    size_t index_a, index_b; /**< of the pair that touches first; the least of equal ones */
} carom_toi_set_hit;

typedef struct carom_toi_set_options {
    carom_real tolerance; /**< as for two trajectories */
    /** One byte for each pair, that of A[i] and B[j] at i * count of B + j: a pair is left out
     * where it is not 0. Null: all pairs. */
    const uint8_t *skip;
} carom_toi_set_options;

/** When a shape of A first touches one of B. Where B is null or A itself, when two shapes of A
 * touch, index_a < index_b.
 * @param options may be null
 * @cost A pose and a box for each shape, in blocks of eight of each set, and no distance for pairs
 * that cannot meet. The others are followed in the order of the times at which they may meet at
 * the earliest, no farther than to the first contact that is known. @since 0.2.0 */
CAROM_API carom_toi_set_hit carom_toi_trajectory_sets(const carom_trajectory_set *a,
                                                      const carom_trajectory_set *b,
                                                      const carom_toi_set_options *options);

CAROM_END

#endif
