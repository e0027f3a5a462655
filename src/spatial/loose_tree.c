/* Building and updating loose quadtrees and octrees [Ulrich00]. A box is stored in a cell at least
 * as large as itself that contains its centre, so the cell enlarged by half its side contains the
 * box, and a moved box stays or changes place in time proportional to the depth. Coordinates are
 * rounded to an integer lattice that keeps their order, and all decisions about cells are exact
 * there. What lies beyond the lattice is clamped to its border, so every box has a cell; when too
 * many boxes are clamped, the tree is rebuilt over a new lattice. A leaf is split only when it
 * holds enough boxes to pay for the levels that separate them: identical boxes are never
 * separated, and the number of nodes can_stay proportional to the number of boxes. */
#include "spatial/loose_tree.h"

#include <stdlib.h>
#include <string.h>

#define SPLIT_ABOVE 8u
#define MERGE_BELOW 4u
#define SAMPLES 1021

/* ---- cells */

static int32_t span_extent(const loose_span *span) {
    int32_t x = span->high[0] - span->low[0], y = span->high[1] - span->low[1],
            z = span->high[2] - span->low[2];
    int32_t most = x > y ? x : y;
    return most > z ? most : z;
}

/* The level of the smallest cells that are as large as the box. */
static int32_t deepest_level(const loose_span *span) {
    uint32_t extent = (uint32_t)span_extent(span);
    int32_t bits = extent == 0 ? 0 : 32 - __builtin_clz(extent);
    return bits < 30 - LOOSE_LEVELS ? LOOSE_LEVELS : 30 - bits;
}

static int32_t span_middle(const loose_span *span, int i) {
    return span->low[i] + (span->high[i] - span->low[i]) / 2;
}

static uint32_t child_of(const loose_node *node, const loose_span *span) {
    const int32_t half = (LOOSE_SIDE >> node->level) / 2;
    uint32_t place = 0;
    for (int i = 0; i < 3; i++)
        place |= (uint32_t)(span_middle(span, i) - node->corner[i] >= half) << i;
    return node->children + place;
}

/* ---- nodes */

static bool reserve_block(const carom_space *space, loose_tree *tree) {
    const size_t wanted = (size_t)tree->node_count + loose_child_count(tree);
    if (tree->free_block != LOOSE_NONE || wanted <= tree->node_capacity) return true;
    if (wanted >= LOOSE_SMALL) return false;
    const size_t capacity = wanted + wanted / 2 + 32;
    loose_node *fresh = carom_alloc(&space->allocator, capacity, sizeof *fresh);
    if (!fresh) return false;
    memcpy(fresh, tree->nodes, tree->node_count * sizeof *fresh);
    carom_free(&space->allocator, tree->nodes);
    tree->nodes = fresh;
    tree->node_capacity = capacity;
    return true;
}

/* The caller has reserved the block. */
static void add_children(loose_tree *tree, uint32_t parent) {
    uint32_t block = tree->free_block, count = loose_child_count(tree);
    if (block == LOOSE_NONE) {
        block = tree->node_count;
        tree->node_count += count;
    } else
        tree->free_block = tree->nodes[block].parent;
    const loose_node *above = &tree->nodes[parent];
    const int32_t side = (LOOSE_SIDE >> above->level) / 2;
    for (uint32_t k = 0; k < count; k++) {
        loose_node *child = &tree->nodes[block + k];
        *child = (loose_node){.level = above->level + 1,
                              .parent = parent,
                              .children = LOOSE_NONE,
                              .head = LOOSE_NONE,
                              .enough = SPLIT_ABOVE};
        for (int i = 0; i < 3; i++)
            child->corner[i] = above->corner[i] + (k >> i & 1 ? side : 0);
    }
    tree->nodes[parent].children = block;
}

static void link_box(loose_tree *tree, uint32_t node, uint32_t id, bool small) {
    loose_node *own = &tree->nodes[node];
    tree->links[id] = (loose_link){small ? node | LOOSE_SMALL : node, own->head, LOOSE_NONE};
    if (own->head != LOOSE_NONE) tree->links[own->head].before = id;
    own->head = id;
    own->small += small;
}

static void unlink_box(loose_tree *tree, uint32_t id) {
    const loose_link *link = &tree->links[id];
    loose_node *own = &tree->nodes[link->node & ~LOOSE_SMALL];
    if (link->next != LOOSE_NONE) tree->links[link->next].before = link->before;
    if (link->before != LOOSE_NONE)
        tree->links[link->before].next = link->next;
    else
        own->head = link->next;
    own->small -= (link->node & LOOSE_SMALL) != 0;
}

