/* The tree for boxes that stay: made top-down by the binned surface-area heuristic [Wald07], each
 * node's run of boxes cut where area times count is least, until there are four pieces. Small runs
 * are cut into fours, so that nodes are full. Where no cut helps, and below a depth, runs are
 * halved: a million equal boxes make a balanced tree, and no path grows long. Single changes wait
 * for the next build. Bytes per box: 45 to 60 (float). */
#include "spatial/bvh_pack.h"

#include <string.h>

#define SAH_BINS 16
#define SAH_SMALL 16 /* runs up to this are sorted */
#define SAH_LEVELS 24

typedef struct sah_item {
    carom_aabb box;
    uint32_t id;
} sah_item;

typedef struct sah_run {
    uint32_t first, count;
    carom_aabb box;
    vec3 low, high; /* of the centres */
} sah_run;

typedef struct sah_task {
    sah_run run;
    uint32_t parent, depth;
} sah_task;

static inline vec3 item_center(const sah_item *item) {
    return add3(scale3(load3(item->box.min), 0.5), scale3(load3(item->box.max), 0.5));
}

static void bound_items(const sah_item *items, sah_run *run) {
    const sah_item *own = items + run->first;
    run->box = own->box;
    run->low = run->high = item_center(own);
    for (uint32_t i = 1; i < run->count; i++) {
        vec3 c = item_center(&own[i]);
        wide_grow(&run->box, &own[i].box);
        run->low = vec(min2(run->low.x, c.x), min2(run->low.y, c.y), min2(run->low.z, c.z));
        run->high = vec(max2(run->high.x, c.x), max2(run->high.y, c.y), max2(run->high.z, c.z));
    }
}

/* ---- where to cut a long run */

typedef struct sah_bins {
    carom_aabb box[3][SAH_BINS];
    uint32_t count[3][SAH_BINS];
} sah_bins;

typedef struct sah_cut {
    int axis, bin; /* bins up to `bin` go left; axis -1: halve */
    double low[3], scale[3];
} sah_cut;

static inline int sah_bin(const sah_cut *cut, int axis, double center) {
    int bin = (int)((center - cut->low[axis]) * cut->scale[axis]);
    return bin < SAH_BINS - 1 ? bin : SAH_BINS - 1;
}

static void fill_bins(const sah_item *items, const sah_run *run, const sah_cut *cut,
                      sah_bins *bins) {
    const carom_real far = CAROM_REAL_MAX;
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < SAH_BINS; i++) {
            bins->box[axis][i] = (carom_aabb){{far, far, far}, {-far, -far, -far}};
            bins->count[axis][i] = 0;
        }
    for (uint32_t i = 0; i < run->count; i++) {
        const sah_item *item = &items[run->first + i];
        vec3 c = item_center(item);
        int x = sah_bin(cut, 0, c.x), y = sah_bin(cut, 1, c.y), z = sah_bin(cut, 2, c.z);
        wide_grow(&bins->box[0][x], &item->box);
        wide_grow(&bins->box[1][y], &item->box);
        wide_grow(&bins->box[2][z], &item->box);
        bins->count[0][x]++;
        bins->count[1][y]++;
        bins->count[2][z]++;
    }
}

/* The cheapest cut between the bins of one axis; infinite when there is none. */
static double cheapest_bin(const carom_aabb *box, const uint32_t *count, int *bin) {
    double left[SAH_BINS], best = (double)INFINITY;
    carom_aabb all = box[0];
    uint32_t sum = count[0];
    for (int i = 0; i < SAH_BINS - 1; i++) {
        wide_grow(&all, &box[i]);
        sum += i > 0 ? count[i] : 0;
        left[i] = sum > 0 ? wide_half_area(&all) * sum : (double)INFINITY;
    }
    all = box[SAH_BINS - 1];
    sum = 0;
    for (int i = SAH_BINS - 1; i > 0; i--) {
        wide_grow(&all, &box[i]);
        sum += count[i];
        if (sum == 0) continue;
        double cost = left[i - 1] + wide_half_area(&all) * sum;
        if (cost < best) {
            best = cost;
            *bin = i - 1;
        }
    }
    return best;
}

