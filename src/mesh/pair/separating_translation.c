/* Own method, built on connected components by union-find [Tarjan75] and the separating axis
 * test. A connected set of triangles that does not touch a closed surface lies wholly inside or
 * wholly outside of it, so one point-in-mesh test decides each component of a moved part. A BVH
 * traversal proves that nothing touches; components share vertices by position, found through an
 * open-addressing hash table. The answer true is proved; contact that rounding cannot exclude,
 * and an exhausted budget, give false. It exists for the branch and bound of mesh penetration
 * depth, where it settles nearly all parts. */
#include "mesh/pair/separating_translation.h"

#include "carom/mesh_near.h"
#include "math/pose.h"
#include "mesh/pair/pair_walk.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "core/workspace.h"

#include <string.h>

/* Cost of one point-in-mesh test, in units of the budget. */
#define POINT_COST 16

/* ---- two triangles */

static bool is_separating_axis(vec3 axis, const vec3 a[3], const vec3 b[3]) {
    double a1 = dot3(axis, sub3(a[1], a[0])), a2 = dot3(axis, sub3(a[2], a[0]));
    double b0 = dot3(axis, sub3(b[0], a[0])), b1 = dot3(axis, sub3(b[1], a[0]));
    double b2 = dot3(axis, sub3(b[2], a[0]));
    return min2(b0, min2(b1, b2)) > max2(0.0, max2(a1, a2)) ||
           max2(b0, max2(b1, b2)) < min2(0.0, min2(a1, a2));
}

static bool are_spans_apart(const vec3 a[3], const vec3 b[3], int k) {
    double a0 = axis3(a[0], k), a1 = axis3(a[1], k), a2 = axis3(a[2], k);
    double b0 = axis3(b[0], k), b1 = axis3(b[1], k), b2 = axis3(b[2], k);
    return min2(a0, min2(a1, a2)) > max2(b0, max2(b1, b2)) ||
           max2(a0, max2(a1, a2)) < min2(b0, min2(b1, b2));
}

/* Separating axis test of two triangles, with the axes within the planes for coplanar triangles.
 * It needs no exact signs: an undetected separation counts as contact, which is the safe answer. */
static bool are_triangles_apart(const carom_triangle *first, const carom_triangle *second) {
    const vec3 a[3] = {load3(first->v[0]), load3(first->v[1]), load3(first->v[2])};
    const vec3 b[3] = {load3(second->v[0]), load3(second->v[1]), load3(second->v[2])};
    if (are_spans_apart(a, b, 0) || are_spans_apart(a, b, 1) || are_spans_apart(a, b, 2))
        return true;
    const vec3 e[3] = {sub3(a[1], a[0]), sub3(a[2], a[1]), sub3(a[0], a[2])};
    const vec3 f[3] = {sub3(b[1], b[0]), sub3(b[2], b[1]), sub3(b[0], b[2])};
    vec3 n = cross3(e[0], e[1]), m = cross3(f[0], f[1]);
    if (is_separating_axis(n, a, b) || is_separating_axis(m, a, b)) return true;
    for (int i = 0; i < 3; i++)
        if (is_separating_axis(cross3(n, e[i]), a, b) || is_separating_axis(cross3(m, f[i]), a, b))
            return true;
    for (int i = 0; i < 9; i++)
        if (is_separating_axis(cross3(e[i / 3], f[i % 3]), a, b)) return true;
    return false;
}

/* ---- the part against the trees */

mesh_node carom_part_node(const carom_mesh *mesh, uint32_t place) {
    mesh_node node = mesh_root(mesh);
    if (place != NO_PLACE) (void)mesh_child(mesh, place / BVH8_WIDTH, place % BVH8_WIDTH, &node);
    return node;
}

typedef struct part_walk {
    pair_walk walk; /* first */
    bool touch;
} part_walk;
_Static_assert(sizeof(part_walk) <= WORKSPACE_TRIANGLES_BYTES, "the block holds it");

static bool take_part_touching(pair_walk *walk, uint32_t slot_a, uint32_t slot_b) {
    part_walk *w = (part_walk *)walk;
    w->touch = !are_triangles_apart(lane_posed_a(walk, slot_a), lane_posed_b(walk, slot_b));
    return !w->touch;
}

