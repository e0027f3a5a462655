/* A dynamic BVH4: an R-tree [Guttman84] of order four for boxes that are inserted, removed and
 * moved. Full nodes are split in two where the areas come out least, and underfull ones take an
 * entry from a sibling or merge with it, so that all leaves lie at one depth and every node but
 * the root has at least two entries. Bounds above the leaves are enlarged by `margin`; a moved box
 * whose bound still holds it changes nothing above, and one whose centre leaves the bound is
 * reinserted. A move of all refits the bounds tightly, and packs the tree again when the areas
 * exceed DYNAMIC_DECAY times those of the last packing. Bytes per box: 47 after packing, some 85
 * after single insertions (float). */
#include "spatial/bvh/bvh4_pack.h"
#include "spatial/bvh/tolerances.h"
#include "spatial/bvh/bvh4_walk_pairs.h"

#include <string.h>

typedef struct dynamic_bvh {
    bvh4_tree tree;     /* first member */
    uint32_t *place_of; /* by id: BVH4_WIDTH * node + place of its leaf */
    size_t places;
    uint32_t free_node, free_count; /* linked by `parent` */
    uint32_t height;                /* levels of nodes */
    double built_cost;              /* area per box, when last packed */
} dynamic_bvh;

typedef struct bvh4_entry {
    carom_aabb box;
    uint32_t entry;
} bvh4_entry;

/* ---- nodes and links */

static carom_status reserve_nodes(carom_space *space, dynamic_bvh *bvh) {
    size_t wanted = (size_t)bvh->height + 1; /* one split on each level, and a new root */
    if (bvh->free_count >= wanted) return CAROM_OK;
    return carom_bvh4_reserve(&bvh->tree, bvh->tree.node_count + wanted - bvh->free_count,
                              &space->allocator);
}

static uint32_t take_node(dynamic_bvh *bvh) {
    uint32_t node = bvh->free_node;
    if (bvh->free_count > 0) {
        bvh->free_node = bvh->tree.nodes[node].parent;
        bvh->free_count--;
    } else
        node = bvh->tree.node_count++;
    bvh4_clear(&bvh->tree.nodes[node]);
    return node;
}

static void give_node(dynamic_bvh *bvh, uint32_t node) {
    bvh4_clear(&bvh->tree.nodes[node]);
    bvh->tree.nodes[node].parent = bvh->free_node;
    bvh->free_node = node;
    bvh->free_count++;
}

static void link_entry(dynamic_bvh *bvh, uint32_t node, uint32_t place, const bvh4_entry *entry) {
    bvh4_node *own = &bvh->tree.nodes[node];
    bvh4_set_box(own, place, &entry->box);
    own->entry[place] = entry->entry;
    if (entry->entry & BVH4_LEAF)
        bvh->place_of[entry->entry ^ BVH4_LEAF] = BVH4_WIDTH * node + place;
    else
        bvh->tree.nodes[entry->entry].parent = BVH4_WIDTH * node + place;
}

static void append_entry(dynamic_bvh *bvh, uint32_t node, const bvh4_entry *entry) {
    link_entry(bvh, node, bvh->tree.nodes[node].count++, entry);
}

static bvh4_entry entry_at(const bvh4_node *node, uint32_t place) {
    return (bvh4_entry){bvh4_box(node, place), node->entry[place]};
}

/* Removes an entry; the last one takes its place. */
static void drop_entry(dynamic_bvh *bvh, uint32_t node, uint32_t place) {
    bvh4_node *own = &bvh->tree.nodes[node];
    const carom_real nothing = (carom_real)NAN;
    const carom_aabb empty = {{nothing, nothing, nothing}, {nothing, nothing, nothing}};
    uint32_t last = --own->count;
    if (place != last) {
        bvh4_entry moved = entry_at(own, last);
        link_entry(bvh, node, place, &moved);
    }
    bvh4_set_box(own, last, &empty);
    own->entry[last] = BVH4_NONE;
}

