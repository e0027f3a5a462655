/* Top-down build of a BVH4 by the binned surface-area heuristic (SAH) [Wald07]: the run of a node
 * is split where area times count is least, until there are four pieces. Runs of up to SAH_SORTED
 * boxes are sorted and split after multiples of four, so that nodes are full. Where no split helps,
 * and below SAH_LEVELS levels, runs are halved: identical boxes make a balanced tree, and no path
 * grows long. The build is sequential and compares with <, so the same boxes give the same tree. */
#include "spatial/bvh/bvh4_sah.h"

#include <string.h>

#include "spatial/bvh/bvh4_pack.h"

#define SAH_BINS 16
#define SAH_MEDIUM 96 /* runs of up to this length use half as many bins */
#define SAH_SORTED 16 /* runs of up to this length are sorted */
#define SAH_LEVELS 24

/* Lanes are axes; the fourth lane is 0. */
typedef struct sah_box {
    quad_real low, high;
} sah_box;

typedef struct sah_items {
    sah_box *boxes;
    uint32_t *ids;
} sah_items;

typedef struct sah_run {
    uint32_t first, count;
    sah_box box, centers;
} sah_run;

typedef struct sah_task {
    sah_run run;
    uint32_t parent, depth;
} sah_task;

#define SAH_CENTER(box) ((box)->low * (carom_real)0.5 + (box)->high * (carom_real)0.5)

static inline void sah_grow(sah_box *box, const sah_box *other) {
    quad_lower(&box->low, &other->low);
    quad_raise(&box->high, &other->high);
}

static inline double sah_area(const sah_box *box) {
    quad_real d = box->high - box->low;
    return (double)d[0] * (double)d[1] + (double)d[1] * (double)d[2] + (double)d[2] * (double)d[0];
}

static void bound_items(const sah_items *items, sah_run *run) {
    const sah_box *own = items->boxes + run->first;
    run->box = own[0];
    run->centers.low = run->centers.high = SAH_CENTER(own);
    for (uint32_t i = 1; i < run->count; i++) {
        quad_real center = SAH_CENTER(&own[i]);
        sah_grow(&run->box, &own[i]);
        quad_lower(&run->centers.low, &center);
        quad_raise(&run->centers.high, &center);
    }
}

static inline void swap_items(const sah_items *items, uint32_t i, uint32_t j) {
    sah_box box = items->boxes[i];
    uint32_t id = items->ids[i];
    items->boxes[i] = items->boxes[j];
    items->ids[i] = items->ids[j];
    items->boxes[j] = box;
    items->ids[j] = id;
}

/* ---- a long run: binned split */

typedef struct sah_bins {
    sah_box box[3][SAH_BINS];
    uint32_t count[3][SAH_BINS];
} sah_bins;

typedef struct sah_split {
    int axis, bin; /* bins up to `bin` go left; axis -1: halve the run */
    int bins;
    quad_real low, scale;
} sah_split;

/* The bins of a box on all axes. A scale that would overflow is 0: boxes are in the first bin, or
 * in the last one when their difference overflows, too, and the product is NaN. */
#define SAH_PLACE(cut, box) ((SAH_CENTER(box) - (cut)->low) * (cut)->scale)

static inline int sah_bin(const sah_split *cut, carom_real place) {
    const int last = cut->bins - 1;
    return place < (carom_real)last ? (int)place : last;
}

static void fill_bins(const sah_items *items, const sah_run *run, const sah_split *cut,
                      sah_bins *bins) {
    const sah_box nothing = {QUAD_OF(CAROM_REAL_MAX), -QUAD_OF(CAROM_REAL_MAX)};
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < cut->bins; i++) {
            bins->box[axis][i] = nothing;
            bins->count[axis][i] = 0;
        }
    for (uint32_t i = 0; i < run->count; i++) {
        const sah_box *box = &items->boxes[run->first + i];
        quad_real place = SAH_PLACE(cut, box);
        int x = sah_bin(cut, place[0]), y = sah_bin(cut, place[1]), z = sah_bin(cut, place[2]);
        sah_grow(&bins->box[0][x], box);
        sah_grow(&bins->box[1][y], box);
        sah_grow(&bins->box[2][z], box);
        bins->count[0][x]++;
        bins->count[1][y]++;
        bins->count[2][z]++;
    }
}

