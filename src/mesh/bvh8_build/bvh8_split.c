/* A BVH8 with spatial splits [Stich09]: the builder splits boxes of triangles where that costs
 * less, within a budget of references. It speeds up first hits of rays only. Whether that is worth
 * its time is estimated before: a triangle that is split into n parts keeps about 1/n of the
 * surface by which its box exceeds the triangle's own shadows; larger triangles, by the smallest
 * face of their boxes, get more splits. */
#include "mesh/bvh8_build/bvh8_split.h"

#include "core/tasks.h"
#include "mesh/bvh8/corner_box.h"
#include "mesh/bvh8_build/bvh8_create.h"
#include "mesh/bvh8_build/bvh8_nodes.h"

/* Triangles of a task at least. */
#define SPLIT_GRAIN 2048

typedef struct split_weight {
    float gain, surface; /* half the surface of its box, in the frame */
} split_weight;

typedef struct splitter {
    const bvh8_source *source;
    const bvh8_frame *frame;
    split_weight *weights; /* by index of triangle */
    double each;           /* splits for a gain of 1 */
} splitter;

/* ---- the estimate */

/* By the smallest face: boxes that are flat along an axis hardly overlap others. */
static split_weight weight_of(double x, double y, double z) {
    double face = min2(x * y, min2(y * z, z * x));
    return (split_weight){(float)sqrt(face), (float)(x * y + y * z + z * x)};
}

static void weigh_triangles(void *data, size_t id, size_t last) {
    const splitter *s = data;
    const frame_lanes frame = lanes_of_frame(s->frame);
    for (; id < last; id++) {
        corner_box box = corner_box_of(s->source->vertices, s->source->indices + 3 * id);
        double side[4];
        d4_store(side, d4_sub(d4_mul(real4_widen(box.high), frame.scale),
                              d4_mul(real4_widen(box.low), frame.scale)));
        s->weights[id] = weight_of(side[0], side[1], side[2]);
    }
}

typedef struct split_piece {
    double gain, surface, saved;
} split_piece;

typedef struct split_job {
    const splitter *all;
    split_piece piece[TASK_PIECES];
} split_job;

static void add_weights(void *data, size_t piece, size_t id, size_t last) {
    split_job *job = data;
    split_piece sum = {0}; /* local, as the job's cache lines are shared by all threads */
    for (; id < last; id++) {
        sum.gain += (double)job->all->weights[id].gain;
        sum.surface += (double)job->all->weights[id].surface;
    }
    job->piece[piece] = sum;
}

static void add_savings(void *data, size_t piece, size_t id, size_t last) {
    split_job *job = data;
    split_piece sum = {0};
    for (; id < last; id++) {
        double cuts =
            floor(min2((double)job->all->weights[id].gain * job->all->each, BVH8_MOST_PARTS));
        sum.saved += 0.5 * (double)job->all->weights[id].surface * (cuts / (cuts + 1.0));
    }
    job->piece[piece] = sum;
}

static split_piece sum_pieces(const splitter *s, task_work *work) {
    split_job job = {.all = s};
    split_piece sum = {0};
    const carom_task_hook *tasks = s->source->count < SPLIT_GRAIN ? NULL : s->source->tasks;
    carom_run_pieces(tasks, work, &job, s->source->count);
    for (int i = 0; i < TASK_PIECES; i++) {
        sum.gain += job.piece[i].gain;
        sum.surface += job.piece[i].surface;
        sum.saved += job.piece[i].saved;
    }
    return sum;
}

static carom_status estimate_split(bool *is_worth_it, const bvh8_source *source,
                                   const bvh8_frame *frame, const carom_allocator *allocator) {
    splitter s = {.source = source, .frame = frame};
    s.weights = carom_alloc(allocator, source->count, sizeof *s.weights);
    if (!s.weights) return CAROM_ERROR_MEMORY;
    carom_run_chunks(source->tasks, weigh_triangles, &s, (task_share){source->count, SPLIT_GRAIN});
    split_piece sum = sum_pieces(&s, add_weights);
    s.each = sum.gain > 0.0 ? SPLIT_BUDGET * (double)source->count / sum.gain : 0.0;
    double left = sum.surface - sum_pieces(&s, add_savings).saved;
    *is_worth_it = left <= SPLIT_WORTH * sum.surface;
    carom_free(allocator, s.weights);
    return CAROM_OK;
}

