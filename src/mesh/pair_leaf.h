/* Leaves of two meshes as A sees them: good for bounds, as B's corners are rounded on the way. Only
 * the pairs of triangles that bounds leave over are posed and given to the exact functions. */
#ifndef CAROM_MESH_PAIR_LEAF_H
#define CAROM_MESH_PAIR_LEAF_H

#include "mesh/pair_frame.h"

#define PAIR_LEAF 8

typedef struct leaf_box {
    vec3 low, high;
} leaf_box;

typedef struct pair_leaf {
    uint32_t first, count; /* by leaf; count 0: nothing is held */
    vec3 corners[PAIR_LEAF][3];
    leaf_box box[PAIR_LEAF], all;
    uint32_t is_posed; /* bit i: posed[i] is known */
    carom_triangle posed[PAIR_LEAF];
} pair_leaf;

/** Holds at most PAIR_LEAF triangles of a leaf, from its `skip`th on. */
void carom_hold_leaf(pair_leaf *leaf, const carom_mesh *mesh, const bvh_node *node, uint32_t skip);
/** The same for B's mesh, in A's frame. */
void carom_hold_turned_leaf(pair_leaf *leaf, const pair_frame *frame, const bvh_node *node,
                            uint32_t skip);

/** One of them posed in the common frame. */
static inline const carom_triangle *leaf_posed(pair_leaf *leaf, const placed_frame *frame,
                                               uint32_t i) {
    const carom_triangle *given = &frame->mesh->triangles[leaf->first + i];
    if (frame->still) return given;
    if (!(leaf->is_posed >> i & 1u)) leaf->posed[i] = carom_posed_triangle(frame, given);
    leaf->is_posed |= 1u << i;
    return &leaf->posed[i];
}

/** Are two boxes farther apart than the limit along an axis of A's frame? */
static inline bool leaf_boxes_beyond(const leaf_box *a, const leaf_box *b, double limit) {
    vec3 up = sub3(b->low, a->high), down = sub3(a->low, b->high);
    return (up.x > limit) | (up.y > limit) | (up.z > limit) | (down.x > limit) | (down.y > limit) |
           (down.z > limit);
}

/** Are two triangles farther apart than the limit along the line of their centroids? */
bool carom_triangles_beyond(const vec3 a[3], const vec3 b[3], double limit);

#endif