static sah_cut choose_cut(const sah_item *items, const sah_run *run) {
    sah_cut cut = {.axis = -1};
    sah_bins bins;
    for (int axis = 0; axis < 3; axis++) {
        double width = axis3(run->high, axis) - axis3(run->low, axis);
        double scale = SAH_BINS * (1.0 - 1e-9) / width;
        cut.low[axis] = axis3(run->low, axis);
        cut.scale[axis] = width > 0.0 && finite1(scale) ? scale : 0.0;
    }
    fill_bins(items, run, &cut, &bins);
    double best = (double)INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        int bin = 0;
        double cost = cheapest_bin(bins.box[axis], bins.count[axis], &bin);
        if (cost < best) {
            best = cost;
            cut.axis = axis;
            cut.bin = bin;
        }
    }
    return cut;
}

/* Items of the left side first. @return how many */
static uint32_t part_items(sah_item *own, uint32_t count, const sah_cut *cut) {
    uint32_t left = 0, right = count;
    while (left < right) {
        double center = axis3(item_center(&own[left]), cut->axis);
        if (sah_bin(cut, cut->axis, center) <= cut->bin) {
            left++;
            continue;
        }
        sah_item item = own[--right];
        own[right] = own[left];
        own[left] = item;
    }
    return left;
}

/* ---- a short run: sorted along its longest axis, cut after the fourth, eighth or twelfth */

static uint32_t cut_sorted(sah_item *own, uint32_t count, const sah_run *run) {
    vec3 width = sub3(run->high, run->low);
    int axis = width.x >= width.y && width.x >= width.z ? 0 : width.y >= width.z ? 1 : 2;
    for (uint32_t i = 1; i < count; i++) {
        sah_item item = own[i];
        double center = axis3(item_center(&item), axis);
        uint32_t k = i;
        for (; k > 0 && axis3(item_center(&own[k - 1]), axis) > center; k--)
            own[k] = own[k - 1];
        own[k] = item;
    }
    double left[SAH_SMALL], best = (double)INFINITY;
    uint32_t cut = WIDE;
    carom_aabb all = own[0].box;
    for (uint32_t i = 0; i < count; i++) {
        wide_grow(&all, &own[i].box);
        left[i] = wide_half_area(&all) * (i + 1);
    }
    all = own[count - 1].box;
    for (uint32_t i = count - 1; i > 0; i--) {
        wide_grow(&all, &own[i].box);
        double cost = left[i - 1] + wide_half_area(&all) * (count - i);
        if (i % WIDE != 0 || !(cost < best)) continue;
        best = cost;
        cut = i;
    }
    return cut;
}

/* ---- nodes */

static void cut_run(sah_item *items, sah_run *run, sah_run *right, bool halve) {
    sah_item *own = items + run->first;
    uint32_t count = run->count, left = 0;
    if (!halve && count > SAH_SMALL) {
        sah_cut cut = choose_cut(items, run);
        if (cut.axis >= 0) left = part_items(own, count, &cut);
    } else if (!halve)
        left = cut_sorted(own, count, run);
    if (left == 0 || left == count) left = (count / 2 + WIDE - 1) / WIDE * WIDE;
    *right = (sah_run){.first = run->first + left, .count = count - left};
    run->count = left;
    bound_items(items, run);
    bound_items(items, right);
}

/* The piece to cut next: the largest by area, or below the depth by count; -1 when all are small
 * enough to be nodes. */
static int next_piece(const sah_run *pieces, int count, bool by_count) {
    int best = -1;
    double most = -1.0;
    for (int i = 0; i < count; i++) {
        double size = by_count ? pieces[i].count : wide_half_area(&pieces[i].box);
        if (pieces[i].count <= WIDE || !(best < 0 || size > most)) continue;
        best = i;
        most = size;
    }
    return best;
}

/* A piece that fits beside the others as single boxes needs no node of its own. */
static int inline_pieces(const sah_item *items, sah_run *pieces, int count) {
    for (int i = 0; i < count; i++) {
        int single = (int)pieces[i].count;
        if (single > WIDE || count + single - 1 > WIDE) continue;
        for (uint32_t k = pieces[i].first + 1; --single > 0; k++)
            pieces[count++] = (sah_run){.first = k, .count = 1, .box = items[k].box};
        pieces[i].count = 1;
        pieces[i].box = items[pieces[i].first].box;
    }
    return count;
}