/* ---- bounds */

static carom_aabb enlarged(carom_aabb box, carom_real margin) {
    return (carom_aabb){{box.min.x - margin, box.min.y - margin, box.min.z - margin},
                        {box.max.x + margin, box.max.y + margin, box.max.z + margin}};
}

/* The margin is added around leaves, not again on each level. */
static carom_aabb node_bound(const carom_space *space, const bvh4_node *node) {
    carom_aabb box = bvh4_union(node);
    return node->entry[0] & BVH4_LEAF ? enlarged(box, space->margin) : box;
}

static bool bound_holds(const carom_aabb *outer, const carom_aabb *inner) {
    return outer->min.x <= inner->min.x && outer->min.y <= inner->min.y &&
           outer->min.z <= inner->min.z && outer->max.x >= inner->max.x &&
           outer->max.y >= inner->max.y && outer->max.z >= inner->max.z;
}

/* Updates the bounds above a node whose entries changed, up to the first that stays equal. */
static void update_bounds_above(const carom_space *space, dynamic_bvh *bvh, uint32_t node) {
    for (;;) {
        const bvh4_node *own = &bvh->tree.nodes[node];
        if (own->parent == BVH4_NONE) return;
        bvh4_node *parent = &bvh->tree.nodes[own->parent / BVH4_WIDTH];
        carom_aabb old = bvh4_box(parent, own->parent % BVH4_WIDTH), box = node_bound(space, own);
        bvh4_set_box(parent, own->parent % BVH4_WIDTH, &box);
        if (bound_holds(&old, &box) && bound_holds(&box, &old)) return;
        node = own->parent / BVH4_WIDTH;
    }
}

static double growth_of(const carom_aabb *box, const carom_aabb *added, double *area) {
    carom_aabb all = *box;
    box_grow(&all, added);
    *area = bvh4_half_area(box);
    return bvh4_half_area(&all) - *area;
}

/* ChooseLeaf [Guttman84]: the entry other than `except` whose area grows least when it takes the
 * box; of equal ones the smallest, and then the first. */
static uint32_t least_growth(const bvh4_node *node, const carom_aabb *box, uint32_t except) {
    uint32_t best = BVH4_NONE;
    double least = 0.0, least_area = 0.0, area;
    for (uint32_t place = 0; place < node->count; place++) {
        if (place == except) continue;
        carom_aabb own = bvh4_box(node, place);
        double growth = growth_of(&own, box, &area);
        if (best != BVH4_NONE && !(growth < least || (growth == least && area < least_area)))
            continue;
        best = place;
        least = growth;
        least_area = area;
    }
    return best;
}

/* ---- splitting */

/* The split of five entries into two and three with the least sum of area times count. @return the
 * two, as bits */
static unsigned least_area_split(const bvh4_entry entries[BVH4_WIDTH + 1]) {
    unsigned best = 3;
    double least = (double)INFINITY;
    for (unsigned i = 0; i < BVH4_WIDTH; i++)
        for (unsigned j = i + 1; j <= BVH4_WIDTH; j++) {
            carom_aabb two = entries[i].box, three = two;
            bool any = false;
            box_grow(&two, &entries[j].box);
            for (unsigned k = 0; k <= BVH4_WIDTH; k++) {
                if (k == i || k == j) continue;
                if (any)
                    box_grow(&three, &entries[k].box);
                else
                    three = entries[k].box;
                any = true;
            }
            double cost = 2.0 * bvh4_half_area(&two) + 3.0 * bvh4_half_area(&three);
            if (!(cost < least)) continue;
            least = cost;
            best = 1u << i | 1u << j;
        }
    return best;
}

