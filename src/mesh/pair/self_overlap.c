/* Self-intersection of a mesh: traversal of one BVH against itself. Neighbours always touch, so
 * the question is whether two triangles meet beyond their shared vertices and edge. The exact
 * orientation signs [Shewchuk97] of the unshared vertices decide nearly all pairs, and otherwise
 * the exact intersection must equal the shared vertex or edge itself. */
#include "carom/intersect.h"
#include "carom/mesh_self.h"
#include "carom/overlap.h"
#include "math/boxes.h"
#include "math/predicates.h"
#include "mesh/pair/pair_frame.h"
#include "mesh/pair/pair_list.h"

typedef struct self_walk {
    const carom_mesh *mesh;
    carom_triangle_pair_visitor *visitor;
    void *user;
} self_walk;

typedef struct shared_corners {
    carom_vec3 at[3]; /* distinct positions */
    int count;
    bool of_a[3], of_b[3];
} shared_corners;

static bool is_listed(const shared_corners *s, carom_vec3 p) {
    for (int i = 0; i < s->count; i++)
        if (equal_vec3(s->at[i], p)) return true;
    return false;
}

static shared_corners corners_shared(const carom_triangle *a, const carom_triangle *b) {
    shared_corners s = {.count = 0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            if (!equal_vec3(a->v[i], b->v[k])) continue;
            s.of_a[i] = s.of_b[k] = true;
            if (!is_listed(&s, a->v[i])) s.at[s.count++] = a->v[i];
        }
    return s;
}

/* Returns true if the unshared vertices of t lie strictly on one side of the other's plane. Then
 * t meets that plane in shared vertices and the edge between them only. */
static bool is_rest_on_one_side(const carom_triangle *plane, const carom_triangle *t,
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
    if (is_rest_on_one_side(a, b, s.of_b) || is_rest_on_one_side(b, a, s.of_a)) return false;
    carom_triangle_intersection common = carom_intersect_triangle_triangle(a, b);
    if (common.kind == CAROM_INTERSECTION_POINT) return false;
    if (common.kind != CAROM_INTERSECTION_SEGMENT || s.count == 1) return true;
    return !is_listed(&s, common.segment.a) || !is_listed(&s, common.segment.b);
}

/* Returns false when the visitor ends the traversal. */
static bool meet_ranks(const self_walk *w, uint32_t i, uint32_t k) {
    const carom_mesh *m = w->mesh;
    carom_triangle ta = mesh_ranked(m, i), tb = mesh_ranked(m, k);
    if (!meet_beyond_shared(&ta, &tb)) return true;
    uint32_t a = mesh_index(m, i), b = mesh_index(m, k);
    return w->visitor(a < b ? a : b, a < b ? b : a, w->user);
}

static carom_aabb box_of_self_rank(const self_walk *w, uint32_t rank) {
    carom_triangle t = mesh_ranked(w->mesh, rank);
    return box_of_triangle(&t);
}

static bool meet_self_leaves(const self_walk *w, bvh8_leaf a, bvh8_leaf b) {
    carom_aabb boxes[BVH8_LEAF];
    for (uint32_t k = 0; k < b.count; k++)
        boxes[k] = box_of_self_rank(w, b.first + k);
    for (uint32_t i = a.first; i < a.first + a.count; i++) {
        carom_aabb box = box_of_self_rank(w, i);
        for (uint32_t k = a.first == b.first ? i + 1 - b.first : 0; k < b.count; k++)
            if (boxes_meet(&box, &boxes[k]) && !meet_ranks(w, i, b.first + k)) return false;
    }
    return true;
}

/* Two nodes or leaves: their places, BVH8_WIDTH * parent + slot, and their codes. */
typedef struct self_pair {
    uint32_t place_a, a, place_b, b;
} self_pair;

/* Pairs that remain of a node's children. Of a node with itself bit BVH8_WIDTH * i + k stands for
 * the children i and k; else bit k for child k with the node or leaf at `kept`. */
typedef struct self_group {
    uint64_t pairs;
    uint32_t open, kept;
} self_group;

#define WITH_ITSELF UINT32_MAX

/* Returns the mask of a node's children, from slot `from` on, whose boxes overlap a box of the
 * same tree. */
