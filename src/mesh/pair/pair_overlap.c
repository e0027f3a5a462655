/* Overlap of two meshes, and all pairs of triangles that touch: a simultaneous traversal of both
 * BVHs. The pairs that the float filters leave are posed, and the exact triangle test
 * [GuigueDevillers03] alone decides. */
#include "carom/overlap.h"
#include "mesh/pair/pair_list.h"
#include "mesh/pair/pair_walk.h"

typedef struct touch_walk {
    pair_walk walk; /* first */
    carom_triangle_pair_visitor *visitor;
    void *user;
} touch_walk;

static bool take_touching(pair_walk *walk, uint32_t slot_a, uint32_t slot_b) {
    touch_walk *w = (touch_walk *)walk;
    const placed_frame *a = &walk->frame.a, *b = &walk->frame.b;
    const carom_triangle *ta = lane_posed(walk->a, a, slot_a);
    const carom_triangle *tb = lane_posed(walk->b, b, slot_b);
    if (!carom_overlap_triangle_triangle(ta, tb)) return true;
    return w->visitor(mesh_index(a->mesh, walk->a->leaf.first + slot_a),
                      mesh_index(b->mesh, walk->b->leaf.first + slot_b), w->user);
}

void carom_visit_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                           carom_triangle_pair_visitor *visitor, void *user) {
    touch_walk w;
    w.visitor = visitor;
    w.user = user;
    w.walk.take = take_touching;
    if (carom_pair_walk_start(&w.walk, a, b)) carom_pair_walk_touching(&w.walk);
}

bool carom_overlap_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    bool touch = false;
    carom_visit_mesh_mesh(a, b, note_any_pair, &touch);
    return touch;
}

size_t carom_query_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                             carom_triangle_pair *pairs, size_t capacity) {
    pair_list list = {pairs, capacity, 0};
    carom_visit_mesh_mesh(a, b, keep_in_list, &list);
    return list.count;
}
