/* The least distance of two meshes: pairs of nodes, the nearer first, are left out when their boxes
 * are farther apart than the best pair of triangles so far. A first bound comes from points that
 * are nearest to one another in turn. Most pairs of triangles are left out along an axis, as A sees
 * them; what is left is posed and measured by the exact function. */
#include "carom/closest.h"
#include "mesh/pair_leaf.h"

#define FIRST_BOUNDS 3

typedef struct near_walk {
    pair_frame frame;
    pair_leaf leaf_a, leaf_b;
    carom_mesh_pair_closest best;
    bool found;
    double limit;  /* nothing farther matters */
    double enough; /* a pair as near as this ends the search */
} near_walk;

typedef struct near_item {
    double key;
    uint32_t a, b;
} near_item;

/* ---- triangles */

static void keep_near_triangles(near_walk *w, uint32_t i, uint32_t k) {
    const placed_frame *fa = &w->frame.a, *fb = &w->frame.b;
    carom_triangle ta = carom_posed_triangle(fa, &fa->mesh->triangles[i]);
    carom_triangle tb = carom_posed_triangle(fb, &fb->mesh->triangles[k]);
    carom_closest_points at = carom_closest_triangle_triangle(&ta, &tb);
    uint32_t a = fa->mesh->tree.order[i], b = fb->mesh->tree.order[k];
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

/* The limit as it is in A's frame. */
static double own_limit(const near_walk *w) {
    if (w->frame.blind) return INFINITY;
    return w->limit * (1.0 + 1e-9) / w->frame.a.shrink + w->frame.margin;
}

static void near_blocks(near_walk *w) {
    for (uint32_t i = 0; i < w->leaf_a.count; i++)
        for (uint32_t k = 0; k < w->leaf_b.count && !near_enough(w); k++)
            if (!carom_triangles_beyond(w->leaf_a.corners[i], w->leaf_b.corners[k], own_limit(w)))
                keep_near_triangles(w, w->leaf_a.first + i, w->leaf_b.first + k);
}

static void near_leaves(near_walk *w, const bvh_node *a, const bvh_node *b) {
    for (uint32_t i = 0; i < a->count; i += PAIR_LEAF) {
        carom_hold_leaf(&w->leaf_a, w->frame.a.mesh, a, i);
        for (uint32_t k = 0; k < b->count; k += PAIR_LEAF) {
            carom_hold_turned_leaf(&w->leaf_b, &w->frame, b, k);
            near_blocks(w);
        }
    }
}

/* ---- nodes */

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

/* ---- the whole */

/* The point of the posed mesh nearest to p, or about that. */
static carom_vec3 nearest_point_of(const placed_frame *f, carom_vec3 p) {
    carom_vec3 own = f->still ? p : store3(affine_point(&f->back, load3(p)));
    carom_vec3 at = carom_closest_point_mesh(own, f->mesh).at.point_b;
    return f->still ? at : carom_pose_transform_point(f->pose, at);
}

/* Whatever the points are, they are on the meshes, so that their distance bounds the least one. */
static double first_bound(const pair_frame *f) {
    middle_box box = middle_of_node(&f->b.mesh->tree.nodes[0]);
    carom_vec3 b = store3(affine_point(&f->b.out, box.center)), a = b;
    for (int i = 0; i < FIRST_BOUNDS; i++) {
        a = nearest_point_of(&f->a, b);
        b = nearest_point_of(&f->b, a);
    }
    double bound = widen_up(carom_length(sub3(load3(a), load3(b)))) + f->margin;
    return bound <= DBL_MAX ? bound : DBL_MAX;
}

static bool start_near(near_walk *w, const carom_placed_mesh *a, const carom_placed_mesh *b) {
    w->leaf_a.count = w->leaf_b.count = 0;
    w->best = (carom_mesh_pair_closest){.distance = (carom_real)INFINITY};
    w->found = false;
    w->enough = 0.0;
    w->limit = DBL_MAX;
    return carom_pair_frame(&w->frame, a, b);
}

static bool touch_is_nearest(uint32_t a, uint32_t b, void *user) {
    near_walk *w = user;
    keep_near_triangles(w, w->frame.a.mesh->place[a], w->frame.b.mesh->place[b]);
    return !w->found;
}

carom_mesh_pair_closest carom_closest_mesh_mesh(const carom_placed_mesh *a,
                                                const carom_placed_mesh *b) {
    near_walk w;
    if (!start_near(&w, a, b)) return w.best;
    /* Contact is found much sooner than a distance of 0 is. */
    carom_visit_mesh_mesh(a, b, touch_is_nearest, &w);
    if (w.found) return w.best;
    w.limit = first_bound(&w.frame);
    walk_nearest(&w);
    return w.best;
}

bool carom_overlap_mesh_mesh_within(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                    carom_real distance) {
    near_walk w;
    if (!(distance >= 0) || !start_near(&w, a, b)) return false;
    w.enough = (double)distance;
    w.limit = min2(widen_up(w.enough), DBL_MAX);
    walk_nearest(&w);
    return w.found && (double)w.best.distance <= w.enough;
}
