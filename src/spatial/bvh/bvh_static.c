/* Top-down build by the binned surface area heuristic (SAH) [Wald07]: a run of boxes is split where
 * the sum of area times count over both sides is least, with boxes sorted into bins by their
 * centres. Where no split helps, all centres coincide, or the tree grows too deep, the run is
 * halved: identical boxes make a balanced tree, and depth and time stay bounded. The build is
 * sequential and compares with <, so the same boxes give the same tree. */
#include "spatial/bvh/bvh_static.h"
#include "spatial/bvh/tolerances.h"

#define BINS 16
#define LEAF_SIZE 4

typedef struct builder {
    const carom_aabb *boxes;
    vec3 *centers;
    bvh tree;
} builder;

typedef struct task {
    uint32_t node, first, count, depth;
} task;

static carom_vec3 low_of(carom_vec3 a, carom_vec3 b) {
    return (carom_vec3){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
static carom_vec3 high_of(carom_vec3 a, carom_vec3 b) {
    return (carom_vec3){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
static void grow_box(carom_aabb *box, const carom_aabb *other) {
    box->min = low_of(box->min, other->min);
    box->max = high_of(box->max, other->max);
}

static const carom_aabb nothing = {{CAROM_REAL_MAX, CAROM_REAL_MAX, CAROM_REAL_MAX},
                                   {-CAROM_REAL_MAX, -CAROM_REAL_MAX, -CAROM_REAL_MAX}};

static double half_area(const carom_aabb *box) {
    vec3 d = sub3(load3(box->max), load3(box->min));
    return d.x < 0.0 ? 0.0 : d.x * d.y + d.y * d.z + d.z * d.x;
}

typedef struct split {
    int axis, bin; /* boxes of bins up to `bin` go left; axis -1: halve the run */
    double low, scale;
} split;

typedef struct bin_set {
    carom_aabb box[BINS];
    uint32_t count[BINS];
} bin_set;

static int bin_of(double center, const split *s) {
    double bin = (center - s->low) * s->scale;
    return bin < 0.0 ? 0 : bin >= BINS ? BINS - 1 : (int)bin;
}

/* The cheapest split between the bins of one axis. @return its cost, not divided by the area of
 * the run */
static double best_cut(const bin_set *bins, int *cut) {
    double left_cost[BINS], best = (double)INFINITY;
    carom_aabb box = nothing;
    uint32_t count = 0;
    for (int i = 0; i < BINS - 1; i++) {
        grow_box(&box, &bins->box[i]);
        count += bins->count[i];
        left_cost[i] = count ? half_area(&box) * count : (double)INFINITY;
    }
    box = nothing;
    count = 0;
    for (int i = BINS - 1; i > 0; i--) {
        grow_box(&box, &bins->box[i]);
        count += bins->count[i];
        if (count == 0) continue;
        double cost = left_cost[i - 1] + half_area(&box) * count;
        if (cost < best) {
            best = cost;
            *cut = i - 1;
        }
    }
    return best;
}

static split choose_split(const builder *b, const task *run) {
    vec3 low = b->centers[b->tree.order[run->first]], high = low;
    for (uint32_t i = 1; i < run->count; i++) {
        vec3 c = b->centers[b->tree.order[run->first + i]];
        low = lower3(low, c);
        high = upper3(high, c);
    }
    split best = {-1, 0, 0.0, 0.0};
    double best_cost = (double)INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        double width = axis3(high, axis) - axis3(low, axis);
        split s = {axis, 0, axis3(low, axis), BINS * (1.0 - SAH_BIN_SHRINK) / width};
        if (!(width > 0.0) || !finite1(s.scale)) continue;
        bin_set bins;
        for (int i = 0; i < BINS; i++) {
            bins.box[i] = nothing;
            bins.count[i] = 0;
        }
        for (uint32_t i = 0; i < run->count; i++) {
            uint32_t id = b->tree.order[run->first + i];
            int bin = bin_of(axis3(b->centers[id], axis), &s);
            grow_box(&bins.box[bin], &b->boxes[id]);
            bins.count[bin]++;
        }
        double cost = best_cut(&bins, &s.bin);
        if (cost < best_cost) {
            best_cost = cost;
            best = s;
        }
    }
    return best;
}

/* Moves the boxes of the left side to the front. @return their number */
static uint32_t partition_run(const builder *b, const task *run, const split *s) {
    uint32_t *order = b->tree.order + run->first, left = 0, right = run->count;
    if (s->axis < 0) return run->count / 2;
    while (left < right) {
        if (bin_of(axis3(b->centers[order[left]], s->axis), s) <= s->bin) {
            left++;
        } else {
            uint32_t id = order[--right];
            order[right] = order[left];
            order[left] = id;
        }
    }
    return left == 0 || left == run->count ? run->count / 2 : left;
}

static void bound_run(const builder *b, const task *run) {
    carom_aabb box = nothing;
    for (uint32_t i = 0; i < run->count; i++)
        grow_box(&box, &b->boxes[b->tree.order[run->first + i]]);
    b->tree.nodes[run->node] = (bvh_node){box.min, box.max, run->first, run->count};
}

static void build(builder *b, uint32_t count) {
    task stack[BVH_STACK];
    int top = 0;
    stack[top++] = (task){0, 0, count, 0};
    b->tree.node_count = 1;
    while (top > 0) {
        task run = stack[--top];
        bound_run(b, &run);
        if (run.count <= LEAF_SIZE) continue;
        split s = run.depth < BVH_SAH_DEPTH ? choose_split(b, &run) : (split){-1, 0, 0.0, 0.0};
        uint32_t left = partition_run(b, &run, &s), child = b->tree.node_count;
        b->tree.node_count += 2;
        b->tree.nodes[run.node].first = child;
        b->tree.nodes[run.node].count = 0;
        stack[top++] = (task){child + 1, run.first + left, run.count - left, run.depth + 1};
        stack[top++] = (task){child, run.first, left, run.depth + 1};
    }
}

carom_status carom_bvh_create(bvh *out, const carom_aabb *boxes, uint32_t count,
                              const carom_allocator *allocator) {
    if (count > UINT32_MAX / 4) return CAROM_ERROR_LIMIT;
    builder b = {boxes, carom_alloc(allocator, count, sizeof(vec3)), {NULL, NULL, 0, count}};
    b.tree.nodes = carom_alloc(allocator, 2 * (size_t)count, sizeof(bvh_node));
    b.tree.order = carom_alloc(allocator, count, sizeof(uint32_t));
    bool ok = b.centers && b.tree.nodes && b.tree.order;
    if (ok) {
        for (uint32_t i = 0; i < count; i++) {
            b.centers[i] = add3(scale3(load3(boxes[i].min), 0.5), scale3(load3(boxes[i].max), 0.5));
            b.tree.order[i] = i;
        }
        if (count > 0) build(&b, count);
        *out = b.tree;
    } else {
        carom_bvh_destroy(&b.tree, allocator);
    }
    carom_free(allocator, b.centers);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void carom_bvh_destroy(bvh *tree, const carom_allocator *allocator) {
    carom_free(allocator, tree->nodes);
    carom_free(allocator, tree->order);
    tree->nodes = NULL;
    tree->order = NULL;
}
