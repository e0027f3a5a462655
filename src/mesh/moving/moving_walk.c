/* Time of impact by a simultaneous traversal of two BVHs [Ericson05] 6.3, depth first with the
 * earliest child on top. A pair inherits its parents' lower bound on the time and raises it;
 * pairs later than the best contact are pruned, and so are pairs of triangles, by their boxes. Of
 * triangles with the same corners one is tested. Where as many pairs were tested as there are
 * triangles, many lie on each other, and planes along them prune pairs of nodes. */
#include "mesh/moving/moving_walk.h"

#include "math/boxes.h"
#include "mesh/data/pile.h"
#include "core/workspace.h"

#include <string.h>

/* A place, BVH8_WIDTH * parent + slot, stands for the node or leaf there. */
#define ROOT_PLACE UINT32_MAX

typedef struct moving_item {
    double from;
    mesh_node a, b;
    uint32_t place_a, place_b;
} moving_item;

/* Children of a node that remain to be paired with a node or leaf of the other tree. */
typedef struct moving_group {
    uint32_t kept;  /* place in the other tree */
    uint32_t open;  /* the node */
    uint32_t order; /* three bits for each child that remains, the next one lowest; GROUP_OPENS_A */
    uint32_t count;
    uint32_t from[BVH8_WIDTH]; /* by slot: bounds on the times, rounded down */
} moving_group;

#define GROUP_OPENS_A 0x80000000u

/* Pairs that are tested before planes are tried: these, and as many as there are triangles. */
#define LEAST_PATIENCE 256
/* Triangles whose heights may be looked at for each two triangles that come up. */
#define CREDIT_OF_PAIR 16

/* Groups lie on the path of opened nodes from both roots. */
#define MOVING_STACK (2 * (BVH8_DEPTH + 1))

typedef struct moving_walk {
    const moving_search *search;
    pile_finder piles[2]; /* of A and of B */
    int top;
    moving_group stack[MOVING_STACK];
} moving_walk;

/* The upper half of a double: a number that is not negative, rounded down to 20 bits. */
static uint32_t upper_half(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)(bits >> 32);
}

static double from_upper_half(uint32_t half) {
    const uint64_t bits = (uint64_t)half << 32;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Sets the node or leaf of a place, unless it is set. */
static void set_place(pile_finder *finder, uint32_t place, uint32_t *held, mesh_node *node) {
    if (place == *held) return;
    *held = place;
    *node = mesh_root(finder->mesh);
    if (place != ROOT_PLACE)
        (void)mesh_child(finder->mesh, place / BVH8_WIDTH, place % BVH8_WIDTH, node);
    carom_pile_collapse(finder, node);
}

static middle_box box_of_rank(const carom_mesh *mesh, uint32_t rank) {
    carom_triangle t = mesh_ranked(mesh, rank);
    carom_aabb box = box_of_triangle(&t);
    return middle_of_box(box.min, box.max);
}

static bool is_parted(moving_search *s, const mesh_node *a, const mesh_node *b, double from) {
    return CAROM_UNLIKELY(s->patience == 0) && s->parts && s->parts(s, a, b, from);
}

static mesh_node node_of_rank(const carom_mesh *mesh, uint32_t rank) {
    carom_triangle t = mesh_ranked(mesh, rank);
    carom_aabb box = box_of_triangle(&t);
    return (mesh_node){.min = box.min, .max = box.max, .first = rank, .count = 1};
}

/* As is_parted, of two triangles. */
static CAROM_APART bool are_parted(moving_search *s, uint32_t a, uint32_t b, double from) {
    const mesh_node node_a = node_of_rank(s->a, a), node_b = node_of_rank(s->b, b);
    s->credit += CREDIT_OF_PAIR;
    return is_parted(s, &node_a, &node_b, from);
}

static bool test_leaves(moving_search *s, const moving_item *at) {
    middle_box boxes_b[BVH8_LEAF];
    for (uint32_t k = 0; k < at->b.count; k++)
        boxes_b[k] = box_of_rank(s->b, at->b.first + k);
    for (uint32_t i = at->a.first; i < at->a.first + at->a.count; i++) {
        middle_box box_a = box_of_rank(s->a, i);
        for (uint32_t k = 0; k < at->b.count; k++) {
            const uint32_t rank_b = at->b.first + k;
            if (s->earliest(s, &box_a, &boxes_b[k], at->from) > s->limit) continue;
            if (CAROM_UNLIKELY(s->patience == 0) && are_parted(s, i, rank_b, at->from)) continue;
            s->credit += s->worth;
            s->patience -= s->patience > 0;
            if (!s->test(s, i, rank_b)) return false;
        }
    }
    return true;
}

static bool opens_a(const moving_item *at, const middle_box *a, const middle_box *b) {
    return at->b.count > 0 || (at->a.count == 0 && a->half.x + a->half.y + a->half.z >=
                                                       b->half.x + b->half.y + b->half.z);
}

/* Replaces the larger of two nodes by its children, the earliest first. */
static moving_group group_of_children(const moving_search *s, const moving_item *at) {
    middle_box box_a = middle_of_node(&at->a), box_b = middle_of_node(&at->b);
    const bool open_a = opens_a(at, &box_a, &box_b);
    const carom_mesh *mesh = open_a ? s->a : s->b;
    moving_group out = {.kept = open_a ? at->place_b : at->place_a,
                        .open = (open_a ? &at->a : &at->b)->child};
    uint8_t slots[BVH8_WIDTH];
    for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
        mesh_node child;
        if (!mesh_child(mesh, out.open, slot, &child)) continue;
        middle_box box = middle_of_node(&child);
        double from = s->earliest(s, open_a ? &box : &box_a, open_a ? &box_b : &box, at->from);
        if (from > s->limit) continue;
        uint32_t place = out.count++;
        out.from[slot] = upper_half(from + 0.0); /* no -0 */
        for (; place > 0 && out.from[slots[place - 1]] < out.from[slot]; place--)
            slots[place] = slots[place - 1];
        slots[place] = (uint8_t)slot;
    }
    for (uint32_t i = 0; i < out.count; i++)
        out.order = out.order << 3 | slots[i];
    out.order |= open_a ? GROUP_OPENS_A : 0;
    return out;
}