/* Distributes five entries over two nodes, whose former entries are dropped. */
static void share_entries(dynamic_bvh *bvh, const bvh4_entry entries[BVH4_WIDTH + 1], uint32_t a,
                          uint32_t b) {
    unsigned apart = least_area_split(entries);
    const uint32_t nodes[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        uint32_t parent = bvh->tree.nodes[nodes[i]].parent;
        bvh4_clear(&bvh->tree.nodes[nodes[i]]);
        bvh->tree.nodes[nodes[i]].parent = parent;
    }
    for (unsigned i = 0; i <= BVH4_WIDTH; i++)
        append_entry(bvh, apart >> i & 1 ? b : a, &entries[i]);
}

static void add_root(const carom_space *space, dynamic_bvh *bvh, uint32_t other) {
    uint32_t old = bvh->tree.root, root = take_node(bvh);
    bvh4_entry left = {node_bound(space, &bvh->tree.nodes[old]), old};
    bvh4_entry right = {node_bound(space, &bvh->tree.nodes[other]), other};
    append_entry(bvh, root, &left);
    append_entry(bvh, root, &right);
    bvh->tree.root = root;
    bvh->height++;
}

/* Inserts an entry into a node of the right level; full nodes are split on the way up. The caller
 * has reserved the nodes. */
static void add_entry(const carom_space *space, dynamic_bvh *bvh, uint32_t node, bvh4_entry entry) {
    for (;;) {
        bvh4_entry entries[BVH4_WIDTH + 1];
        if (bvh->tree.nodes[node].count < BVH4_WIDTH) {
            append_entry(bvh, node, &entry);
            update_bounds_above(space, bvh, node);
            return;
        }
        for (uint32_t i = 0; i < BVH4_WIDTH; i++)
            entries[i] = entry_at(&bvh->tree.nodes[node], i);
        entries[BVH4_WIDTH] = entry;
        uint32_t fresh = take_node(bvh), parent = bvh->tree.nodes[node].parent;
        share_entries(bvh, entries, node, fresh);
        if (parent == BVH4_NONE) {
            add_root(space, bvh, fresh);
            return;
        }
        carom_aabb box = node_bound(space, &bvh->tree.nodes[node]);
        bvh4_set_box(&bvh->tree.nodes[parent / BVH4_WIDTH], parent % BVH4_WIDTH, &box);
        entry = (bvh4_entry){node_bound(space, &bvh->tree.nodes[fresh]), fresh};
        node = parent / BVH4_WIDTH;
    }
}

static void add_leaf(const carom_space *space, dynamic_bvh *bvh, uint32_t id) {
    const carom_aabb *box = &space->boxes.box[id];
    uint32_t node = bvh->tree.root;
    for (uint32_t level = 1; level < bvh->height; level++) {
        const bvh4_node *own = &bvh->tree.nodes[node];
        node = own->entry[least_growth(own, box, BVH4_NONE)];
    }
    add_entry(space, bvh, node, (bvh4_entry){*box, id | BVH4_LEAF});
}

/* ---- removing */

/* Repairs a node with one entry: the entry moves to a sibling with a free place, or the sibling's
 * entries are shared. @return true when the node is gone, so that its parent may be underfull */
static bool repair_underfull(const carom_space *space, dynamic_bvh *bvh, uint32_t node) {
    bvh4_node *own = &bvh->tree.nodes[node];
    uint32_t parent = own->parent / BVH4_WIDTH, place = own->parent % BVH4_WIDTH;
    bvh4_node *above = &bvh->tree.nodes[parent];
    bvh4_entry left = entry_at(own, 0), entries[BVH4_WIDTH + 1];
    uint32_t beside = least_growth(above, &left.box, place), sibling = above->entry[beside];
    bool has_place = bvh->tree.nodes[sibling].count < BVH4_WIDTH;
    if (has_place)
        append_entry(bvh, sibling, &left);
    else {
        for (uint32_t i = 0; i < BVH4_WIDTH; i++)
            entries[i] = entry_at(&bvh->tree.nodes[sibling], i);
        entries[BVH4_WIDTH] = left;
        share_entries(bvh, entries, sibling, node);
        carom_aabb box = node_bound(space, own);
        bvh4_set_box(above, place, &box);
    }
    carom_aabb box = node_bound(space, &bvh->tree.nodes[sibling]);
    bvh4_set_box(above, beside, &box);
    if (!has_place) return false;
    drop_entry(bvh, parent, place);
    give_node(bvh, node);
    return true;
}

