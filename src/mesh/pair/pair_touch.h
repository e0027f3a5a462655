/* What the traversal of two meshes in contact does with a pair of triangles that its float filters
 * leave: both are posed, and the exact triangle test [GuigueDevillers03] alone decides. */
#ifndef CAROM_MESH_PAIR_PAIR_TOUCH_H
#define CAROM_MESH_PAIR_PAIR_TOUCH_H

#include "carom/overlap.h"
#include "core/workspace.h"
#include "mesh/pair/pair_walk.h"

typedef struct touch_walk {
    pair_walk walk; /* first */
    carom_triangle_pair_visitor *visitor;
    void *user;
} touch_walk;
_Static_assert(sizeof(touch_walk) <= WORKSPACE_TRIANGLES_BYTES, "the block holds it");

/* Passes a pair that touches to the visitor. */
static inline bool take_touching(pair_walk *walk, uint32_t slot_a, uint32_t slot_b) {
    touch_walk *w = (touch_walk *)walk;
    const placed_frame *a = &walk->frame.a, *b = &walk->frame.b;
    const carom_triangle *ta = lane_posed_a(walk, slot_a);
    const carom_triangle *tb = lane_posed_b(walk, slot_b);
    if (!carom_overlap_triangle_triangle(ta, tb)) return true;
    return w->visitor(mesh_index(a->mesh, walk->a->leaf.first + slot_a),
                      mesh_index(b->mesh, walk->b->leaf.first + slot_b), w->user);
}

#endif