/* Also true when the budget runs out. */
static bool part_touches(separation_search *pair, const carom_placed_mesh *moved, uint32_t place) {
    part_walk *w = carom_workspace_take(WORKSPACE_PIECE_PAIRS);
    bool touch = false;
    w->touch = false;
    w->walk.take = take_part_touching;
    if (carom_pair_walk_start(&w->walk, moved, pair->solid)) {
        w->walk.start.child[0] = carom_part_node(moved->mesh, place).child;
        w->walk.start.place[0] = place;
        w->walk.budget = pair->budget;
        carom_pair_walk_touching(&w->walk);
        pair->budget = w->walk.budget;
        touch = w->touch || pair->budget == 0;
    }
    carom_workspace_give(w);
    return touch;
}

static void spend_budget(separation_search *pair, uint64_t budget) {
    pair->budget -= budget < pair->budget ? budget : pair->budget;
}

/* ---- connected components */

#define PART_MOST 256
#define CORNER_SLOTS 2048 /* a power of two, at least twice the 3 PART_MOST vertices */
#define NO_CORNER UINT16_MAX

typedef struct part_pieces {
    uint32_t count;
    uint16_t label[PART_MOST]; /* union-find parent: a triangle of the same component, or itself */
    uint16_t slots[CORNER_SLOTS];
    const bvh8_tree *tree;
    uint32_t at[PART_MOST]; /* place of the first coordinate; of a compact mesh the rank */
    uint8_t row[PART_MOST]; /* from one coordinate to the next */
} part_pieces;

/* A corner in the mesh's own frame. */
static CAROM_INLINE carom_vec3 part_corner(const part_pieces *p, uint32_t i, uint32_t k) {
    const bvh8_tree *tree = p->tree;
    if (CAROM_UNLIKELY(tree->compact != NULL))
        return tree->vertices[tree->corner[3 * p->at[i] + k]];
    const size_t n = p->row[i];
    const carom_real *x = tree->corners + p->at[i] + 3 * k * n;
    return (carom_vec3){x[0], x[n], x[2 * n]};
}

static bool collect_leaf_triangles(part_pieces *out, bvh8_leaf leaf) {
    if (out->count + leaf.count > PART_MOST) return false;
    const uint32_t first = out->tree->compact ? leaf.first : 9 * leaf.first;
    for (uint32_t i = 0; i < leaf.count; i++, out->count++) {
        out->at[out->count] = first + i;
        out->row[out->count] = (uint8_t)leaf.count;
    }
    return true;
}

static int push_filled(const carom_mesh *mesh, uint32_t node, uint32_t *stack, int top) {
    for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
        uint32_t below = bvh8_child_at(&mesh->bvh8, node, slot);
        if (below != BVH8_NONE) stack[top++] = below;
    }
    return top;
}

static int push_places(const carom_mesh *mesh, uint32_t node, uint32_t *stack, int top) {
    for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++)
        if (bvh8_child_at(&mesh->bvh8, node, slot) != BVH8_NONE)
            stack[top++] = BVH8_WIDTH * node + slot;
    return top;
}

static bool collect_part(part_pieces *out, const carom_mesh *mesh, uint32_t child) {
    uint32_t stack[BVH8_STACK];
    int top = 0;
    out->count = 0;
    out->tree = &mesh->bvh8;
    stack[top++] = child;
    while (top > 0) {
        child = stack[--top];
        if (bvh8_is_leaf(child)) {
            if (!collect_leaf_triangles(out, bvh8_leaf_of(child))) return false;
            continue;
        }
        top = push_filled(mesh, child, stack, top);
    }
    return true;
}

static uint16_t piece_of(part_pieces *p, uint16_t i) {
    while (p->label[i] != i)
        i = p->label[i] = p->label[p->label[i]];
    return i;
}

static void join_at_corner(part_pieces *p, uint16_t triangle, uint32_t k) {
    carom_vec3 v = part_corner(p, triangle, k);
    uint64_t slot = carom_hash_position(v, 0) % CORNER_SLOTS;
    for (; p->slots[slot] != NO_CORNER; slot = (slot + 1) % CORNER_SLOTS) {
        uint16_t other = p->slots[slot];
        if (!equal_vec3(part_corner(p, other / 3, other % 3), v)) continue;
        p->label[piece_of(p, triangle)] = piece_of(p, other / 3);
        return;
    }
    p->slots[slot] = (uint16_t)(3 * triangle + k);
}

