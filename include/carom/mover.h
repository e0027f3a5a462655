/* carom: characters that move through a world: they slide along what they meet, climb steps, keep
 * to the ground, ride on platforms, and never pass through anything.
 *
 * A mover is no collider. It is the caller's struct: a bounded convex shape, where it stands, and
 * what it stands on. One call moves it by a velocity for a time among the colliders of a world as
 * these stand now, so worlds step first and movers move then; what a mover is pushed by, and who
 * pushes it, is the caller's business. Movers do not turn, and gravity is part of the velocity.
 *
 * Every part of a movement is a sweep of the shape through the world, and ends where the sweep
 * found it free, a distance before what it met: so a mover that stands free ends free, on the same
 * side of all that stands still, whatever the velocity and the time. That holds for shapes that are
 * thicker than the rounding of their coordinates. A mover that starts inside something is pushed
 * out along the least depth, again by a sweep: what it did not overlap it will not pass. Answers
 * are the same bits on every machine.
 *
 * Around a mover a skin is kept free, so that it touches nothing while it slides; it comes nearer
 * than half of the skin only where there is no more place. */
#ifndef CAROM_MOVER_H
#define CAROM_MOVER_H

#include "carom/world.h"

CAROM_BEGIN

typedef enum carom_mover_ground {
    CAROM_MOVER_AIR = 0, /**< nothing below within the skin */
    CAROM_MOVER_STEEP,   /**< what is below is steeper than max_slope, and the mover slides down */
    CAROM_MOVER_GROUND   /**< stands: on ground, or between steep sides that hold it */
} carom_mover_ground;

/** What a mover is; zero is the default of all but the shape. @since 0.2.0 */
typedef struct carom_mover_def {
    /** Convex and bounded: no mesh, height field, plane, half-space, line or unbounded ray. Arrays
     * are referred to. */
    carom_shape shape;
    carom_vec3 up;          /**< of any length; zero: y */
    carom_real max_slope;   /**< rise over run of the steepest ground; 0: 1, which is 45 degrees */
    carom_real step_height; /**< of the highest step that is climbed; 0: none */
    carom_real snap_distance; /**< how far below walked ground may be and still be kept to */
    carom_real skin;          /**< 0: 1/64 of the least side of the shape's box. Far from the origin
                                 32 ulps of the coordinates at least */
    uint32_t mask;            /**< as in a probe; 0: every bit */
} carom_mover_def;

/** A mover and its state; with the state zeroed it stands in the air. @since 0.2.0 */
typedef struct carom_mover {
    carom_mover_def def;
    carom_pose pose; /**< may be set by the caller at any time */
    carom_mover_ground ground;
    carom_vec3 ground_normal;    /**< unit, out of the ground; zero in the air */
    carom_collider_id ground_id; /**< zero in the air */
    carom_pose ground_pose;      /**< of that collider, when the mover last stood on it */
} carom_mover;

/** How to move. @since 0.2.0 */
typedef struct carom_mover_request {
    /** Per unit of time, relative to the ground that is ridden on. A mover on the ground whose
     * velocity does not rise walks: only the part across `up` counts, and the ground is kept to. */
    carom_vec3 velocity;
    carom_real dt; /**< 0 or more */
    /** What is passed through: `sweep` is not read, and sensors are left out always. May be null.
     */
    const carom_world_options *options;
    carom_world_plane *contacts; /**< room for what is touched; may be null */
    size_t capacity;
} carom_mover_request;

/** What became of it. @since 0.2.0 */
typedef struct carom_mover_result {
    carom_vec3 velocity; /**< less what contacts at the end take of it; of a mover that walked
                            on ground nothing along `up` is left */
    carom_vec3 carried;  /**< by the ground, as it moved since the last call */
    carom_vec3 ground_velocity; /**< of the ground where it is touched at the end */
    bool inside;                /**< overlapped something at the start, or after it was carried */
    bool free;                  /**< overlaps nothing at the end */
    bool stepped;               /**< climbed a step */
    size_t contact_count;       /**< met on the way or touched at the end, whatever the capacity */
} carom_mover_result;

/** @return what is wrong with the mover, as a short English sentence, or null. @since 0.2.0 */
CAROM_API const char *carom_mover_problem(const carom_mover *mover);

/** Moves a mover, and finds the ground that it stands on.
 *
 * First it goes along with its ground, which may have moved and turned since the last call; what
 * then overlaps it pushes it out; then it moves by velocity * dt. While it walks, step by step of
 * half its least half-width (at most 32 a call), it follows ground up to max_slope, up and down,
 * with its full speed across `up`, is stopped by what is steeper, and climbs over what is at most
 * step_height above its feet: three sweeps, up, on, and down to ground that it may stand on. In the
 * air it slides along everything; steeper sides bring it no higher.
 * @return false, a zeroed result and an unchanged mover where carom_mover_problem is not null, or
 * the velocity or the time is not finite, the time negative, or the end beyond the range of numbers
 * @degenerate Of a rounded shape an edge that its contact is less steep at than max_slope is a
 * slope, whatever step_height. A mesh that is thin as a sheet is not climbed over as a step where
 * its upper edge alone is met. What passes a mover in one step by more than half its width has it
 * on its other side.
 * @accuracy A mover that stands or slides is one skin away from ground and walls, to 1/64 of it;
 * one that has just met something may be at half of that.
 * @cost Without contacts two overlap tests, one sweep and three lists of planes; each thing that is
 * slid along, and each stride, a sweep and a list or two more.
 * @since 0.2.0 */
CAROM_API bool carom_mover_move(const carom_world *world, carom_mover *mover,
                                const carom_mover_request *request, carom_mover_result *result);

CAROM_END

#endif
