/* Queries of loose trees [Ulrich00]. Pairs: a cell is paired with cells of its own level whose
 * loose bounds overlap, and the boxes of one are searched for below the other, so that each pair
 * is found once. Rays and nearest boxes traverse in order (in_order.h): a cell is turned back into
 * a box, enlarged by a bound on the lattice's rounding, and unbounded at the lattice's border,
 * where boxes from beyond are stored. */
#include "spatial/loose_tree.h"
#include "spatial/loose_walk.h"

/* Capacity of the stack of a descent: on each level all children but one wait. */
#define WAITING (8 * (LOOSE_LEVELS + 1))

/* ---- pairs */

typedef struct cell_pair {
    uint32_t a, b; /* nodes of one level; a == b: pairs within the cell */
} cell_pair;

typedef struct cell_walk {
    const carom_space *space;
    const loose_tree *tree;
    carom_pair_visitor *visitor;
    void *user;
} cell_walk;

/* Pairs of children of two cells that are left: bit 8 i + k for child i of a and child k of b. */
typedef struct cell_group {
    cell_pair of;
    uint64_t left;
} cell_group;

static inline bool report_pair(const cell_walk *walk, uint32_t a, uint32_t b) {
    return a < b ? walk->visitor(a, b, walk->user) : walk->visitor(b, a, walk->user);
}

/* Reports the overlaps of box `id` with the boxes of the list from `other` on. */
static bool meet_list(const cell_walk *walk, uint32_t id, uint32_t other) {
    const carom_aabb *boxes = walk->space->boxes.box, *own = &boxes[id];
    for (; other != LOOSE_NONE; other = walk->tree->links[other].next)
        if (boxes_meet(own, &boxes[other]) && !report_pair(walk, id, other)) return false;
    return true;
}

static bool meet_within(const cell_walk *walk, uint32_t id) {
    for (; id != LOOSE_NONE; id = walk->tree->links[id].next)
        if (!meet_list(walk, id, walk->tree->links[id].next)) return false;
    return true;
}

/* Overlaps between two lists. Boxes are first tested against the bounding box of the other list,
 * which rejects most boxes of neighbouring cells. */
static bool meet_lists(const cell_walk *walk, uint32_t id, uint32_t others) {
    const carom_aabb *boxes = walk->space->boxes.box;
    const loose_link *links = walk->tree->links;
    if (id == LOOSE_NONE || others == LOOSE_NONE) return true;
    carom_aabb bounds = boxes[others];
    for (uint32_t i = links[others].next; i != LOOSE_NONE; i = links[i].next)
        box_grow(&bounds, &boxes[i]);
    for (; id != LOOSE_NONE; id = links[id].next)
        if (boxes_meet(&boxes[id], &bounds) && !meet_list(walk, id, others)) return false;
    return true;
}

/* Overlaps of the boxes of a node with all boxes below another node. */
static bool meet_below(const cell_walk *walk, uint32_t node, uint32_t other) {
    const loose_tree *tree = walk->tree;
    uint32_t stack[WAITING];
    if (tree->nodes[other].children == LOOSE_NONE) return true;
    for (uint32_t id = tree->nodes[node].head; id != LOOSE_NONE; id = tree->links[id].next) {
        const loose_span span = loose_span_of(tree, &walk->space->boxes.box[id]);
        int top = 0;
        stack[top++] = other;
        while (top > 0) {
            const loose_node *own = &tree->nodes[stack[--top]];
            for (uint32_t k = 0; k < loose_child_count(tree); k++) {
                const loose_node *child = &tree->nodes[own->children + k];
                const loose_span bound = loose_bound(child);
                if (child->total == 0 || !loose_spans_meet(&bound, &span)) continue;
                if (!meet_list(walk, id, child->head)) return false;
                if (child->children != LOOSE_NONE) stack[top++] = own->children + k;
            }
        }
    }
    return true;
}

static uint64_t pairs_of_children(const cell_walk *walk, const loose_node *a, const loose_node *b) {
    const loose_tree *tree = walk->tree;
    uint64_t left = 0;
    if (a->children == LOOSE_NONE || b->children == LOOSE_NONE) return 0;
    for (uint32_t i = 0; i < loose_child_count(tree); i++) {
        const loose_node *own = &tree->nodes[a->children + i];
        const loose_span bound = loose_bound(own);
        if (own->total == 0) continue;
        for (uint32_t k = a == b ? i : 0; k < loose_child_count(tree); k++) {
            const loose_node *other = &tree->nodes[b->children + k];
            const loose_span other_bound = loose_bound(other);
            if (other->total > 0 && loose_spans_meet(&bound, &other_bound))
                left |= (uint64_t)1 << (8 * i + k);
        }
    }
    return left;
}

static bool open_cells(const cell_walk *walk, cell_pair pair, cell_group *group) {
    const loose_tree *tree = walk->tree;
    const loose_node *a = &tree->nodes[pair.a], *b = &tree->nodes[pair.b];
    const bool within = pair.a == pair.b;
    if (!(within ? meet_within(walk, a->head) : meet_lists(walk, a->head, b->head))) return false;
    if (!meet_below(walk, pair.a, pair.b)) return false;
    if (!within && !meet_below(walk, pair.b, pair.a)) return false;
    *group = (cell_group){pair, pairs_of_children(walk, a, b)};
    return true;
}