static uint32_t self_boxes_meet(const bvh8_node *node, const bvh8_box *other, uint32_t from) {
    uint32_t mask = 0;
    for (uint32_t k = from; k < BVH8_WIDTH; k++) {
        bool meet = node->child[k] != BVH8_NONE;
        for (int axis = 0; axis < 3; axis++)
            meet &= (node->low[axis][k] <= other->high[axis]) &
                    (other->low[axis] <= node->high[axis][k]);
        mask |= (uint32_t)meet << k;
    }
    return mask;
}

/* A node paired with itself: its children, each with itself and with the later ones that it
 * overlaps. */
static self_group open_self(const bvh8_tree *tree, uint32_t index) {
    bvh8_node scratch;
    const bvh8_node *node = bvh8_node_at(tree, index, &scratch);
    self_group out = {0, index, WITH_ITSELF};
    for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
        if (node->child[i] == BVH8_NONE) continue;
        bvh8_box box = bvh8_box_at(tree, index, i);
        out.pairs |= (uint64_t)self_boxes_meet(node, &box, i) << (BVH8_WIDTH * i);
    }
    return out;
}

/* One of two nodes: those of its children whose boxes overlap the other. */
static self_group open_one_of_two(const bvh8_tree *tree, const self_pair *at) {
    bool open_a = bvh8_is_leaf(at->b);
    uint32_t open = open_a ? at->a : at->b, kept = open_a ? at->place_b : at->place_a;
    bvh8_node scratch;
    bvh8_box box = bvh8_box_at(tree, kept / BVH8_WIDTH, kept % BVH8_WIDTH);
    uint32_t mask = self_boxes_meet(bvh8_node_at(tree, open, &scratch), &box, 0);
    return (self_group){mask, open, kept};
}

/* Takes the last pair of a group. */
static self_pair pop_self_pair(const bvh8_tree *tree, self_group *group) {
    const uint32_t bit = (uint32_t)(63 - __builtin_clzll(group->pairs));
    const uint32_t first = BVH8_WIDTH * group->open;
    self_pair out = {.place_a = first + bit, .place_b = group->kept};
    group->pairs ^= (uint64_t)1 << bit;
    if (group->kept == WITH_ITSELF) {
        out.place_a = first + bit / BVH8_WIDTH;
        out.place_b = first + bit % BVH8_WIDTH;
    }
    out.a = bvh8_child_at(tree, group->open, out.place_a % BVH8_WIDTH);
    out.b = bvh8_child_at(tree, out.place_b / BVH8_WIDTH, out.place_b % BVH8_WIDTH);
    return out;
}

/* Groups lie on a path that opens each level at most once for a node with itself, then, below that
 * level, once for either of two. */
#define SELF_STACK (2 * (BVH8_DEPTH + 1))

static void walk_self(const self_walk *w) {
    self_group stack[SELF_STACK];
    const bvh8_tree *tree = &w->mesh->bvh8;
    int top = 0;
    stack[0] = open_self(tree, 0);
    while (top >= 0) {
        if (stack[top].pairs == 0) {
            top--;
            continue;
        }
        self_pair at = pop_self_pair(tree, &stack[top]);
        if (stack[top].pairs == 0) top--;
        if (bvh8_is_leaf(at.a) && bvh8_is_leaf(at.b)) {
            if (!meet_self_leaves(w, bvh8_leaf_of(at.a), bvh8_leaf_of(at.b))) return;
        } else {
            stack[++top] = at.a == at.b ? open_self(tree, at.a) : open_one_of_two(tree, &at);
        }
    }
}

void carom_visit_mesh_self(const carom_mesh *mesh, carom_triangle_pair_visitor *visitor,
                           void *user) {
    const self_walk w = {mesh, visitor, user};
    if (mesh && mesh_count(mesh) > 0) walk_self(&w);
}

size_t carom_query_mesh_self(const carom_mesh *mesh, carom_triangle_pair *pairs, size_t capacity) {
    pair_list list = {pairs, capacity, 0};
    carom_visit_mesh_self(mesh, keep_in_list, &list);
    return list.count;
}

bool carom_overlap_mesh_self(const carom_mesh *mesh) {
    bool found = false;
    carom_visit_mesh_self(mesh, note_any_pair, &found);
    return found;
}