/* ---- splitting and merging */

/* Number of levels below the node at which its small boxes first fall into different cells;
 * INT32_MAX when they never do, that is, when no two of their centres are in different cells that
 * hold the larger of them. */
static int32_t levels_to_part(const carom_space *space, const loose_tree *tree, uint32_t node) {
    int32_t low[3] = {LOOSE_SIDE, LOOSE_SIDE, LOOSE_SIDE}, high[3] = {0, 0, 0}, deepest = 0;
    const loose_node *own = &tree->nodes[node];
    for (uint32_t id = own->head; id != LOOSE_NONE; id = tree->links[id].next) {
        if (!(tree->links[id].node & LOOSE_SMALL)) continue;
        loose_span span = loose_span_of(tree, &space->boxes.box[id]);
        int32_t level = deepest_level(&span);
        if (level > deepest) deepest = level;
        for (int i = 0; i < 3; i++) {
            int32_t middle = span_middle(&span, i);
            if (middle < low[i]) low[i] = middle;
            if (middle > high[i]) high[i] = middle;
        }
    }
    uint32_t differ = (uint32_t)((low[0] ^ high[0]) | (low[1] ^ high[1]) | (low[2] ^ high[2]));
    int32_t parting = differ == 0 ? INT32_MAX : __builtin_clz(differ) - 1;
    return parting > deepest ? INT32_MAX : parting - own->level;
}

/* Moves the small boxes of the node to its children. */
static void move_down(const carom_space *space, loose_tree *tree, uint32_t node) {
    uint32_t id = tree->nodes[node].head;
    while (id != LOOSE_NONE) {
        const uint32_t next = tree->links[id].next;
        if (tree->links[id].node & LOOSE_SMALL) {
            loose_span span = loose_span_of(tree, &space->boxes.box[id]);
            uint32_t child = child_of(&tree->nodes[node], &span);
            unlink_box(tree, id);
            link_box(tree, child, id, deepest_level(&span) > tree->nodes[child].level);
            tree->nodes[child].total++;
        }
        id = next;
    }
}

/* Splits the leaf, and its children in turn where they are to be split. When memory fails, a leaf
 * can_stay as it is. */
static void split_leaf(const carom_space *space, loose_tree *tree, uint32_t leaf) {
    uint32_t stack[8 * LOOSE_LEVELS + 1];
    int top = 0;
    stack[top++] = leaf;
    while (top > 0) {
        const uint32_t node = stack[--top];
        loose_node *own = &tree->nodes[node];
        if (own->small <= own->enough) continue;
        int32_t levels = levels_to_part(space, tree, node);
        if (levels == INT32_MAX || own->small <= SPLIT_ABOVE * (uint32_t)levels ||
            !reserve_block(space, tree)) {
            tree->nodes[node].enough = 2 * tree->nodes[node].small;
            continue;
        }
        add_children(tree, node);
        move_down(space, tree, node);
        for (uint32_t k = loose_child_count(tree); k-- > 0;)
            stack[top++] = tree->nodes[node].children + k;
    }
}

/* Few boxes are left below the node: they move into its own list. The children are leaves, because
 * they hold fewer boxes still. */
static void merge_children(loose_tree *tree, uint32_t node) {
    const uint32_t block = tree->nodes[node].children;
    for (uint32_t k = 0; k < loose_child_count(tree); k++)
        for (uint32_t id = tree->nodes[block + k].head; id != LOOSE_NONE;) {
            const uint32_t next = tree->links[id].next;
            link_box(tree, node, id, true);
            id = next;
        }
    tree->nodes[block].parent = tree->free_block;
    tree->free_block = block;
    tree->nodes[node].children = LOOSE_NONE;
    tree->nodes[node].enough = SPLIT_ABOVE;
}

/* ---- insertion and removal */

static void put_box(const carom_space *space, loose_tree *tree, uint32_t id,
                    const loose_span *span) {
    const int32_t deepest = deepest_level(span);
    uint32_t node = 0;
    for (;;) {
        loose_node *own = &tree->nodes[node];
        own->total++;
        if (own->children == LOOSE_NONE || own->level >= deepest) break;
        node = child_of(own, span);
    }
    const loose_node *own = &tree->nodes[node];
    link_box(tree, node, id, own->children == LOOSE_NONE && deepest > own->level);
    if (own->small > own->enough) split_leaf(space, tree, node);
}