/* The cheapest split between the bins of one axis. @return its cost, infinite when there is none */
static double cheapest_sah_split(const sah_box *box, const uint32_t *count, int bins, int *bin) {
    double left[SAH_BINS], best = (double)INFINITY;
    sah_box all = box[0];
    uint32_t sum = 0;
    for (int i = 0; i < bins - 1; i++) {
        sah_grow(&all, &box[i]);
        sum += count[i];
        left[i] = sum > 0 ? sah_area(&all) * sum : (double)INFINITY;
    }
    all = box[bins - 1];
    sum = 0;
    for (int i = bins - 1; i > 0; i--) {
        sah_grow(&all, &box[i]);
        sum += count[i];
        if (sum == 0) continue;
        double cost = left[i - 1] + sah_area(&all) * sum;
        if (cost < best) {
            best = cost;
            *bin = i - 1;
        }
    }
    return best;
}

static sah_split choose_sah_split(const sah_items *items, const sah_run *run) {
    sah_split cut = {.axis = -1, .bins = run->count > SAH_MEDIUM ? SAH_BINS : SAH_BINS / 2};
    sah_bins bins;
    quad_real width = run->centers.high - run->centers.low;
    cut.low = run->centers.low;
    for (int axis = 0; axis < 3; axis++) {
        carom_real scale = (carom_real)cut.bins / width[axis];
        cut.scale[axis] = width[axis] > 0 && scale <= CAROM_REAL_MAX ? scale : 0;
    }
    fill_bins(items, run, &cut, &bins);
    double best = (double)INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        int bin = 0;
        double cost = cheapest_sah_split(bins.box[axis], bins.count[axis], cut.bins, &bin);
        if (cost < best) {
            best = cost;
            cut.axis = axis;
            cut.bin = bin;
        }
    }
    return cut;
}

/* Moves the items of the left side to the front. @return their number */
static uint32_t partition_items(const sah_items *items, const sah_run *run, const sah_split *cut) {
    uint32_t left = run->first, right = run->first + run->count;
    while (left < right) {
        quad_real place = SAH_PLACE(cut, &items->boxes[left]);
        if (sah_bin(cut, place[cut->axis]) <= cut->bin)
            left++;
        else
            swap_items(items, left, --right);
    }
    return left - run->first;
}

/* ---- a short run: sorted along its longest axis, split after the fourth, eighth or twelfth box */

static void sort_items(const sah_items *items, const sah_run *run) {
    quad_real width = run->centers.high - run->centers.low;
    int axis = width[0] >= width[1] && width[0] >= width[2] ? 0 : width[1] >= width[2] ? 1 : 2;
    carom_real center[SAH_SORTED];
    for (uint32_t i = 0; i < run->count; i++) {
        quad_real own = SAH_CENTER(&items->boxes[run->first + i]);
        uint32_t k = i;
        for (; k > 0 && center[k - 1] > own[axis]; k--) {
            center[k] = center[k - 1];
            swap_items(items, run->first + k, run->first + k - 1);
        }
        center[k] = own[axis];
    }
}

static uint32_t split_sorted(const sah_items *items, const sah_run *run) {
    const sah_box *own = items->boxes + run->first;
    double left[SAH_SORTED], best = (double)INFINITY;
    uint32_t cut = BVH4_WIDTH, count = run->count;
    sort_items(items, run);
    sah_box all = own[0];
    for (uint32_t i = 0; i < count; i++) {
        sah_grow(&all, &own[i]);
        left[i] = sah_area(&all) * (i + 1);
    }
    all = own[count - 1];
    for (uint32_t i = count - 1; i > 0; i--) {
        sah_grow(&all, &own[i]);
        double cost = left[i - 1] + sah_area(&all) * (count - i);
        if (i % BVH4_WIDTH != 0 || !(cost < best)) continue;
        best = cost;
        cut = i;
    }
    return cut;
}

/* ---- nodes */

static void split_run(const sah_items *items, sah_run *run, sah_run *right, bool halve) {
    uint32_t count = run->count, left = 0;
    if (!halve && count > SAH_SORTED) {
        sah_split cut = choose_sah_split(items, run);
        if (cut.axis >= 0) left = partition_items(items, run, &cut);
    } else if (!halve)
        left = split_sorted(items, run);
    if (left == 0 || left == count) left = (count / 2 + BVH4_WIDTH - 1) / BVH4_WIDTH * BVH4_WIDTH;
    right->first = run->first + left;
    right->count = count - left;
    run->count = left;
    bound_items(items, run);
    bound_items(items, right);
}

/* The piece to split next: the largest by area, or below SAH_LEVELS by count; -1 when all pieces
 * fit a node. */
static int next_piece(const sah_run *pieces, int count, bool by_count) {
    int best = -1;
    double most = -1.0;
    for (int i = 0; i < count; i++) {
        double size = by_count ? pieces[i].count : sah_area(&pieces[i].box);
        if (pieces[i].count <= BVH4_WIDTH || !(best < 0 || size > most)) continue;
        best = i;
        most = size;
    }
    return best;
}

