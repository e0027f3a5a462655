/* Top-down build by binned surface-area heuristic [Wald07], eight children at once [Wald08]: the
 * child with the largest surface is split until there are eight. Where no split helps, all centres
 * coincide, or the tree grows too deep, a run is halved: so a million identical triangles make a
 * balanced tree, and depth and time stay bounded. The build is sequential and compares with <, so
 * the same boxes give the same tree. */
#include <string.h>

#include "mesh/wide_build.h"

#define BIN_COUNT 32
/* Leaves with more triangles are cut as long as their node has room. */
#define SMALL_LEAF 2

typedef struct bound6 {
    float low[3], neg_high[3];
} bound6;

/* A run of references with the bounds of their boxes and of their centres (twice the centres). */
typedef struct wide_run {
    uint32_t first, count, depth;
    float area;
    bound6 box, centers;
} wide_run;

typedef struct wide_cut {
    int axis, bin; /* bins up to `bin` go left; axis -1: halve */
    float low, scale;
} wide_cut;

typedef struct wide_bins {
    bound6 box[BIN_COUNT];
    uint32_t count[BIN_COUNT];
} wide_bins;

typedef struct wide_builder {
    wide_ref *refs;
    wide_nodes nodes;
    const carom_allocator *allocator;
} wide_builder;

static const bound6 empty_bound = {{FLT_MAX, FLT_MAX, FLT_MAX}, {FLT_MAX, FLT_MAX, FLT_MAX}};

static CAROM_INLINE float least(float a, float b) {
    return a < b ? a : b;
}
static CAROM_INLINE void grow_bound(bound6 *a, const float low[3], const float neg_high[3]) {
    a->low[0] = least(a->low[0], low[0]);
    a->low[1] = least(a->low[1], low[1]);
    a->low[2] = least(a->low[2], low[2]);
    a->neg_high[0] = least(a->neg_high[0], neg_high[0]);
    a->neg_high[1] = least(a->neg_high[1], neg_high[1]);
    a->neg_high[2] = least(a->neg_high[2], neg_high[2]);
}
static CAROM_INLINE void grow_centers(bound6 *a, const wide_ref *ref) {
    const float c[3] = {ref->low[0] - ref->neg_high[0], ref->low[1] - ref->neg_high[1],
                        ref->low[2] - ref->neg_high[2]};
    const float n[3] = {-c[0], -c[1], -c[2]};
    grow_bound(a, c, n);
}
static CAROM_INLINE float half_surface(const bound6 *box) {
    float x = -box->neg_high[0] - box->low[0], y = -box->neg_high[1] - box->low[1];
    float z = -box->neg_high[2] - box->low[2];
    return x * y + y * z + z * x;
}

/* ---- where to cut */

static CAROM_INLINE int bin_at(const wide_ref *ref, int axis, float low, float scale) {
    float c = ref->low[axis] - ref->neg_high[axis];
    int bin = (int)((c - low) * scale);
    return bin < BIN_COUNT - 1 ? bin : BIN_COUNT - 1;
}

/* The cheapest place to cut the bins of one axis. */
static float best_bin(const wide_bins *bins, int *cut) {
    float left[BIN_COUNT], best = (float)INFINITY;
    bound6 box = empty_bound;
    uint32_t count = 0;
    for (int i = 0; i < BIN_COUNT - 1; i++) {
        grow_bound(&box, bins->box[i].low, bins->box[i].neg_high);
        count += bins->count[i];
        left[i] = count ? half_surface(&box) * (float)count : (float)INFINITY;
    }
    box = empty_bound;
    count = 0;
    for (int i = BIN_COUNT - 1; i > 0; i--) {
        grow_bound(&box, bins->box[i].low, bins->box[i].neg_high);
        count += bins->count[i];
        if (count == 0) continue;
        float cost = left[i - 1] + half_surface(&box) * (float)count;
        if (cost < best) {
            best = cost;
            *cut = i - 1;
        }
    }
    return best;
}

