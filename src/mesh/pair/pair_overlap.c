/* Overlap of two meshes, and all pairs of triangles that touch: a simultaneous traversal of both
 * BVHs (pair_walk.h). The pairs that its float filters leave are decided by pair_touch.h. */
#include "mesh/pair/pair_list.h"
#include "mesh/pair/pair_plane.h"
#include "mesh/pair/pair_touch.h"
#include "core/workspace.h"

static void visit_touching(const carom_placed_mesh *a, const carom_placed_mesh *b,
                           carom_triangle_pair_visitor *visitor, void *user, bool any) {
    touch_walk *w = carom_workspace_take(WORKSPACE_TRIANGLES);
    w->visitor = visitor;
    w->user = user;
    w->walk.take = take_touching;
    if (carom_pair_walk_start(&w->walk, a, b)) {
        carom_pair_watch(&w->walk, 0.0);
        if (any) carom_pair_walk_collapse(&w->walk);
        carom_pair_walk_touching(&w->walk);
    }
    carom_workspace_give(w);
}

void carom_visit_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                           carom_triangle_pair_visitor *visitor, void *user) {
    visit_touching(a, b, visitor, user, false);
}

bool carom_overlap_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    bool touch = false;
    visit_touching(a, b, note_any_pair, &touch, true);
    return touch;
}

size_t carom_query_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                             carom_triangle_pair *pairs, size_t capacity) {
    pair_list list = {pairs, capacity, 0};
    carom_visit_mesh_mesh(a, b, keep_in_list, &list);
    return list.count;
}