/* Takes the last pair of a group. */
static cell_pair pop_cells(const loose_tree *tree, cell_group *group) {
    const uint32_t bit = (uint32_t)(63 - __builtin_clzll(group->left));
    group->left ^= (uint64_t)1 << bit;
    return (cell_pair){tree->nodes[group->of.a].children + bit / 8,
                       tree->nodes[group->of.b].children + bit % 8};
}

bool carom_loose_visit_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    const cell_walk walk = {space, space->structure, visitor, user};
    cell_group stack[LOOSE_LEVELS + 1];
    int top = 0;
    if (!open_cells(&walk, (cell_pair){0, 0}, &stack[0])) return false;
    while (top >= 0) {
        if (stack[top].left == 0) {
            top--;
            continue;
        }
        const cell_pair next = pop_cells(walk.tree, &stack[top]);
        if (stack[top].left != 0) top++;
        if (!open_cells(&walk, next, &stack[top])) return false;
    }
    return true;
}

/* ---- boxes */

bool carom_loose_visit_box(const carom_space *space, const space_search *search) {
    const loose_tree *tree = space->structure;
    const carom_aabb *boxes = space->boxes.box;
    const loose_span span = loose_span_of(tree, &search->box);
    uint32_t stack[WAITING];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const loose_node *node = &tree->nodes[stack[--top]];
        for (uint32_t id = node->head; id != LOOSE_NONE; id = tree->links[id].next)
            if (search_accepts(search, &boxes[id]) && !search->visitor(id, search->user))
                return false;
        if (node->children == LOOSE_NONE) continue;
        for (uint32_t k = loose_child_count(tree); k-- > 0;) {
            const loose_node *child = &tree->nodes[node->children + k];
            const loose_span bound = loose_bound(child);
            if (child->total > 0 && loose_spans_meet(&bound, &span))
                stack[top++] = node->children + k;
        }
    }
    return true;
}

/* ---- ordered traversal */

static double outward(double x, double down) {
    double slack = fabs(x) * CELL_BOX_EPSILONS * (double)CAROM_REAL_EPSILON + CELL_BOX_SUBNORMAL;
    x += down * slack;
    return max2(min2(x, (double)CAROM_REAL_MAX), -(double)CAROM_REAL_MAX);
}

/* A box that contains every box of the node and below it. */
static carom_aabb cell_box(const loose_tree *tree, const loose_node *node) {
    const loose_span bound = loose_bound(node);
    const double most = (double)CAROM_REAL_MAX;
    double low[3] = {-most, -most, -most}, high[3] = {most, most, most};
    for (int i = 0; i < tree->axes; i++) {
        const double from = (double)bound.low[i] / tree->scale;
        const double to = ((double)bound.high[i] + 1.0) / tree->scale;
        const double slack = CELL_BOX_SLACK * (fabs(tree->low[i]) + fabs(to));
        const int axis = tree->axis[i];
        if (bound.low[i] > 0) low[axis] = outward(tree->low[i] + from - slack, -1.0);
        if (bound.high[i] < LOOSE_SIDE - 1) high[axis] = outward(tree->low[i] + to + slack, 1.0);
    }
    return (carom_aabb){store3(vec(low[0], low[1], low[2])),
                        store3(vec(high[0], high[1], high[2]))};
}

/* The children with their keys, the least key last, as a stack wants them. */
static uint32_t children_in_order(const in_order *order, const loose_node *node,
                                  const near_list *list, in_order_entry found[8]) {
    const loose_tree *tree = order->space->structure;
    uint32_t count = 0;
    if (node->children == LOOSE_NONE) return 0;
    for (uint32_t k = 0; k < loose_child_count(tree); k++) {
        const uint32_t child = node->children + k;
        carom_real key;
        if (tree->nodes[child].total == 0) continue;
        const carom_aabb box = cell_box(tree, &tree->nodes[child]);
        if (!in_order_key(order, &box, list, &key)) continue;
        uint32_t i = count++;
        for (; i > 0 && found[i - 1].key < key; i--)
            found[i] = found[i - 1];
        found[i] = (in_order_entry){key, child};
    }
    return count;
}

static void walk_loose_in_order(const in_order *order, near_list *list) {
    const loose_tree *tree = order->space->structure;
    in_order_entry stack[WAITING], found[8];
    uint32_t index = 0;
    for (int top = 0;;) {
        const loose_node *node = &tree->nodes[index];
        for (uint32_t id = node->head; id != LOOSE_NONE; id = tree->links[id].next)
            in_order_offer(order, &order->space->boxes.box[id], id, list);
        const uint32_t count = children_in_order(order, node, list, found);
        for (uint32_t i = 0; i < count; i++)
            stack[top++] = found[i];
        while (top > 0 && !near_list_accepts(list, stack[top - 1].key))
            top--;
        if (top == 0) return;
        index = stack[--top].node;
    }
}

void carom_loose_visit_ray(const carom_space *space, const carom_ray *ray,
                           carom_ray_visitor *visitor, void *user) {
    carom_in_order_ray(space, ray, visitor, user, walk_loose_in_order);
}

void carom_loose_nearest(const carom_space *space, vec3 point, near_list *list) {
    carom_in_order_nearest(space, point, list, walk_loose_in_order);
}
