/* Shapes in the common frame, for one query or for many. Polygons and k-DOPs are moved for the
 * time of a query alone, in a block of the workspace. */
#ifndef CAROM_PAIR_POSE_SHAPE_POSE_H
#define CAROM_PAIR_POSE_SHAPE_POSE_H

#include "carom/dispatch.h"
#include "core/workspace.h"
#include "shape/polygon.h"

/* Bits of `state` of a posed shape. */
#define POSED_VALID 1u
#define POSED_FRAMED 2u  /* `frame` is filled in */
#define POSED_ROUND 16u  /* a capsule whose frame is a round_frame that may be plain */
#define POSED_RIGID 8u   /* a hull, as convex_shape calls it */
#define POSED_PENDING 4u /* a polygon or k-DOP that is still to be moved by `pose` */

/* Vertices that are transformed at once; those of larger polygons are at each access. */
#define POSED_VERTICES 32

/* A polygon or k-DOP moved, for the time of a query. */
typedef struct posed_scratch {
    carom_posed_shape posed;
    moved_polygon polygon; /* of many vertices */
    carom_vec3 vertices[POSED_VERTICES];
    carom_real bounds[2][CAROM_KDOP_LIMIT];
} posed_scratch;
_Static_assert(2 * sizeof(posed_scratch) <= WORKSPACE_PLACED_BYTES, "the block holds two");

static inline bool is_pending(const carom_posed_shape *posed) {
    return CAROM_UNLIKELY(posed->state & POSED_PENDING);
}

/** A block for two shapes, if one is pending, else null; give_scratch gives it back. */
static CAROM_INLINE posed_scratch *scratch_of_two(const carom_posed_shape *a,
                                                  const carom_posed_shape *b) {
    return is_pending(a) || is_pending(b) ? carom_workspace_take(WORKSPACE_PLACED) : NULL;
}
static CAROM_INLINE void give_scratch(posed_scratch *scratch) {
    if (CAROM_UNLIKELY(scratch != NULL)) carom_workspace_give(scratch);
}

/** carom_shape_pose without `frame`, which a single query does not need, except that of a capsule.
 */
bool carom_shape_place(carom_posed_shape *out, const carom_shape *shape, carom_pose pose);
/** Places two for one query. @return false, and one is invalid, when they cannot be */
bool carom_shapes_place(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b);
/** The same with the frames that the solvers of two shapes of one kind read. */
bool carom_shapes_frame(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b);
/** The same for overlap and depth, whose solvers for boxes read no frame. */
bool carom_solids_frame(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b);
/** Transforms a shape that is in the common frame once more, as carom_shape_pose does. */
bool carom_shape_pose_again(carom_posed_shape *out, const carom_posed_shape *placed,
                            carom_pose pose);
/** Transforms a pending shape. */
void carom_posed_expand(posed_scratch *scratch, const carom_posed_shape *posed);

/** The shape, transformed if it was pending; else `scratch` may be null. @return null when the
 * shape is invalid */
static inline const carom_posed_shape *moved_shape(posed_scratch *scratch,
                                                   const carom_posed_shape *posed) {
    if (CAROM_LIKELY((posed->state & (POSED_VALID | POSED_PENDING)) == POSED_VALID)) return posed;
    if (posed->state == 0) return NULL;
    carom_posed_expand(scratch, posed);
    return &scratch->posed;
}

#endif