/* Takes the next child of the group on top; @return false when it is too late. */
static bool pop_child(moving_walk *w, moving_item *out) {
    moving_group *group = &w->stack[w->top - 1];
    const bool open_a = group->order >= GROUP_OPENS_A;
    const uint32_t slot = group->order & 7u, place = BVH8_WIDTH * group->open + slot;
    out->from = from_upper_half(group->from[slot]);
    group->order = (group->order & GROUP_OPENS_A) | (group->order & 0xffffffu) >> 3;
    const uint32_t kept = group->kept;
    if (--group->count == 0) w->top--;
    if (out->from > w->search->limit) return false;
    set_place(&w->piles[0], open_a ? place : kept, &out->place_a, &out->a);
    set_place(&w->piles[1], open_a ? kept : place, &out->place_b, &out->b);
    return true;
}

static bool pop_in_time(moving_walk *w, moving_item *out) {
    while (w->top > 0)
        if (pop_child(w, out)) return true;
    return false;
}

_Static_assert(sizeof(moving_walk) <= WORKSPACE_TRIANGLES_BYTES, "the block holds it");

void carom_moving_walk(moving_search *s) {
    moving_item at = {0.0, mesh_root(s->a), mesh_root(s->b), ROOT_PLACE, ROOT_PLACE};
    if (at.from > s->limit) return;
    moving_walk *w = carom_workspace_take(WORKSPACE_TRIANGLES);
    w->search = s;
    w->top = 0;
    carom_pile_finder_begin(&w->piles[0], s->a);
    carom_pile_finder_begin(&w->piles[1], s->b);
    carom_pile_collapse(&w->piles[0], &at.a);
    carom_pile_collapse(&w->piles[1], &at.b);
    s->credit = 0;
    s->patience = LEAST_PATIENCE + (uint64_t)mesh_count(s->a) + mesh_count(s->b);
    do {
        if (is_parted(s, &at.a, &at.b, at.from)) continue;
        if (at.a.count == 0 || at.b.count == 0) {
            w->stack[w->top] = group_of_children(s, &at);
            if (w->stack[w->top].count > 0) w->top++;
        } else if (!test_leaves(s, &at)) {
            break;
        }
    } while (pop_in_time(w, &at));
    carom_workspace_give(w);
}

convex_shape carom_convex_of_triangle(const carom_triangle *triangle, vec3 *points) {
    convex_shape shape = {.kind = CONVEX_POINTS, .count = 3, .points = points};
    for (int i = 0; i < 3; i++) {
        points[i] = load3(triangle->v[i]);
        shape.axes[i] = vec(i == 0, i == 1, i == 2);
    }
    return shape;
}
