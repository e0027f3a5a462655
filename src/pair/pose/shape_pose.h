/* Shapes in the common frame, for one query or for many. */
#ifndef CAROM_PAIR_POSE_SHAPE_POSE_H
#define CAROM_PAIR_POSE_SHAPE_POSE_H

#include "carom/dispatch.h"
#include "shape/polygon.h"

/* What `state` of a posed shape says. */
#define POSED_VALID 1u
#define POSED_FRAMED 2u  /* `frame` is filled in */
#define POSED_ROUND 16u  /* a capsule whose frame is a round_frame that may be plain */
#define POSED_RIGID 8u   /* a hull, as convex_shape calls it */
#define POSED_PENDING 4u /* a polygon or k-DOP that is still to be moved by `pose` */

/* Vertices that are moved at once; those of larger polygons are when they are asked for. */
#define POSED_VERTICES 256

/* A polygon or k-DOP moved, for the time of a query. */
typedef struct posed_scratch {
    carom_posed_shape posed;
    moved_polygon polygon; /* of many vertices */
    carom_vec3 vertices[POSED_VERTICES];
    carom_real bounds[2][CAROM_KDOP_LIMIT];
} posed_scratch;

/** carom_shape_pose without `frame`, which one query alone need not have: but of a capsule. */
bool carom_shape_place(carom_posed_shape *out, const carom_shape *shape, carom_pose pose);
/** Places two for one query. @return false, and one is invalid, when they cannot be */
bool carom_shapes_place(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b);
/** The same with the frames that closed forms for two of one kind read. */
bool carom_shapes_frame(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b);
/** The same for overlap and depth, where those for boxes read none. */
bool carom_solids_frame(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b);
/** Moves what stands in the common frame on into another, as carom_shape_pose does. */
bool carom_shape_pose_again(carom_posed_shape *out, const carom_posed_shape *placed,
                            carom_pose pose);
/** Moves a pending shape. */
void carom_posed_expand(posed_scratch *scratch, const carom_posed_shape *posed);

/** Neither pending; not flipped. @return null when the shape is invalid */
static inline const carom_posed_shape *moved_shape(posed_scratch *scratch,
                                                   const carom_posed_shape *posed) {
    if (CAROM_LIKELY((posed->state & (POSED_VALID | POSED_PENDING)) == POSED_VALID)) return posed;
    if (posed->state == 0) return NULL;
    carom_posed_expand(scratch, posed);
    return &scratch->posed;
}

#endif
