/* The least distance of two meshes: pairs of nodes, the nearer first, are left out when their boxes
 * are farther apart than the best pair of triangles so far. */
#include "carom/closest.h"
#include "mesh/pair_frame.h"

typedef struct near_walk {
    pair_frame frame;
    posed_leaf leaf_a, leaf_b;
    carom_mesh_pair_closest best;
    bool found;
    double limit;  /* nothing farther matters */
    double enough; /* a pair as near as this ends the search */
} near_walk;

typedef struct near_item {
    double key;
    uint32_t a, b;
} near_item;

static double gap_of(carom_real low_a, carom_real high_a, carom_real low_b, carom_real high_b) {
    return max2(max2((double)low_b - (double)high_a, (double)low_a - (double)high_b), 0.0);
}

static bool boxes_beyond(const near_walk *w, const carom_aabb *a, const carom_aabb *b) {
    vec3 gap = vec(gap_of(a->min.x, a->max.x, b->min.x, b->max.x),
                   gap_of(a->min.y, a->max.y, b->min.y, b->max.y),
                   gap_of(a->min.z, a->max.z, b->min.z, b->max.z));
    double noise = 0.01 * w->frame.margin; /* what closest points are rounded */
    return length_of_gaps(gap, noise) * (1.0 - 1e-12) > w->limit;
}

static void keep_near_triangles(near_walk *w, uint32_t i, uint32_t k) {
    carom_closest_points at =
        carom_closest_triangle_triangle(&w->leaf_a.triangles[i], &w->leaf_b.triangles[k]);
    uint32_t a = w->frame.a.mesh->tree.order[w->leaf_a.first + i];
    uint32_t b = w->frame.b.mesh->tree.order[w->leaf_b.first + k];
    const carom_mesh_pair_closest *best = &w->best;
    bool nearer = at.distance < best->distance;
    bool before = a < best->triangle_a || (a == best->triangle_a && b < best->triangle_b);
    if (!nearer && !(w->found && at.distance == best->distance && before)) return;
    if (!((double)at.distance <= DBL_MAX)) return;
    w->found = true;
    w->best = (carom_mesh_pair_closest){at.distance, at.point_a, at.point_b, a, b};
    w->limit = min2(w->limit, widen_up((double)at.distance));
}

static bool near_enough(const near_walk *w) {
    return w->found && (double)w->best.distance <= w->enough;
}

static void near_leaves(near_walk *w, const bvh_node *a, const bvh_node *b) {
    for (uint32_t i = 0; i < a->count; i += POSED_LEAF) {
        uint32_t count = a->count - i < POSED_LEAF ? a->count - i : POSED_LEAF;
        carom_posed_leaf(&w->leaf_a, &w->frame.a, a->first + i, count);
        for (uint32_t k = 0; k < b->count; k += POSED_LEAF) {
            count = b->count - k < POSED_LEAF ? b->count - k : POSED_LEAF;
            carom_posed_leaf(&w->leaf_b, &w->frame.b, b->first + k, count);
            for (uint32_t m = 0; m < w->leaf_a.count; m++)
                for (uint32_t n = 0; n < w->leaf_b.count; n++)
                    if (!near_enough(w) && !boxes_beyond(w, &w->leaf_a.box[m], &w->leaf_b.box[n]))
                        keep_near_triangles(w, m, n);
        }
    }
}

static double key_of_nodes(const near_walk *w, uint32_t a, uint32_t b) {
    middle_box box_a = middle_of_node(&w->frame.a.mesh->tree.nodes[a]);
    middle_box box_b = middle_of_node(&w->frame.b.mesh->tree.nodes[b]);
    return distance_of_boxes(&w->frame, &box_a, &box_b);
}

/* The children of one of the two, the nearer on top. Returns the new height of the stack. */
static int push_children(const near_walk *w, near_item *stack, int top, near_item at) {
    const bvh_node *a = &w->frame.a.mesh->tree.nodes[at.a];
    const bvh_node *b = &w->frame.b.mesh->tree.nodes[at.b];
    middle_box box_a = middle_of_node(a), box_b = middle_of_node(b);
    near_item child[2] = {at, at};
    bool first = goes_down_first(a, b, &box_a, &box_b);
    for (uint32_t i = 0; i < 2; i++) {
        if (first)
            child[i].a = a->first + i;
        else
            child[i].b = b->first + i;
        child[i].key = key_of_nodes(w, child[i].a, child[i].b);
    }
    int far = child[0].key <= child[1].key ? 1 : 0;
    if (!(child[far].key > w->limit)) stack[top++] = child[far];
    if (!(child[1 - far].key > w->limit)) stack[top++] = child[1 - far];
    return top;
}

static void walk_nearest(near_walk *w) {
    near_item stack[PAIR_STACK];
    int top = 0;
    near_item root = {key_of_nodes(w, 0, 0), 0, 0};
    if (!(root.key > w->limit)) stack[top++] = root;
    while (top > 0 && !near_enough(w)) {
        near_item at = stack[--top];
        if (at.key > w->limit) continue;
        const bvh_node *a = &w->frame.a.mesh->tree.nodes[at.a];
        const bvh_node *b = &w->frame.b.mesh->tree.nodes[at.b];
        if (a->count > 0 && b->count > 0)
            near_leaves(w, a, b);
        else
            top = push_children(w, stack, top, at);
    }
}

static bool search_near(near_walk *w, const carom_placed_mesh *a, const carom_placed_mesh *b) {
    w->leaf_a.count = w->leaf_b.count = 0;
    w->best = (carom_mesh_pair_closest){.distance = (carom_real)INFINITY};
    w->found = false;
    if (!carom_pair_frame(&w->frame, a, b)) return false;
    walk_nearest(w);
    return w->found;
}

carom_mesh_pair_closest carom_closest_mesh_mesh(const carom_placed_mesh *a,
                                                const carom_placed_mesh *b) {
    near_walk w;
    w.limit = DBL_MAX;
    w.enough = 0.0;
    search_near(&w, a, b);
    return w.best;
}

bool carom_overlap_mesh_mesh_within(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                    carom_real distance) {
    near_walk w;
    if (!(distance >= 0)) return false;
    w.enough = (double)distance;
    w.limit = min2(widen_up(w.enough), DBL_MAX);
    return search_near(&w, a, b) && (double)w.best.distance <= w.enough;
}
