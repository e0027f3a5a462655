/* Which triangles of two meshes touch: both trees are gone down together, boxes are held against
 * each other with margins, then triangles as A sees them; what is left is posed, and the exact test
 * of two posed triangles alone decides. */
#include "carom/overlap.h"
#include "mesh/pair_leaf.h"

typedef struct touch_walk {
    pair_frame frame;
    pair_leaf leaf_a, leaf_b;
    double limit; /* triangles farther apart do not touch, in A's frame */
    carom_triangle_pair_visitor *visitor;
    void *user;
} touch_walk;

/* False when the visitor has had enough. */
static bool touch_triangles(touch_walk *w, uint32_t i, uint32_t k) {
    const placed_frame *a = &w->frame.a, *b = &w->frame.b;
    const carom_triangle *ta = leaf_posed(&w->leaf_a, a, i), *tb = leaf_posed(&w->leaf_b, b, k);
    if (!carom_overlap_triangle_triangle(ta, tb)) return true;
    return w->visitor(a->mesh->tree.order[w->leaf_a.first + i],
                      b->mesh->tree.order[w->leaf_b.first + k], w->user);
}

static bool touch_blocks(touch_walk *w) {
    const pair_leaf *a = &w->leaf_a, *b = &w->leaf_b;
    for (uint32_t i = 0; i < a->count; i++) {
        if (leaf_boxes_beyond(&a->box[i], &b->all, w->limit)) continue;
        for (uint32_t k = 0; k < b->count; k++)
            if (!leaf_boxes_beyond(&a->box[i], &b->box[k], w->limit) &&
                !carom_triangles_beyond(a->corners[i], b->corners[k], w->limit) &&
                !touch_triangles(w, i, k))
                return false;
    }
    return true;
}

static bool touch_leaves(touch_walk *w, const bvh_node *a, const bvh_node *b) {
    for (uint32_t i = 0; i < a->count; i += PAIR_LEAF) {
        carom_hold_leaf(&w->leaf_a, w->frame.a.mesh, a, i);
        for (uint32_t k = 0; k < b->count; k += PAIR_LEAF) {
            carom_hold_turned_leaf(&w->leaf_b, &w->frame, b, k);
            if (!touch_blocks(w)) return false;
        }
    }
    return true;
}

static void walk_touching(touch_walk *w) {
    carom_triangle_pair stack[PAIR_STACK];
    const bvh_node *nodes_a = w->frame.a.mesh->tree.nodes, *nodes_b = w->frame.b.mesh->tree.nodes;
    int top = 0;
    stack[top++] = (carom_triangle_pair){0, 0};
    while (top > 0) {
        carom_triangle_pair at = stack[--top];
        const bvh_node *a = &nodes_a[at.a], *b = &nodes_b[at.b];
        middle_box box_a = middle_of_node(a), box_b = middle_of_node(b);
        if (!w->frame.blind && !boxes_may_meet(&w->frame, &box_a, &box_b)) continue;
        if (a->count > 0 && b->count > 0) {
            if (!touch_leaves(w, a, b)) return;
        } else if (goes_down_first(a, b, &box_a, &box_b)) {
            stack[top++] = (carom_triangle_pair){a->first + 1, at.b};
            stack[top++] = (carom_triangle_pair){a->first, at.b};
        } else {
            stack[top++] = (carom_triangle_pair){at.a, b->first + 1};
            stack[top++] = (carom_triangle_pair){at.a, b->first};
        }
    }
}

void carom_visit_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                           carom_triangle_pair_visitor *visitor, void *user) {
    touch_walk w;
    w.visitor = visitor;
    w.user = user;
    w.leaf_a.count = w.leaf_b.count = 0;
    if (!carom_pair_frame(&w.frame, a, b)) return;
    w.limit = w.frame.blind ? (double)INFINITY : w.frame.margin;
    walk_touching(&w);
}

static bool note_touch(uint32_t a, uint32_t b, void *user) {
    (void)a;
    (void)b;
    *(bool *)user = true;
    return false;
}

bool carom_overlap_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    bool touch = false;
    carom_visit_mesh_mesh(a, b, note_touch, &touch);
    return touch;
}

typedef struct touch_list {
    carom_triangle_pair *pairs;
    size_t capacity, count;
} touch_list;

static bool list_touch(uint32_t a, uint32_t b, void *user) {
    touch_list *list = user;
    if (list->count < list->capacity) list->pairs[list->count] = (carom_triangle_pair){a, b};
    list->count++;
    return true;
}

size_t carom_query_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                             carom_triangle_pair *pairs, size_t capacity) {
    touch_list list = {pairs, capacity, 0};
    carom_visit_mesh_mesh(a, b, list_touch, &list);
    return list.count;
}
