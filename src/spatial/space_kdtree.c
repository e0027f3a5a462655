/* A k-d tree over the centres of boxes [Bentley75], used as a bounding volume hierarchy: each
 * split is a plane across the axis of largest spread of the centres, at about their median, and
 * each node stores the bounds of its boxes, because boxes reach beyond the planes that separate
 * their centres. The boxes are stored in the order of the leaves. The median comes from a
 * histogram, so a level costs two passes; where that separates nothing, and below KD_MEDIANS
 * levels, a run is halved as it lies: identical boxes make a balanced tree. Bytes per box: 28, and
 * 8 to 16 for nodes (float), twice that (double). */
#include "spatial/in_order.h"

#define KD_BINS 64
#define KD_LEAF 8
/* Below KD_MEDIANS levels runs are halved, and halving ends after at most 31 levels. */
#define KD_MEDIANS 40
#define KD_DEPTH (KD_MEDIANS + 32)

typedef struct kd_item {
    carom_aabb box;
    uint32_t id;
} kd_item;

typedef struct kd_node {
    carom_aabb box;
    uint32_t first; /* leaf: its first item; else the left child; the right one follows */
    uint32_t count; /* of a leaf; else 0 */
} kd_node;

typedef struct kd_tree {
    kd_item *items;
    kd_node *nodes;
    uint32_t item_count, node_count;
    size_t node_capacity;
} kd_tree;

/* ---- building */

typedef struct kd_run {
    uint32_t node, first, count, depth;
} kd_run;

static vec3 kd_center(const carom_aabb *box) {
    return add3(scale3(load3(box->min), 0.5), scale3(load3(box->max), 0.5));
}

static double kd_coordinate(const kd_item *item, int axis) {
    return axis3(kd_center(&item->box), axis);
}

/* Sets the node's box. @return the axis along which the centres spread most */
static int kd_bound(kd_tree *tree, const kd_run *run, double *low, double *width) {
    const kd_item *items = tree->items + run->first;
    carom_aabb box = items[0].box;
    vec3 least = kd_center(&box), most = least;
    for (uint32_t i = 1; i < run->count; i++) {
        vec3 c = kd_center(&items[i].box);
        box_grow(&box, &items[i].box);
        least = lower3(least, c);
        most = upper3(most, c);
    }
    tree->nodes[run->node] = (kd_node){box, run->first, run->count};
    vec3 spread = sub3(most, least);
    int axis = spread.x >= spread.y ? (spread.x >= spread.z ? 0 : 2) : spread.y >= spread.z ? 1 : 2;
    *low = axis3(least, axis);
    *width = axis3(spread, axis);
    return axis;
}

static uint32_t kd_bin(double coordinate, double low, double scale) {
    double bin = (coordinate - low) * scale;
    return bin >= KD_BINS - 1 ? KD_BINS - 1 : bin > 0.0 ? (uint32_t)bin : 0;
}

/* Moves the items of the left side to the front. @return their number, neither none nor all */
static uint32_t kd_part(kd_tree *tree, const kd_run *run, int axis, const double range[2]) {
    kd_item *items = tree->items + run->first;
    const double scale = KD_BINS / range[1];
    uint32_t counts[KD_BINS] = {0}, half = run->count / 2, bins = 0, left = 0;
    if (run->depth >= KD_MEDIANS || !(range[1] > 0.0) || !finite1(scale)) return half;
    for (uint32_t i = 0; i < run->count; i++)
        counts[kd_bin(kd_coordinate(&items[i], axis), range[0], scale)]++;
    while (bins < KD_BINS && left + counts[bins] / 2 < half)
        left += counts[bins++];
    if (left == 0 || left == run->count) {
        bins = left == 0 ? 1 : KD_BINS - 1; /* most centres lie at one end */
        left = left == 0 ? counts[0] : run->count - counts[KD_BINS - 1];
    }
    if (left == 0 || left == run->count) return half;
    for (uint32_t i = 0, j = run->count; i < j;) {
        if (kd_bin(kd_coordinate(&items[i], axis), range[0], scale) < bins) {
            i++;
            continue;
        }
        kd_item other = items[--j];
        items[j] = items[i];
        items[i] = other;
    }
    return left;
}