static void find_pieces(part_pieces *p) {
    memset(p->slots, 0xff, sizeof p->slots); /* NO_CORNER */
    for (uint16_t i = 0; i < p->count; i++) {
        p->label[i] = i;
        for (uint32_t k = 0; k < 3; k++)
            join_at_corner(p, i, k);
    }
}

static bool is_point_outside(separation_search *pair, carom_vec3 point) {
    spend_budget(pair, POINT_COST);
    return carom_place_in_frame(pair->solid_frame, pair->solidity, point) == CAROM_PLACE_OUTSIDE;
}

static bool are_pieces_outside(separation_search *pair, carom_pose moved, part_pieces *p) {
    spend_budget(pair, p->count);
    find_pieces(p);
    for (uint16_t i = 0; i < p->count; i++) {
        if (p->label[i] != i) continue;
        if (!is_point_outside(pair, carom_posed_point(moved, part_corner(p, i, 0)))) return false;
    }
    return true;
}

/* State of the traversal of a part's boxes. */
typedef struct piece_walk {
    separation_search *pair;
    affine_map out; /* of the moved part */
    carom_pose moved;
    middle_box bounds; /* of the solid */
    double noise;
} piece_walk;

typedef enum box_side { BOX_OUTSIDE, BOX_INSIDE, BOX_MIXED } box_side;

/* A box that contains no surface of the solid lies wholly on one side of it. */
static box_side side_of_box(const piece_walk *w, const mesh_node *node) {
    if (w->pair->solid_frame->blind || w->pair->own_frame->blind) return BOX_MIXED;
    spend_budget(w->pair, POINT_COST);
    middle_box box = middle_of_node(node);
    vec3 center = affine_point(&w->out, box.center), half = affine_extent(&w->out, box.half);
    vec3 d = sub3(center, w->bounds.center), apart = add3(half, w->bounds.half);
    if (fabs(d.x) > apart.x || fabs(d.y) > apart.y || fabs(d.z) > apart.z) return BOX_OUTSIDE;
    double r = (sqrt(len2(half)) + PAIR_BOX_NOISES * w->noise) / w->pair->solid_frame->shrink;
    carom_vec3 own = store3(affine_point(&w->pair->solid_frame->back, center));
    if (carom_overlap_point_mesh_within(own, w->pair->solid->mesh,
                                        (carom_real)(r * (1.0 + PAIR_FLOAT_ROUNDING))))
        return BOX_MIXED;
    return is_point_outside(w->pair, store3(center)) ? BOX_OUTSIDE : BOX_INSIDE;
}

/* Kept in a block of the workspace. */
typedef struct piece_search {
    uint32_t stack[BVH8_STACK];
    part_pieces pieces;
} piece_search;
_Static_assert(sizeof(piece_search) <= WORKSPACE_PIECES_BYTES, "the block holds it");

/* Descends box by box; a part with at most PART_MOST triangles is decided component by
 * component. */
static bool are_all_pieces_outside(const piece_walk *w, uint32_t place, piece_search *search) {
    const carom_mesh *mesh = w->pair->own->mesh;
    uint32_t *stack = search->stack;
    int top = 0;
    stack[top++] = place;
    while (top > 0) {
        if (w->pair->budget == 0) return false;
        mesh_node node = carom_part_node(mesh, stack[--top]);
        box_side at = side_of_box(w, &node);
        if (at == BOX_INSIDE) return false;
        if (at == BOX_OUTSIDE) continue;
        if (!collect_part(&search->pieces, mesh, node.child))
            top = push_places(mesh, node.child, stack, top);
        else if (!are_pieces_outside(w->pair, w->moved, &search->pieces))
            return false;
    }
    return true;
}

bool carom_is_part_separated(separation_search *pair, uint32_t place, vec3 motion) {
    carom_placed_mesh moved = *pair->own;
    moved.pose = pair->own_frame->pose;
    moved.pose.position = store3(add3(load3(moved.pose.position), motion));
    if (part_touches(pair, &moved, place)) return false;
    piece_walk w = {.pair = pair, .out = pair->own_frame->out, .moved = moved.pose};
    w.out.shift = load3(moved.pose.position);
    w.bounds = carom_frame_bounds(pair->solid_frame);
    w.noise = pair->own_frame->noise + pair->solid_frame->noise;
    piece_search *search = carom_workspace_take(WORKSPACE_PIECES);
    const bool outside = are_all_pieces_outside(&w, place, search);
    carom_workspace_give(search);
    return outside;
}