static void drop_leaf(const carom_space *space, dynamic_bvh *bvh, uint32_t id) {
    bvh4_node *nodes = bvh->tree.nodes;
    uint32_t node = bvh->place_of[id] / BVH4_WIDTH;
    drop_entry(bvh, node, bvh->place_of[id] % BVH4_WIDTH);
    while (nodes[node].parent != BVH4_NONE && nodes[node].count < 2) {
        uint32_t underfull = node;
        node = nodes[node].parent / BVH4_WIDTH;
        if (!repair_underfull(space, bvh, underfull)) break;
    }
    if (nodes[node].parent != BVH4_NONE) {
        update_bounds_above(space, bvh, node);
    } else if (nodes[node].count == 1 && bvh->height > 1) {
        bvh->tree.root = nodes[node].entry[0];
        nodes[bvh->tree.root].parent = BVH4_NONE;
        bvh->height--;
        give_node(bvh, node);
    }
}

/* ---- the space's functions */

static void index_places(dynamic_bvh *bvh) {
    const bvh4_tree *tree = &bvh->tree;
    for (uint32_t i = 0; i < tree->node_count; i++)
        for (uint32_t k = 0; k < tree->nodes[i].count; k++)
            if (tree->nodes[i].entry[k] & BVH4_LEAF)
                bvh->place_of[tree->nodes[i].entry[k] ^ BVH4_LEAF] = BVH4_WIDTH * i + k;
    bvh->free_count = 0;
    bvh->height = 1;
    for (uint32_t i = tree->root; tree->nodes[i].count > 0; bvh->height++) {
        i = tree->nodes[i].entry[0];
        if (i & BVH4_LEAF) break;
    }
}

/* Rebuilds the tree over the same boxes. */
static carom_status pack_dynamic(const carom_space *space, dynamic_bvh *bvh) {
    bvh4_tree fresh;
    carom_status status = carom_bvh4_pack(&fresh, space, 0);
    if (status != CAROM_OK) return status;
    carom_free(&space->allocator, bvh->tree.nodes);
    bvh->tree = fresh;
    index_places(bvh);
    double count = (double)carom_space_count(space);
    bvh->built_cost = carom_bvh4_refit(&bvh->tree, space->boxes.box) / max2(count, 1.0);
    return CAROM_OK;
}

static void destroy_dynamic(carom_space *space, void *structure) {
    dynamic_bvh *bvh = structure;
    carom_free(&space->allocator, bvh->tree.nodes);
    carom_free(&space->allocator, bvh->place_of);
    carom_free(&space->allocator, bvh);
}

static carom_status create_dynamic(carom_space *space, void **structure) {
    dynamic_bvh *bvh = carom_alloc(&space->allocator, 1, sizeof *bvh);
    if (!bvh) return CAROM_ERROR_MEMORY;
    *bvh = (dynamic_bvh){.places = space->boxes.slots, .height = 1};
    bvh->place_of = carom_alloc(&space->allocator, bvh->places, sizeof *bvh->place_of);
    carom_status status = bvh->place_of ? pack_dynamic(space, bvh) : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK)
        *structure = bvh;
    else
        destroy_dynamic(space, bvh);
    return status;
}

static carom_status reserve_places(carom_space *space, dynamic_bvh *bvh) {
    if (bvh->places >= space->boxes.slots) return CAROM_OK;
    size_t places = bvh->places + bvh->places / 4 + 16;
    uint32_t *fresh = carom_alloc(&space->allocator, places, sizeof *fresh);
    if (!fresh) return CAROM_ERROR_MEMORY;
    if (bvh->places > 0) memcpy(fresh, bvh->place_of, bvh->places * sizeof *fresh);
    carom_free(&space->allocator, bvh->place_of);
    bvh->place_of = fresh;
    bvh->places = places;
    return CAROM_OK;
}