static void kd_build(kd_tree *tree) {
    kd_run stack[KD_DEPTH + 2];
    int top = 0;
    tree->node_count = 0;
    if (tree->item_count == 0) return;
    stack[top++] = (kd_run){0, 0, tree->item_count, 0};
    tree->node_count = 1;
    while (top > 0) {
        kd_run run = stack[--top];
        double range[2];
        int axis = kd_bound(tree, &run, &range[0], &range[1]);
        if (run.count <= KD_LEAF) continue;
        uint32_t left = kd_part(tree, &run, axis, range), child = tree->node_count;
        tree->node_count += 2;
        tree->nodes[run.node].first = child;
        tree->nodes[run.node].count = 0;
        stack[top++] = (kd_run){child + 1, run.first + left, run.count - left, run.depth + 1};
        stack[top++] = (kd_run){child, run.first, left, run.depth + 1};
    }
}

static void destroy_kd(carom_space *space, void *structure) {
    kd_tree *tree = structure;
    carom_free(&space->allocator, tree->items);
    carom_free(&space->allocator, tree->nodes);
    carom_free(&space->allocator, tree);
}

/* Releases the unused nodes, when there is memory for the copy. */
static void kd_shrink(const carom_space *space, kd_tree *tree) {
    kd_node *nodes = carom_alloc(&space->allocator, tree->node_count, sizeof *nodes);
    if (!nodes) return;
    for (uint32_t i = 0; i < tree->node_count; i++)
        nodes[i] = tree->nodes[i];
    carom_free(&space->allocator, tree->nodes);
    tree->nodes = nodes;
    tree->node_capacity = tree->node_count;
}

static carom_status create_kd(carom_space *space, void **structure) {
    size_t count = carom_space_count(space);
    kd_tree *tree = carom_alloc(&space->allocator, 1, sizeof *tree);
    if (!tree) return CAROM_ERROR_MEMORY;
    /* Every split leaves at least one item on each side: at most 2 count - 1 nodes. */
    *tree = (kd_tree){.item_count = (uint32_t)count, .node_capacity = 2 * count + 1};
    tree->items = carom_alloc(&space->allocator, count, sizeof *tree->items);
    tree->nodes = carom_alloc(&space->allocator, tree->node_capacity, sizeof *tree->nodes);
    if (!tree->items || !tree->nodes) {
        destroy_kd(space, tree);
        return CAROM_ERROR_MEMORY;
    }
    kd_item *item = tree->items;
    for (size_t i = 0; i < space->boxes.slots; i++)
        if (space_in_use(space, (uint32_t)i)) *item++ = (kd_item){space->boxes.box[i], (uint32_t)i};
    kd_build(tree);
    kd_shrink(space, tree);
    *structure = tree;
    return CAROM_OK;
}

/* ---- pairs: within each child of a node, and between the two children */

typedef struct kd_pair {
    uint32_t a, b; /* a == b: pairs within the node */
} kd_pair;

typedef struct kd_walk {
    const kd_tree *tree;
    carom_pair_visitor *visitor;
    void *user;
    int top;
    /* a level adds at most two entries within a node, and one for each of two between nodes */
    kd_pair stack[4 * KD_DEPTH + 4];
} kd_walk;

static bool kd_meet_item(const kd_walk *walk, const kd_item *item, const kd_item *others,
                         uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = item->id, b = others[i].id;
        if (!boxes_meet(&item->box, &others[i].box)) continue;
        if (!(a < b ? walk->visitor(a, b, walk->user) : walk->visitor(b, a, walk->user)))
            return false;
    }
    return true;
}

static bool kd_open_within(kd_walk *walk, uint32_t index) {
    const kd_node *node = &walk->tree->nodes[index];
    const kd_item *items = walk->tree->items + node->first;
    for (uint32_t i = 0; i < node->count; i++)
        if (!kd_meet_item(walk, &items[i], items + i + 1, node->count - i - 1)) return false;
    if (node->count > 0) return true;
    const uint32_t left = node->first, right = left + 1;
    if (boxes_meet(&walk->tree->nodes[left].box, &walk->tree->nodes[right].box))
        walk->stack[walk->top++] = (kd_pair){left, right};
    walk->stack[walk->top++] = (kd_pair){right, right};
    walk->stack[walk->top++] = (kd_pair){left, left};
    return true;
}

static double kd_extent(const kd_node *node) {
    vec3 d = sub3(load3(node->box.max), load3(node->box.min));
    return d.x + d.y + d.z;
}