/* A piece whose boxes fit into the node beside the other pieces needs no node of its own. */
static int inline_pieces(const sah_items *items, sah_run *pieces, int count) {
    for (int i = 0; i < count; i++) {
        int single = (int)pieces[i].count;
        if (single > BVH4_WIDTH || count + single - 1 > BVH4_WIDTH) continue;
        for (uint32_t k = pieces[i].first + 1; --single > 0; k++)
            pieces[count++] = (sah_run){.first = k, .count = 1, .box = items->boxes[k]};
        pieces[i].count = 1;
        pieces[i].box = items->boxes[pieces[i].first];
    }
    return count;
}

static int split_into_pieces(const sah_items *items, const sah_task *task,
                             sah_run pieces[BVH4_WIDTH]) {
    bool halve = task->depth >= SAH_LEVELS;
    int count = 1;
    pieces[0] = task->run;
    while (count < BVH4_WIDTH) {
        int i = next_piece(pieces, count, halve);
        if (i < 0) break;
        split_run(items, &pieces[i], &pieces[count], halve);
        count++;
    }
    return inline_pieces(items, pieces, count);
}

static void set_piece(bvh4_node *node, uint32_t place, const sah_box *box) {
    for (int axis = 0; axis < 3; axis++) {
        node->low[axis][place] = box->low[axis];
        node->high[axis][place] = box->high[axis];
    }
}

static carom_status grow_sah(bvh4_tree *tree, const sah_items *items, uint32_t count,
                             const carom_allocator *allocator) {
    /* of each level but the last all pieces but one wait */
    sah_task stack[BVH4_DEPTH * (BVH4_WIDTH - 1) + 1] = {
        {.run = {.count = count}, .parent = BVH4_NONE}};
    if (count > 0) bound_items(items, &stack[0].run);
    for (int top = 1; top > 0;) {
        sah_task task = stack[--top];
        carom_status status = carom_bvh4_reserve(tree, (size_t)tree->node_count + 1, allocator);
        if (status != CAROM_OK) return status;
        uint32_t own = tree->node_count++;
        bvh4_node *node = &tree->nodes[own];
        bvh4_clear(node);
        node->parent = task.parent;
        if (own > 0) tree->nodes[task.parent / BVH4_WIDTH].entry[task.parent % BVH4_WIDTH] = own;
        sah_run pieces[BVH4_WIDTH];
        node->count = count > 0 ? (uint32_t)split_into_pieces(items, &task, pieces) : 0;
        for (uint32_t i = node->count; i-- > 0;) {
            set_piece(node, i, &pieces[i].box);
            if (pieces[i].count == 1)
                node->entry[i] = items->ids[pieces[i].first] | BVH4_LEAF;
            else
                stack[top++] = (sah_task){pieces[i], BVH4_WIDTH * own + i, task.depth + 1};
        }
    }
    return CAROM_OK;
}

/* Releases unused capacity, when there is memory for the copy. */
static void trim_sah(bvh4_tree *tree, const carom_allocator *allocator) {
    bvh4_tree exact = {NULL, 0, 0, 0};
    if (carom_bvh4_reserve(&exact, tree->node_count, allocator) != CAROM_OK) return;
    memcpy(exact.nodes, tree->nodes, tree->node_count * sizeof *exact.nodes);
    carom_free(allocator, tree->nodes);
    tree->nodes = exact.nodes;
    tree->node_capacity = exact.node_capacity;
}

carom_status carom_bvh4_sah(bvh4_tree *out, const carom_aabb *boxes, uint32_t *ids, uint32_t count,
                            const carom_allocator *allocator) {
    bvh4_tree tree = {NULL, 0, 0, 0};
    const sah_items items = {carom_alloc(allocator, count, sizeof *items.boxes), ids};
    carom_status status = items.boxes ? CAROM_OK : CAROM_ERROR_MEMORY;
    for (uint32_t i = 0; i < count && items.boxes; i++) {
        const carom_aabb *box = &boxes[ids[i]];
        items.boxes[i].low = (quad_real){box->min.x, box->min.y, box->min.z, 0};
        items.boxes[i].high = (quad_real){box->max.x, box->max.y, box->max.z, 0};
    }
    if (status == CAROM_OK) status = carom_bvh4_reserve(&tree, (size_t)count / 2 + 4, allocator);
    if (status == CAROM_OK) status = grow_sah(&tree, &items, count, allocator);
    carom_free(allocator, items.boxes);
    if (status == CAROM_OK) {
        trim_sah(&tree, allocator);
        *out = tree;
    } else
        carom_free(allocator, tree.nodes);
    return status;
}
