/* Top-down build of the BVH8 by the surface area heuristic (SAH) [MacDonald90] [Wald07], eight
 * children at once [Wald08]: the child with the largest surface is cut until there are eight. Where
 * no cut helps, all centres coincide, or the tree grows too deep, a run is halved: a million
 * identical triangles make a balanced tree, and depth and time stay bounded.
 *
 * The top of the tree is opened node by node, all threads working on one run; the runs left are
 * subtrees, built in parallel, each where the nodes of those before it must end. Which runs these
 * are depends on the triangles alone, so the same triangles give the same tree for any number of
 * threads. */
#include "mesh/bvh8_build/bvh8_build.h"

#include "mesh/bvh8/corner_box.h"
#include "mesh/bvh8_build/bvh8_group.h"
#include "mesh/bvh8_build/bvh8_nodes.h"
#include "mesh/bvh8_build/bvh8_order.h"

/* Leaves with more triangles are cut while their node has unused places. */
#define SMALL_LEAF 2
/* Runs with more triangles than this, and than 1 / TOP_PART of all, are opened at the top; at most
 * TOP_NODES nodes are. */
#define TOP_RUN 16384
#define TOP_PART 32
#define TOP_NODES 64

/* A run that becomes a node, and its place in its parent. */
typedef struct bvh8_task {
    bvh8_run run;
    uint32_t parent, slot;
} bvh8_task;

typedef struct bvh8_builder {
    bvh8_cutter cutter;
    uint32_t *order;
    bvh8_nodes nodes;
    bvh8_task *deferred; /* runs that become subtrees */
    uint32_t capacity;   /* references at most */
} bvh8_builder;

/* ---- opening a run */

/* The part with the largest surface among those with more than `most` triangles; -1 when there is
 * none. */
static int largest_part(const bvh8_run *parts, int count, uint32_t most) {
    int largest = -1;
    for (int i = 0; i < count; i++)
        if (parts[i].count > most && (largest < 0 || parts[i].area > parts[largest].area))
            largest = i;
    return largest;
}

typedef struct bvh8_opener {
    const bvh8_cutter *cutter;
    bvh8_group group;
} bvh8_opener;

/* Cuts parts with more than `most` triangles until there are eight, or none is left. */
static int cut_parts(const bvh8_opener *opener, bvh8_run parts[BVH8_WIDTH], int count,
                     uint32_t most) {
    for (int largest; count < BVH8_WIDTH && (largest = largest_part(parts, count, most)) >= 0;
         count++) {
        bvh8_run halves[2];
        halves_of(&opener->group, opener->cutter, &parts[largest], halves);
        parts[largest] = halves[0];
        parts[count] = halves[1];
    }
    return count;
}

/* Opens a run into the parts of a node: eight, if any do not fit into leaves. A short run that is
 * not a member of the group is grouped anew; the members of the group before are finished then, as
 * a run comes after everything below those that stand on top of it. */
static int open_run(bvh8_opener *opener, const bvh8_run *run, bvh8_run parts[BVH8_WIDTH]) {
    bool grouped = run->member > 0 || group_run(&opener->group, opener->cutter, run);
    int count = 1;
    parts[0] = *run;
    if (grouped) count = members_of(&opener->group, run->member, parts);
    count = cut_parts(opener, parts, count, BVH8_LEAF);
    if (!grouped || !opener->cutter->splitter) count = cut_parts(opener, parts, count, SMALL_LEAF);
    return count;
}

/* Writes a leaf; returns the estimated probability that a ray which meets its box hits a triangle,
 * from TRIANGLE_HIT for a ray that meets a triangle's box. */
static float fill_leaf(const bvh8_builder *b, const bvh8_run *run, uint32_t *child) {
    const bvh8_ref *ref = b->cutter.refs[run->at] + run->first;
    float surface = 0.0F;
    for (uint32_t i = 0; i < run->count; i++) {
        b->order[run->first + i] = bvh8_ref_id(&ref[i]);
        surface += bvh8_half_surface(box_of_ref(&ref[i]));
    }
    *child = bvh8_child_of((bvh8_leaf){run->first, run->count});
    float hit = TRIANGLE_HIT * surface;
    return hit < run->area ? hit / run->area : 1.0F;
}