static int cut_into_pieces(sah_item *items, const sah_task *task, sah_run pieces[WIDE]) {
    bool halve = task->depth >= SAH_LEVELS;
    int count = 1;
    pieces[0] = task->run;
    while (count < WIDE) {
        int i = next_piece(pieces, count, halve);
        if (i < 0) break;
        cut_run(items, &pieces[i], &pieces[count++], halve);
    }
    return inline_pieces(items, pieces, count);
}

static carom_status grow_sah(wide_tree *tree, sah_item *items, uint32_t count,
                             const carom_allocator *allocator) {
    sah_task stack[WIDE_DEPTH * WIDE] = {{.run = {.count = count}, .parent = WIDE_NONE}};
    if (count > 0) bound_items(items, &stack[0].run);
    for (int top = 1; top > 0;) {
        sah_task task = stack[--top];
        carom_status status = carom_wide_reserve(tree, (size_t)tree->node_count + 1, allocator);
        if (status != CAROM_OK) return status;
        uint32_t own = tree->node_count++;
        wide_node *node = &tree->nodes[own];
        wide_clear(node);
        node->parent = task.parent;
        if (own > 0) tree->nodes[task.parent / WIDE].entry[task.parent % WIDE] = own;
        sah_run pieces[WIDE];
        node->count = count > 0 ? (uint32_t)cut_into_pieces(items, &task, pieces) : 0;
        for (uint32_t i = node->count; i-- > 0;) {
            wide_set_box(node, i, &pieces[i].box);
            if (pieces[i].count == 1)
                node->entry[i] = items[pieces[i].first].id | WIDE_LEAF;
            else
                stack[top++] = (sah_task){pieces[i], WIDE * own + i, task.depth + 1};
        }
    }
    return CAROM_OK;
}

/* ---- the space's functions */

/* Without the room that was left over. */
static void trim_sah(wide_tree *tree, const carom_allocator *allocator) {
    wide_tree exact = {NULL, 0, 0, 0};
    if (carom_wide_reserve(&exact, tree->node_count, allocator) != CAROM_OK) return;
    memcpy(exact.nodes, tree->nodes, tree->node_count * sizeof *exact.nodes);
    carom_free(allocator, tree->nodes);
    tree->nodes = exact.nodes;
    tree->node_capacity = exact.node_capacity;
}

static carom_status create_sah(carom_space *space, void **structure) {
    const carom_allocator *allocator = &space->allocator;
    uint32_t count = 0;
    wide_tree *tree = carom_alloc(allocator, 1, sizeof *tree);
    sah_item *items = carom_alloc(allocator, carom_space_count(space), sizeof *items);
    carom_status status = tree && items ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (tree) *tree = (wide_tree){NULL, 0, 0, 0};
    if (status == CAROM_OK) {
        for (uint32_t i = 0; i < space->boxes.slots; i++)
            if (space_in_use(space, i)) items[count++] = (sah_item){space->boxes.box[i], i};
        status = carom_wide_reserve(tree, count / 2 + 4, allocator);
        if (status == CAROM_OK) status = grow_sah(tree, items, count, allocator);
    }
    carom_free(allocator, items);
    if (status == CAROM_OK) {
        trim_sah(tree, allocator);
        *structure = tree;
    } else if (tree) {
        carom_free(allocator, tree->nodes);
        carom_free(allocator, tree);
    }
    return status;
}

static void destroy_sah(carom_space *space, void *structure) {
    carom_free(&space->allocator, ((wide_tree *)structure)->nodes);
    carom_free(&space->allocator, structure);
}

static size_t sah_memory(const carom_space *space) {
    const wide_tree *tree = space->structure;
    return sizeof *tree + tree->node_capacity * sizeof *tree->nodes;
}

const space_ops carom_space_bvh_sah = {
    .name = "SAH BVH",
    .create = create_sah,
    .destroy = destroy_sah,
    .visit_pairs = carom_wide_visit_pairs,
    .visit_pairs_between = carom_wide_visit_pairs_between,
    .visit_box = carom_wide_visit_box,
    .visit_ray = carom_wide_visit_ray,
    .nearest = carom_wide_nearest,
    .memory = sah_memory,
};