/* ---- one triangle */

/* Bounding box of the triangle in the frame of the solid's tree, rounded outwards. */
static bvh8_box box_in_tree(const placed_frame *solid, const vec3 v[3]) {
    const bvh8_frame *frame = &solid->mesh->bvh8.frame;
    double more = PAIR_BOX_NOISES * solid->noise;
    vec3 low = {0, 0, 0}, high = {0, 0, 0};
    bvh8_box out;
    for (int i = 0; i < 3; i++) {
        vec3 own = affine_point(&solid->back, v[i]);
        low = i ? lower3(low, own) : own;
        high = i ? upper3(high, own) : own;
    }
    low = bvh8_local(frame, sub3(low, vec(more, more, more)));
    high = bvh8_local(frame, add3(high, vec(more, more, more)));
    for (int i = 0; i < 3; i++) {
        out.low[i] = solid->blind ? -FLT_MAX : carom_bvh8_outward(axis3(low, i));
        out.high[i] = solid->blind ? FLT_MAX : -carom_bvh8_outward(-axis3(high, i));
    }
    return out;
}

/* Also true when a coordinate is NaN. */
static bool tree_boxes_meet(const bvh8_box *a, const bvh8_box *b) {
    for (int i = 0; i < 3; i++)
        if (a->low[i] > b->high[i] || b->low[i] > a->high[i]) return false;
    return true;
}

static bool touches_leaf(separation_search *pair, bvh8_leaf leaf, const carom_triangle *t) {
    const placed_frame *solid = pair->solid_frame;
    for (uint32_t i = 0; i < leaf.count; i++) {
        carom_triangle own = bvh8_triangle(&solid->mesh->bvh8, leaf, i);
        carom_triangle at = carom_posed_triangle(solid, &own);
        if (are_triangles_apart(t, &at)) continue;
        vec3 first = load3(at.v[0]);
        pair->blocking_normal = cross3(sub3(load3(at.v[1]), first), sub3(load3(at.v[2]), first));
        return true;
    }
    return false;
}

static bool triangle_touches(separation_search *pair, const carom_triangle *t,
                             const bvh8_box *box) {
    const placed_frame *solid = pair->solid_frame;
    const bvh8_tree *tree = &solid->mesh->bvh8;
    uint32_t stack[BVH8_STACK];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t parent = stack[--top];
        spend_budget(pair, 1);
        for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
            uint32_t child = bvh8_child_at(tree, parent, slot);
            bvh8_box other = bvh8_box_at(tree, parent, slot);
            if (child == BVH8_NONE || !tree_boxes_meet(&other, box)) continue;
            if (!bvh8_is_leaf(child)) {
                stack[top++] = child;
                continue;
            }
            spend_budget(pair, 1);
            if (touches_leaf(pair, bvh8_leaf_of(child), t)) return true;
        }
    }
    return false;
}

/* Returns true if the triangle shares a vertex with one that is proved outside. Neither touches
 * the surface, so both are outside. */
static bool is_next_to_separated(const separation_search *pair, const carom_triangle *t) {
    uint32_t count =
        pair->separated_count < SEPARATED_MOST ? pair->separated_count : SEPARATED_MOST;
    for (uint32_t i = 0; i < 3 * count; i++) {
        carom_vec3 v = pair->separated[i / 3].v[i % 3];
        for (int k = 0; k < 3; k++)
            if (equal_vec3(v, t->v[k])) return true;
    }
    return false;
}

bool carom_is_triangle_separated(separation_search *pair, const vec3 v[3], vec3 motion) {
    const vec3 at[3] = {add3(v[0], motion), add3(v[1], motion), add3(v[2], motion)};
    const carom_triangle t = {{store3(at[0]), store3(at[1]), store3(at[2])}};
    bvh8_box box = box_in_tree(pair->solid_frame, at);
    pair->blocking_normal = vec(0, 0, 0);
    if (triangle_touches(pair, &t, &box)) return false;
    if (!is_next_to_separated(pair, &t) && !is_point_outside(pair, t.v[0])) return false;
    pair->separated[pair->separated_count++ % SEPARATED_MOST] = t;
    return true;
}