static void fill_node(const bvh8_builder *b, bvh8_node *node, const bvh8_run *parts, int count) {
    float hit[BVH8_WIDTH] = {0};
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            node->low[axis][i] = parts[i].box[axis];
            node->high[axis][i] = -parts[i].box[4 + axis];
        }
        node->child[i] = BVH8_NONE;
        if (parts[i].count <= BVH8_LEAF) hit[i] = fill_leaf(b, &parts[i], &node->child[i]);
    }
    memcpy(node->least, hit, sizeof node->least);
    for (int i = count; i < BVH8_WIDTH; i++) {
        for (int axis = 0; axis < 3; axis++) {
            node->low[axis][i] = FLT_MAX;
            node->high[axis][i] = -FLT_MAX;
        }
        node->child[i] = BVH8_NONE;
    }
}

/* ---- trees */

/* Runs with at most `least` triangles are deferred, and all others once the tree has `nodes` nodes.
 */
typedef struct tree_limit {
    uint32_t least, nodes;
} tree_limit;

/* Grows a tree; its nodes are in depth-first order. */
static void grow_tree(bvh8_builder *b, bvh8_subtree *tree, const bvh8_task *root,
                      tree_limit limit) {
    bvh8_task stack[BVH8_STACK];
    bvh8_opener opener;
    bvh8_node *nodes = b->nodes.items + tree->at;
    int top = 0;
    opener.cutter = &b->cutter;
    stack[top++] = *root;
    while (top > 0) {
        bvh8_task task = stack[--top];
        if (task.run.count <= limit.least || tree->count == limit.nodes) {
            b->deferred[b->nodes.subtree_count++] = task;
            continue;
        }
        bvh8_run parts[BVH8_WIDTH];
        int count = open_run(&opener, &task.run, parts);
        uint32_t index = tree->count++;
        fill_node(b, &nodes[index], parts, count);
        if (task.slot < BVH8_WIDTH) nodes[task.parent].child[task.slot] = index;
        for (int i = count - 1; i >= 0; i--)
            if (parts[i].count > BVH8_LEAF)
                stack[top++] = (bvh8_task){parts[i], index, (uint32_t)i};
    }
}

static void grow_subtrees(void *data, size_t i, size_t last) {
    static const tree_limit none = {0, UINT32_MAX};
    bvh8_builder b = *(const bvh8_builder *)data;
    b.cutter.pieces = NULL; /* shared by all threads: not for subtrees */
    for (; i < last; i++) {
        const bvh8_task root = {b.deferred[i].run, 0, BVH8_WIDTH};
        grow_tree(&b, &b.nodes.subtrees[i], &root, none);
        carom_bvh8_order_subtree(&b.nodes, &b.nodes.subtrees[i]);
    }
}

/* Sorts the longest first, so that threads end at about the same time. */
static void sort_tasks(bvh8_task *tasks, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        bvh8_task task = tasks[i];
        uint32_t at = i;
        for (; at > 0 && tasks[at - 1].run.count < task.run.count; at--)
            tasks[at] = tasks[at - 1];
        tasks[at] = task;
    }
}

static void build_all(bvh8_builder *b, uint32_t count, uint32_t top_nodes) {
    bvh8_nodes *nodes = &b->nodes;
    bvh8_task root = {SIMD_OF(b->cutter.set, carom_bvh8_run_of)(&b->cutter, count), 0, BVH8_WIDTH};
    root.run.capacity = b->capacity;
    b->cutter.overlap = SPLIT_OVERLAP * bvh8_half_surface(root.run.box);
    bvh8_subtree top = {0};
    uint32_t part = count / TOP_PART;
    grow_tree(b, &top, &root, (tree_limit){part > TOP_RUN ? part : TOP_RUN, top_nodes});
    nodes->top_count = top.count;
    sort_tasks(b->deferred, nodes->subtree_count);
    uint32_t at = top.count;
    for (uint32_t i = 0; i < nodes->subtree_count; i++) {
        const bvh8_task *task = &b->deferred[i];
        nodes->subtrees[i] = (bvh8_subtree){at, 0, task->parent, task->slot, 0};
        at += bvh8_most_nodes(task->run.capacity);
    }
    carom_run_chunks(b->cutter.tasks, grow_subtrees, b, (task_share){nodes->subtree_count, 1});
    carom_bvh8_nodes_link(nodes);
    carom_bvh8_order_top(nodes);
}