static void take_box(loose_tree *tree, uint32_t id) {
    uint32_t node = tree->links[id].node & ~LOOSE_SMALL;
    unlink_box(tree, id);
    for (; node != LOOSE_NONE; node = tree->nodes[node].parent) {
        loose_node *own = &tree->nodes[node];
        own->total--;
        if (own->total < MERGE_BELOW && own->children != LOOSE_NONE) merge_children(tree, node);
    }
}

/* True when the box may stay in the node that holds it. */
static bool can_stay(const loose_node *node, const loose_span *span, bool small) {
    const int32_t side = LOOSE_SIDE >> node->level, deepest = deepest_level(span);
    for (int i = 0; i < 3; i++) {
        int32_t at = span_middle(span, i) - node->corner[i];
        if (at < 0 || at >= side) return false;
    }
    return node->children == LOOSE_NONE ? deepest >= node->level && small == (deepest > node->level)
                                        : deepest == node->level;
}

static void move_box_in_tree(const carom_space *space, loose_tree *tree, uint32_t id) {
    const loose_span span = loose_span_of(tree, &space->boxes.box[id]);
    const loose_link *link = &tree->links[id];
    const bool small = (link->node & LOOSE_SMALL) != 0;
    if (can_stay(&tree->nodes[link->node & ~LOOSE_SMALL], &span, small)) return;
    take_box(tree, id);
    put_box(space, tree, id, &span);
}

/* True for a box wholly beyond the lattice, where all boxes share the border cells. */
static bool is_stray(const loose_tree *tree, const carom_aabb *box) {
    const loose_span span = loose_span_of(tree, box);
    bool stray = false;
    for (int i = 0; i < tree->axes; i++)
        stray = stray || span.high[i] <= 0 || span.low[i] >= LOOSE_SIDE - 1;
    return stray;
}

/* ---- creation */

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The range of the bulk of sorted coordinates; a small number of outliers does not widen it. */
static void bulk_range(const double *sorted, size_t count, double range[2]) {
    const size_t trimmed = count / 64;
    const double low = sorted[trimmed], high = sorted[count - 1 - trimmed], width = high - low;
    range[0] = max2(sorted[0], low - 2.0 * width);
    range[1] = min2(sorted[count - 1], high + 2.0 * width);
}

/* Samples the boxes' centres along an axis, or where it is 3 their extents, all in eighths.
 * @return their number; they are sorted */
static size_t sample_boxes(const carom_space *space, int axis, double out[SAMPLES]) {
    const size_t slots = space->boxes.slots, step = slots / SAMPLES + 1;
    size_t count = 0;
    for (size_t i = 0; i < slots; i += step) {
        if (!space_in_use(space, (uint32_t)i)) continue;
        const carom_aabb *box = &space->boxes.box[i];
        vec3 low = scale3(load3(box->min), 0.125), high = scale3(load3(box->max), 0.125);
        out[count++] =
            axis < 3 ? 0.5 * (axis3(low, axis) + axis3(high, axis)) : max_abs3(sub3(high, low));
    }
    if (count > 0) qsort(out, count, sizeof(double), compare_doubles);
    return count;
}

/* Places the lattice: a cube around the bulk of a sample of the boxes' centres. */
static void lay_lattice(const carom_space *space, loose_tree *tree) {
    double sample[SAMPLES], range[3][2] = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}}, side = 0.0;
    for (int k = 0; k < tree->axes; k++) {
        const size_t count = sample_boxes(space, tree->axis[k], sample);
        if (count > 0) bulk_range(sample, count, range[k]);
        side = max2(side, range[k][1] - range[k][0]);
    }
    const size_t count = sample_boxes(space, 3, sample);
    if (count > 0) side = side * 1.25 + 2.0 * sample[count / 2];
    if (!(side > 0.0)) side = 0.125; /* all points coincide: any size will do */
    for (int k = 0; k < tree->axes; k++)
        tree->low[k] = 8.0 * (0.5 * (range[k][0] + range[k][1]) - 0.5 * min2(side, DBL_MAX / 16));
    tree->scale = min2((double)LOOSE_SIDE / 8.0 / side, DBL_MAX);
}

static uint32_t count_strays(const carom_space *space, const loose_tree *tree) {
    uint32_t strays = 0;
    for (size_t i = 0; i < space->boxes.slots; i++)
        strays += space_in_use(space, (uint32_t)i) && is_stray(tree, &space->boxes.box[i]);
    return strays;
}

void carom_loose_destroy(carom_space *space, void *structure) {
    loose_tree *tree = structure;
    carom_free(&space->allocator, tree->nodes);
    carom_free(&space->allocator, tree->links);
    carom_free(&space->allocator, tree);
}