static carom_status insert_dynamic(carom_space *space, uint32_t id) {
    dynamic_bvh *bvh = space->structure;
    carom_status status = reserve_places(space, bvh);
    if (status == CAROM_OK) status = reserve_nodes(space, bvh);
    if (status == CAROM_OK) add_leaf(space, bvh, id);
    return status;
}

static void remove_dynamic(carom_space *space, uint32_t id, const carom_aabb *old) {
    (void)old;
    drop_leaf(space, space->structure, id);
}

static bool center_within(const carom_aabb *bound, const carom_aabb *box) {
    vec3 c = add3(scale3(load3(box->min), 0.5), scale3(load3(box->max), 0.5));
    vec3 low = load3(bound->min), high = load3(bound->max);
    return c.x >= low.x && c.x <= high.x && c.y >= low.y && c.y <= high.y && c.z >= low.z &&
           c.z <= high.z;
}

static carom_status move_dynamic(carom_space *space, uint32_t id, const carom_aabb *old) {
    dynamic_bvh *bvh = space->structure;
    const carom_aabb *box = &space->boxes.box[id];
    uint32_t node = bvh->place_of[id] / BVH4_WIDTH, place = bvh->place_of[id] % BVH4_WIDTH;
    uint32_t parent = bvh->tree.nodes[node].parent;
    (void)old;
    if (parent != BVH4_NONE) {
        carom_aabb bound = bvh4_box(&bvh->tree.nodes[parent / BVH4_WIDTH], parent % BVH4_WIDTH);
        if (!center_within(&bound, box)) {
            carom_status status = reserve_nodes(space, bvh);
            if (status != CAROM_OK) return status;
            drop_leaf(space, bvh, id);
            add_leaf(space, bvh, id);
            return CAROM_OK;
        }
        bvh4_set_box(&bvh->tree.nodes[node], place, box);
        if (!bound_holds(&bound, box)) update_bounds_above(space, bvh, node);
        return CAROM_OK;
    }
    bvh4_set_box(&bvh->tree.nodes[node], place, box);
    return CAROM_OK;
}

/* Packing may fail: the refitted bounds are correct. */
static carom_status move_all_dynamic(carom_space *space, const carom_aabb *old) {
    (void)old;
    dynamic_bvh *bvh = space->structure;
    double count = max2((double)carom_space_count(space), 1.0);
    double cost = carom_bvh4_refit(&bvh->tree, space->boxes.box) / count;
    if (cost > DYNAMIC_DECAY * bvh->built_cost) (void)pack_dynamic(space, bvh);
    return CAROM_OK;
}

static size_t dynamic_memory(const carom_space *space) {
    const dynamic_bvh *bvh = space->structure;
    return sizeof *bvh + bvh->tree.node_capacity * sizeof *bvh->tree.nodes +
           bvh->places * sizeof *bvh->place_of;
}

const space_ops carom_space_bvh_dynamic = {
    .name = "dynamic BVH",
    .create = create_dynamic,
    .destroy = destroy_dynamic,
    .insert = insert_dynamic,
    .remove = remove_dynamic,
    .move = move_dynamic,
    .move_all = move_all_dynamic,
    .visit_pairs = carom_bvh4_visit_pairs,
    .visit_pairs_between = carom_bvh4_visit_pairs_between,
    .cut_pairs = carom_bvh4_cut_pairs,
    .visit_piece = carom_bvh4_visit_piece,
    .visit_box = carom_bvh4_visit_box,
    .visit_ray = carom_bvh4_visit_ray,
    .nearest = carom_bvh4_nearest,
    .memory = dynamic_memory,
};