static void fill_wide_bins(const wide_builder *b, const wide_run *run, wide_bins bins[3],
                           const wide_cut cuts[3]) {
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < BIN_COUNT; i++) {
            bins[axis].box[i] = empty_bound;
            bins[axis].count[i] = 0;
        }
    for (const wide_ref *ref = b->refs + run->first, *end = ref + run->count; ref < end; ref++)
        for (int axis = 0; axis < 3; axis++) {
            int bin = bin_at(ref, axis, cuts[axis].low, cuts[axis].scale);
            grow_bound(&bins[axis].box[bin], ref->low, ref->neg_high);
            bins[axis].count[bin]++;
        }
}

static wide_cut choose_wide_cut(const wide_builder *b, const wide_run *run) {
    wide_cut best = {-1, 0, 0.0F, 0.0F}, cuts[3];
    float best_cost = (float)INFINITY, widths[3];
    wide_bins bins[3];
    if (run->depth >= WIDE_SAH_DEPTH) return best;
    for (int axis = 0; axis < 3; axis++) {
        float low = run->centers.low[axis];
        widths[axis] = -run->centers.neg_high[axis] - low;
        float scale = widths[axis] > 1e-30F ? (float)BIN_COUNT * 0.999999F / widths[axis] : 0.0F;
        cuts[axis] = (wide_cut){axis, 0, low, scale};
    }
    fill_wide_bins(b, run, bins, cuts);
    for (int axis = 0; axis < 3; axis++) {
        if (!(cuts[axis].scale > 0.0F)) continue;
        float cost = best_bin(&bins[axis], &cuts[axis].bin);
        if (cost < best_cost) {
            best_cost = cost;
            best = cuts[axis];
        }
    }
    return best;
}

/* ---- cutting */

static wide_run empty_run(uint32_t first, uint32_t depth) {
    return (wide_run){first, 0, depth, 0.0F, empty_bound, empty_bound};
}
static CAROM_INLINE void add_to_run(wide_run *run, const wide_ref *ref) {
    grow_bound(&run->box, ref->low, ref->neg_high);
    grow_centers(&run->centers, ref);
    run->count++;
}

static void halve_wide_run(const wide_builder *b, const wide_run *run, wide_run parts[2]) {
    uint32_t half = run->count / 2;
    parts[0] = empty_run(run->first, run->depth + 1);
    parts[1] = empty_run(run->first + half, run->depth + 1);
    for (uint32_t i = 0; i < run->count; i++)
        add_to_run(&parts[i >= half], &b->refs[run->first + i]);
}

static void cut_wide_run(const wide_builder *b, const wide_run *run, wide_run parts[2]) {
    wide_cut cut = choose_wide_cut(b, run);
    parts[0] = empty_run(run->first, run->depth + 1);
    parts[1] = empty_run(run->first, run->depth + 1);
    wide_ref *left = b->refs + run->first, *right = left + run->count;
    while (cut.axis >= 0 && left < right) {
        if (bin_at(left, cut.axis, cut.low, cut.scale) <= cut.bin) {
            add_to_run(&parts[0], left++);
        } else {
            wide_ref ref = *left;
            *left = *--right;
            *right = ref;
            add_to_run(&parts[1], right);
        }
    }
    parts[1].first += parts[0].count;
    if (parts[0].count == 0 || parts[1].count == 0) halve_wide_run(b, run, parts);
    for (int i = 0; i < 2; i++)
        parts[i].area = half_surface(&parts[i].box);
}

/* The largest last: who asks for any hit looks there first. */
static void sort_by_area(wide_run *parts, int count) {
    for (int i = 1; i < count; i++) {
        wide_run part = parts[i];
        int at = i;
        for (; at > 0 && parts[at - 1].area > part.area; at--)
            parts[at] = parts[at - 1];
        parts[at] = part;
    }
}