static bool kd_open_between(kd_walk *walk, kd_pair pair) {
    const kd_tree *tree = walk->tree;
    const kd_node *a = &tree->nodes[pair.a], *b = &tree->nodes[pair.b];
    if (a->count > 0 && b->count > 0) {
        for (uint32_t i = 0; i < a->count; i++) {
            const kd_item *item = &tree->items[a->first + i];
            if (boxes_meet(&item->box, &b->box) &&
                !kd_meet_item(walk, item, tree->items + b->first, b->count))
                return false;
        }
        return true;
    }
    bool open_a = b->count > 0 || (a->count == 0 && kd_extent(a) >= kd_extent(b));
    for (uint32_t side = 0; side < 2; side++) {
        kd_pair inner = pair;
        if (open_a)
            inner.a = a->first + side;
        else
            inner.b = b->first + side;
        if (boxes_meet(&tree->nodes[inner.a].box, &tree->nodes[inner.b].box))
            walk->stack[walk->top++] = inner;
    }
    return true;
}

static bool visit_kd_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    kd_walk walk;
    walk.tree = space->structure;
    walk.visitor = visitor;
    walk.user = user;
    walk.top = 0;
    if (walk.tree->node_count > 0) walk.stack[walk.top++] = (kd_pair){0, 0};
    while (walk.top > 0) {
        kd_pair pair = walk.stack[--walk.top];
        if (!(pair.a == pair.b ? kd_open_within(&walk, pair.a) : kd_open_between(&walk, pair)))
            return false;
    }
    return true;
}

/* ---- boxes, and ordered traversal */

static bool visit_kd_box(const carom_space *space, const space_search *search) {
    const kd_tree *tree = space->structure;
    uint32_t stack[KD_DEPTH + 2];
    int top = 0;
    if (tree->node_count > 0) stack[top++] = 0;
    while (top > 0) {
        const kd_node *node = &tree->nodes[stack[--top]];
        if (!search_accepts(search, &node->box)) continue;
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
        for (uint32_t i = 0; i < node->count; i++) {
            const kd_item *item = &tree->items[node->first + i];
            if (search_accepts(search, &item->box) && !search->visitor(item->id, search->user))
                return false;
        }
    }
    return true;
}

static void walk_kd_in_order(const in_order *order, near_list *list) {
    const kd_tree *tree = order->space->structure;
    in_order_entry stack[KD_DEPTH + 2], near, far;
    int top = 0;
    if (tree->node_count > 0 && in_order_key(order, &tree->nodes[0].box, list, &near.key)) {
        near.node = 0;
        stack[top++] = near;
    }
    while (top > 0) {
        in_order_entry entry = stack[--top];
        const kd_node *node = &tree->nodes[entry.node];
        if (!near_list_accepts(list, entry.key)) continue;
        for (uint32_t i = 0; i < node->count; i++)
            in_order_offer(order, &tree->items[node->first + i].box,
                           tree->items[node->first + i].id, list);
        if (node->count > 0) continue;
        near.node = node->first;
        far.node = node->first + 1;
        bool left = in_order_key(order, &tree->nodes[near.node].box, list, &near.key);
        bool right = in_order_key(order, &tree->nodes[far.node].box, list, &far.key);
        bool swapped = left && right && far.key < near.key;
        if (right && !swapped) stack[top++] = far;
        if (left) stack[top++] = near;
        if (swapped) stack[top++] = far;
    }
}

static void visit_kd_ray(const carom_space *space, const carom_ray *ray, carom_ray_visitor *visitor,
                         void *user) {
    carom_in_order_ray(space, ray, visitor, user, walk_kd_in_order);
}

static void nearest_kd(const carom_space *space, vec3 point, near_list *list) {
    carom_in_order_nearest(space, point, list, walk_kd_in_order);
}

static size_t kd_memory(const carom_space *space) {
    const kd_tree *tree = space->structure;
    return sizeof *tree + tree->item_count * sizeof *tree->items +
           tree->node_capacity * sizeof *tree->nodes;
}

const space_ops carom_space_kdtree = {
    .name = "k-d tree",
    .create = create_kd,
    .destroy = destroy_kd,
    .visit_pairs = visit_kd_pairs,
    .visit_box = visit_kd_box,
    .visit_ray = visit_kd_ray,
    .nearest = nearest_kd,
    .memory = kd_memory,
};