/* ---- the tree */

/* Copies leaves without gaps to `to`, from place `names` on, in the order of nodes; returns the
 * end. */
static uint32_t close_gaps(bvh8_node *nodes, uint32_t count, uint32_t names, const uint32_t *from,
                           uint32_t *to) {
    for (uint32_t i = 0; i < count; i++)
        for (int slot = 0; slot < BVH8_WIDTH; slot++) {
            uint32_t *child = &nodes[i].child[slot];
            if (!bvh8_is_leaf(*child)) continue;
            bvh8_leaf leaf = bvh8_leaf_of(*child);
            memcpy(to + names, from + leaf.first, leaf.count * sizeof *to);
            *child = bvh8_child_of((bvh8_leaf){names, leaf.count});
            names += leaf.count;
        }
    return names;
}

static carom_status build_split(bvh8_tree *tree, const bvh8_source *source, const bvh8_refs *refs,
                                const carom_allocator *allocator) {
    bvh8_nodes nodes = {0};
    bvh8_tree built = {.frame = tree->frame};
    uint32_t *spaced = carom_alloc(allocator, refs->capacity, sizeof *spaced);
    uint32_t *order = carom_alloc(allocator, refs->capacity, sizeof *order);
    carom_status status = CAROM_ERROR_MEMORY;
    if (spaced && order)
        status = carom_bvh8_build_refs(&nodes, spaced, refs, source->tasks, allocator);
    if (status == CAROM_OK) {
        built.count = close_gaps(nodes.items, nodes.top_count, 0, spaced, order);
        for (uint32_t i = 0; i < nodes.subtree_count; i++)
            built.count = close_gaps(nodes.items + nodes.subtrees[i].at, nodes.subtrees[i].count,
                                     built.count, spaced, order);
        built.order = carom_alloc(allocator, built.count, sizeof *built.order);
        status = CAROM_ERROR_MEMORY;
        if (built.order) {
            memcpy(built.order, order, built.count * sizeof *order);
            status = carom_bvh8_keep(&built, &nodes, source, allocator);
        }
        if (status != CAROM_OK) carom_free(allocator, built.order);
    }
    carom_free(allocator, order);
    carom_free(allocator, spaced);
    carom_bvh8_nodes_free(&nodes, allocator);
    if (status == CAROM_OK) *tree = built;
    return status;
}

carom_status carom_bvh8_create_split(bvh8_tree *out, const bvh8_source *source,
                                     const bvh8_frame *frame, bool always,
                                     const carom_allocator *allocator) {
    const bvh8_splitter corners = {source, frame};
    const double capacity = floor((1.0 + SPLIT_BUDGET) * (double)source->count);
    bvh8_tree tree = {.frame = *frame};
    *out = tree;
    if (source->count == 0 || capacity >= (double)BVH8_LARGEST) return CAROM_OK;
    bvh8_refs refs = {NULL, source->count, (uint32_t)capacity, &corners};
    carom_status status = CAROM_OK;
    bool is_worth_it = always;
    if (!is_worth_it) status = estimate_split(&is_worth_it, source, frame, allocator);
    if (status != CAROM_OK || !is_worth_it) return status;
    refs.items = carom_alloc(allocator, refs.capacity, sizeof *refs.items);
    if (!refs.items) return CAROM_ERROR_MEMORY;
    carom_bvh8_make_refs(refs.items, source, frame);
    status = build_split(&tree, source, &refs, allocator);
    carom_free(allocator, refs.items);
    if (status == CAROM_OK) *out = tree;
    return status;
}
