/* One tree against itself. Neighbours always touch, so most of the work is to see that they do no
 * more: the signs of the corners that are not shared tell it nearly always, and where they do not,
 * the exact common part must be the shared corner or edge itself. */
#include "carom/intersect.h"
#include "carom/mesh_self.h"
#include "carom/overlap.h"
#include "math/predicates.h"
#include "mesh/mesh_data.h"

typedef struct self_walk {
    const carom_mesh *mesh;
    carom_triangle_pair_visitor *visitor;
    void *user;
} self_walk;

typedef struct shared_corners {
    carom_vec3 at[3]; /* different positions */
    int count;
    bool of_a[3], of_b[3];
} shared_corners;

static bool is_at(carom_vec3 p, carom_vec3 q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static bool is_listed(const shared_corners *s, carom_vec3 p) {
    for (int i = 0; i < s->count; i++)
        if (is_at(s->at[i], p)) return true;
    return false;
}

static shared_corners corners_shared(const carom_triangle *a, const carom_triangle *b) {
    shared_corners s = {.count = 0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            if (!is_at(a->v[i], b->v[k])) continue;
            s.of_a[i] = s.of_b[k] = true;
            if (!is_listed(&s, a->v[i])) s.at[s.count++] = a->v[i];
        }
    return s;
}

/* Are the corners of t that are not shared strictly on one side of the other's plane? Then t meets
 * that plane in shared corners and the edge between them only. */
static bool rest_on_one_side(const carom_triangle *plane, const carom_triangle *t,
                             const bool shared[3]) {
    int first = 0;
    vec3 a = load3(plane->v[0]), b = load3(plane->v[1]), c = load3(plane->v[2]);
    for (int i = 0; i < 3; i++) {
        if (shared[i]) continue;
        int side = carom_orient3d(a, b, c, load3(t->v[i]));
        if (side == 0 || side == -first) return false;
        first = side;
    }
    return first != 0;
}

static bool meet_beyond_shared(const carom_triangle *a, const carom_triangle *b) {
    shared_corners s = corners_shared(a, b);
    if (s.count == 0) return carom_overlap_triangle_triangle(a, b);
    if (s.count == 3) return true;
    if (rest_on_one_side(a, b, s.of_b) || rest_on_one_side(b, a, s.of_a)) return false;
    carom_triangle_intersection common = carom_intersect_triangle_triangle(a, b);
    if (common.kind == CAROM_INTERSECTION_POINT) return false;
    if (common.kind != CAROM_INTERSECTION_SEGMENT || s.count == 1) return true;
    return !is_listed(&s, common.segment.a) || !is_listed(&s, common.segment.b);
}

/* False when the visitor has had enough. */
static bool meet_places(const self_walk *w, uint32_t i, uint32_t k) {
    const carom_mesh *m = w->mesh;
    if (!meet_beyond_shared(&m->triangles[i], &m->triangles[k])) return true;
    uint32_t a = m->tree.order[i], b = m->tree.order[k];
    return w->visitor(a < b ? a : b, a < b ? b : a, w->user);
}

static bool meet_self_leaves(const self_walk *w, const bvh_node *a, const bvh_node *b) {
    for (uint32_t i = a->first; i < a->first + a->count; i++) {
        uint32_t from = a == b ? i + 1 : b->first;
        for (uint32_t k = from; k < b->first + b->count; k++)
            if (!meet_places(w, i, k)) return false;
    }
    return true;
}

static bool self_boxes_meet(const bvh_node *a, const bvh_node *b) {
    return a->min.x <= b->max.x && a->max.x >= b->min.x && a->min.y <= b->max.y &&
           a->max.y >= b->min.y && a->min.z <= b->max.z && a->max.z >= b->min.z;
}

/* A node with itself becomes its left child with itself, its right one, and the two of them. */
static void walk_self(const self_walk *w) {
    carom_triangle_pair stack[3 * BVH_STACK];
    const bvh_node *nodes = w->mesh->tree.nodes;
    int top = 0;
    stack[top++] = (carom_triangle_pair){0, 0};
    while (top > 0) {
        carom_triangle_pair at = stack[--top];
        const bvh_node *a = &nodes[at.a], *b = &nodes[at.b];
        if (at.a != at.b && !self_boxes_meet(a, b)) continue;
        if (a->count > 0 && b->count > 0) {
            if (!meet_self_leaves(w, a, b)) return;
        } else if (at.a == at.b) {
            stack[top++] = (carom_triangle_pair){a->first, a->first + 1};
            stack[top++] = (carom_triangle_pair){a->first + 1, a->first + 1};
            stack[top++] = (carom_triangle_pair){a->first, a->first};
        } else if (a->count == 0) {
            stack[top++] = (carom_triangle_pair){a->first + 1, at.b};
            stack[top++] = (carom_triangle_pair){a->first, at.b};
        } else {
            stack[top++] = (carom_triangle_pair){at.a, b->first + 1};
            stack[top++] = (carom_triangle_pair){at.a, b->first};
        }
    }
}

void carom_visit_mesh_self(const carom_mesh *mesh, carom_triangle_pair_visitor *visitor,
                           void *user) {
    const self_walk w = {mesh, visitor, user};
    if (mesh && mesh->tree.box_count > 0) walk_self(&w);
}

typedef struct self_list {
    carom_triangle_pair *pairs;
    size_t capacity, count;
} self_list;

static bool list_self(uint32_t a, uint32_t b, void *user) {
    self_list *list = user;
    if (list->count < list->capacity) list->pairs[list->count] = (carom_triangle_pair){a, b};
    list->count++;
    return true;
}

size_t carom_query_mesh_self(const carom_mesh *mesh, carom_triangle_pair *pairs, size_t capacity) {
    self_list list = {pairs, capacity, 0};
    carom_visit_mesh_self(mesh, list_self, &list);
    return list.count;
}

static bool note_self(uint32_t a, uint32_t b, void *user) {
    (void)a;
    (void)b;
    *(bool *)user = true;
    return false;
}

bool carom_overlap_mesh_self(const carom_mesh *mesh) {
    bool found = false;
    carom_visit_mesh_self(mesh, note_self, &found);
    return found;
}