/* ---- references */

typedef struct ref_job {
    bvh8_ref *refs;
    const bvh8_frame *frame;
    const bvh8_source *source;
} ref_job;

/* Makes the boxes of triangles. The transformation and the rounding are monotonic, so the bounds of
 * the corners stay bounds. */
static void make_refs(void *data, size_t i, size_t last) {
    const ref_job *job = data;
    const frame_lanes frame = lanes_of_frame(job->frame);
    for (; i < last; i++) {
        bvh8_ref *ref = &job->refs[i];
        corner_box box = corner_box_of(job->source->vertices, job->source->indices + 3 * i);
        f4_store(ref->low, outward_lanes(local_lanes(&frame, box.low)));
        f4_store(ref->neg_high, outward_lanes(d4_neg(local_lanes(&frame, box.high))));
        bvh8_ref_name(ref, (uint32_t)i);
        ref->neg_high[3] = (float)BVH8_MOST_PARTS;
    }
}

/* Triangles of a task at least. */
#define REF_GRAIN 2048

void carom_bvh8_make_refs(bvh8_ref *refs, const bvh8_source *source, const bvh8_frame *frame) {
    ref_job job = {refs, frame, source};
    carom_run_chunks(source->tasks, make_refs, &job, (task_share){source->count, REF_GRAIN});
}

/* The second array of references and the pieces are for long runs alone. */
carom_status carom_bvh8_build_refs(bvh8_nodes *nodes, uint32_t *order, const bvh8_refs *refs,
                                   const carom_task_hook *tasks, const carom_allocator *allocator) {
    uint32_t count = refs->count, top_nodes = count > TOP_RUN ? TOP_NODES : 0;
    size_t is_long = count > LONG_RUN;
    bvh8_builder b = {.cutter = {.refs = {refs->items},
                                 .tasks = tasks,
                                 .set = carom_simd_best(),
                                 .splitter = refs->splitter},
                      .order = order,
                      .capacity = refs->capacity};
    bvh8_cutter *cutter = &b.cutter;
    cutter->refs[1] = carom_alloc(allocator, is_long * refs->capacity, sizeof *cutter->refs[1]);
    cutter->pieces = carom_alloc(allocator, is_long * MOST_PIECES, sizeof *cutter->pieces);
    b.deferred =
        carom_alloc(allocator, (BVH8_WIDTH - 1) * (size_t)top_nodes + 1, sizeof *b.deferred);
    bool done = cutter->refs[1] && cutter->pieces && b.deferred &&
                carom_bvh8_nodes_start(&b.nodes, refs->capacity, top_nodes, allocator);
    if (done && count > 0) build_all(&b, count, top_nodes);
    carom_free(allocator, b.deferred);
    carom_free(allocator, cutter->pieces);
    carom_free(allocator, cutter->refs[1]);
    if (done) *nodes = b.nodes;
    return done ? CAROM_OK : CAROM_ERROR_MEMORY;
}

carom_status carom_bvh8_build(bvh8_nodes *nodes, bvh8_tree *tree, const bvh8_source *source,
                              const carom_allocator *allocator) {
    uint32_t count = source->count;
    const bvh8_refs refs = {carom_alloc(allocator, count, sizeof(bvh8_ref)), count, count, NULL};
    if (!refs.items) return CAROM_ERROR_MEMORY;
    carom_bvh8_make_refs(refs.items, source, &tree->frame);
    carom_status status =
        carom_bvh8_build_refs(nodes, tree->order, &refs, source->tasks, allocator);
    carom_free(allocator, refs.items);
    return status;
}