/* The part with the largest surface of those with more than `most` triangles; -1 when none is. */
static int largest_part(const wide_run *parts, int count, uint32_t most) {
    int largest = -1;
    for (int i = 0; i < count; i++)
        if (parts[i].count > most && (largest < 0 || parts[i].area > parts[largest].area))
            largest = i;
    return largest;
}

/* Cuts parts until there are eight: first all that do not fit into leaves, then large leaves. */
static int open_run(const wide_builder *b, const wide_run *run, wide_run parts[WIDE]) {
    int count = 1;
    parts[0] = *run;
    while (count < WIDE) {
        int largest = largest_part(parts, count, WIDE_LEAF);
        if (largest < 0) largest = largest_part(parts, count, SMALL_LEAF);
        if (largest < 0) break;
        wide_run halves[2];
        cut_wide_run(b, &parts[largest], halves);
        parts[largest] = halves[0];
        parts[count++] = halves[1];
    }
    sort_by_area(parts, count);
    return count;
}

/* ---- nodes */

wide_node *carom_wide_nodes_add(wide_nodes *nodes, const carom_allocator *allocator) {
    if (nodes->count == nodes->capacity) {
        uint32_t capacity = nodes->capacity + nodes->capacity / 2;
        wide_node *items = carom_alloc(allocator, capacity, sizeof *items);
        if (!items) return NULL;
        memcpy(items, nodes->items, nodes->count * sizeof *items);
        carom_free(allocator, nodes->items);
        nodes->items = items;
        nodes->capacity = capacity;
    }
    return &nodes->items[nodes->count++];
}

static void fill_node(wide_node *node, const wide_run *parts, int count) {
    for (int i = 0; i < WIDE; i++) {
        const bound6 *box = i < count ? &parts[i].box : &empty_bound;
        for (int axis = 0; axis < 3; axis++) {
            node->low[axis][i] = box->low[axis];
            node->high[axis][i] = -box->neg_high[axis];
        }
        node->child[i] = WIDE_NONE;
        if (i < count && parts[i].count <= WIDE_LEAF)
            node->child[i] = WIDE_IS_LEAF | (parts[i].count - 1) << 28 | parts[i].first;
    }
}

typedef struct wide_task {
    wide_run run;
    uint32_t parent, slot;
} wide_task;

/* Nodes come in depth-first order. */
static carom_status build_wide_nodes(wide_builder *b, const wide_run *root) {
    wide_task stack[WIDE_STACK];
    int top = 0;
    stack[top++] = (wide_task){*root, 0, WIDE};
    while (top > 0) {
        wide_task task = stack[--top];
        wide_run parts[WIDE];
        int count = open_run(b, &task.run, parts);
        uint32_t index = b->nodes.count;
        wide_node *node = carom_wide_nodes_add(&b->nodes, b->allocator);
        if (!node) return CAROM_ERROR_MEMORY;
        fill_node(node, parts, count);
        if (task.slot < WIDE) b->nodes.items[task.parent].child[task.slot] = index;
        for (int i = count - 1; i >= 0; i--)
            if (parts[i].count > WIDE_LEAF)
                stack[top++] = (wide_task){parts[i], index, (uint32_t)i};
    }
    return CAROM_OK;
}

carom_status carom_wide_build(wide_nodes *nodes, wide_ref *refs, uint32_t count,
                              const carom_allocator *allocator) {
    wide_builder b = {refs, {NULL, 0, count / 16 + 16}, allocator};
    wide_run root = empty_run(0, 0);
    b.nodes.items = carom_alloc(allocator, b.nodes.capacity, sizeof(wide_node));
    if (!b.nodes.items) return CAROM_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        add_to_run(&root, &refs[i]);
    carom_status status = count > 0 ? build_wide_nodes(&b, &root) : CAROM_OK;
    if (status == CAROM_OK)
        *nodes = b.nodes;
    else
        carom_free(allocator, b.nodes.items);
    return status;
}