/* Releases unused capacity, when there is memory for the copy. */
static void shrink_nodes(const carom_space *space, loose_tree *tree) {
    loose_node *fresh = carom_alloc(&space->allocator, tree->node_count, sizeof *fresh);
    if (!fresh) return;
    memcpy(fresh, tree->nodes, tree->node_count * sizeof *fresh);
    carom_free(&space->allocator, tree->nodes);
    tree->nodes = fresh;
    tree->node_capacity = tree->node_count;
}

carom_status carom_loose_create(carom_space *space, int axes, loose_tree **out) {
    loose_tree *tree = carom_alloc(&space->allocator, 1, sizeof *tree);
    if (!tree) return CAROM_ERROR_MEMORY;
    *tree = (loose_tree){.axes = axes,
                         .axis = {0, axes == 2 ? 2 : 1, 2},
                         .link_capacity = space->boxes.slots,
                         .node_capacity = 1,
                         .node_count = 1,
                         .free_block = LOOSE_NONE};
    tree->nodes = carom_alloc(&space->allocator, 1, sizeof *tree->nodes);
    tree->links = carom_alloc(&space->allocator, tree->link_capacity, sizeof *tree->links);
    if (!tree->nodes || !tree->links) {
        carom_loose_destroy(space, tree);
        return CAROM_ERROR_MEMORY;
    }
    tree->nodes[0] = (loose_node){
        .parent = LOOSE_NONE, .children = LOOSE_NONE, .head = LOOSE_NONE, .enough = SPLIT_ABOVE};
    lay_lattice(space, tree);
    for (size_t i = 0; i < space->boxes.slots; i++) {
        if (!space_in_use(space, (uint32_t)i)) continue;
        const loose_span span = loose_span_of(tree, &space->boxes.box[i]);
        put_box(space, tree, (uint32_t)i, &span);
    }
    shrink_nodes(space, tree);
    *out = tree;
    return CAROM_OK;
}

/* ---- changes */

/* Rebuilds over a new lattice when too many boxes are beyond the old one; when memory fails the
 * tree stays. */
static void relay_if_too_many_strays(carom_space *space, uint32_t strays) {
    loose_tree *tree = space->structure, *fresh = NULL;
    tree->strays = strays;
    if (strays <= space->boxes.slots / 4 + 64) return;
    tree->strays = 0;
    if (carom_loose_create(space, tree->axes, &fresh) != CAROM_OK) return;
    carom_loose_destroy(space, tree);
    space->structure = fresh;
}

carom_status carom_loose_insert(carom_space *space, uint32_t id) {
    loose_tree *tree = space->structure;
    if (id >= tree->link_capacity) {
        const size_t capacity = tree->link_capacity + tree->link_capacity / 4 + 16;
        loose_link *fresh = carom_alloc(&space->allocator, capacity, sizeof *fresh);
        if (!fresh) return CAROM_ERROR_MEMORY;
        if (tree->link_capacity > 0)
            memcpy(fresh, tree->links, tree->link_capacity * sizeof *fresh);
        carom_free(&space->allocator, tree->links);
        tree->links = fresh;
        tree->link_capacity = capacity;
    }
    const loose_span span = loose_span_of(tree, &space->boxes.box[id]);
    put_box(space, tree, id, &span);
    relay_if_too_many_strays(space, tree->strays + is_stray(tree, &space->boxes.box[id]));
    return CAROM_OK;
}

void carom_loose_remove(carom_space *space, uint32_t id, const carom_aabb *old) {
    (void)old;
    take_box(space->structure, id);
}

carom_status carom_loose_move(carom_space *space, uint32_t id, const carom_aabb *old) {
    loose_tree *tree = space->structure;
    (void)old;
    move_box_in_tree(space, tree, id);
    relay_if_too_many_strays(space, tree->strays + is_stray(tree, &space->boxes.box[id]));
    return CAROM_OK;
}

carom_status carom_loose_move_all(carom_space *space, const carom_aabb *old) {
    (void)old;
    loose_tree *tree = space->structure;
    for (size_t i = 0; i < space->boxes.slots; i++)
        if (space_in_use(space, (uint32_t)i)) move_box_in_tree(space, tree, (uint32_t)i);
    relay_if_too_many_strays(space, count_strays(space, tree));
    return CAROM_OK;
}

size_t carom_loose_memory(const carom_space *space) {
    const loose_tree *tree = space->structure;
    return sizeof *tree + tree->node_capacity * sizeof *tree->nodes +
           tree->link_capacity * sizeof *tree->links;
}
