/* Top-down build, eight children at once [Wald08]: the child with the largest surface is cut until
 * there are eight. Where no cut helps, all centres coincide, or the tree grows too deep, a run is
 * halved: so a million identical triangles make a balanced tree, and depth and time stay bounded.
 *
 * The top of the tree is opened node by node, all threads working on one run; the runs left are
 * trees of their own, built side by side, each where the nodes of those before it must end. Which
 * runs these are depends on the triangles alone, so the same triangles give the same tree. */
#include "mesh/wide_build.h"

#include "mesh/wide_cut.h"

/* Leaves with more triangles are cut as long as their node has room. */
#define SMALL_LEAF 2
/* Runs of more triangles than this, and than a part of all, are opened at the top; at most so many
 * nodes are. */
#define TOP_RUN 16384
#define TOP_PART 32
#define TOP_NODES 64

/* A run whose nodes are a tree of their own, from `nodes` on. */
typedef struct wide_subtree {
    wide_run run;
    wide_node *nodes;
    uint32_t count;
    uint32_t parent, slot; /* whose child it is; slot WIDE: nobody's */
} wide_subtree;

typedef struct wide_builder {
    wide_cutter cutter;
    wide_node *nodes;
    wide_subtree *subtrees;
    uint32_t top_count, subtree_count;
} wide_builder;

/* ---- opening a run */

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
static int open_run(const wide_cutter *cutter, const wide_run *run, wide_run parts[WIDE]) {
    int count = 1;
    parts[0] = *run;
    while (count < WIDE) {
        int largest = largest_part(parts, count, WIDE_LEAF);
        if (largest < 0) largest = largest_part(parts, count, SMALL_LEAF);
        if (largest < 0) break;
        wide_run halves[2];
        carom_wide_cut(cutter, &parts[largest], halves);
        parts[largest] = halves[0];
        parts[count++] = halves[1];
    }
    sort_by_area(parts, count);
    return count;
}

static void fill_node(wide_node *node, const wide_run *parts, int count) {
    for (int i = 0; i < WIDE; i++) {
        bound6 box = i < count ? parts[i].box : carom_wide_empty_bound();
        float low[4], neg_high[4];
        f4_store(low, box.low);
        f4_store(neg_high, box.neg_high);
        for (int axis = 0; axis < 3; axis++) {
            node->low[axis][i] = low[axis];
            node->high[axis][i] = -neg_high[axis];
        }
        node->child[i] = WIDE_NONE;
        if (i < count && parts[i].count <= WIDE_LEAF)
            node->child[i] = wide_child_of((wide_leaf){parts[i].first, parts[i].count});
    }
}

/* ---- trees of their own */

typedef struct wide_task {
    wide_run run;
    uint32_t parent, slot;
} wide_task;

/* Nodes come in depth-first order. */
static void build_subtree(const wide_cutter *cutter, wide_subtree *tree) {
    wide_task stack[WIDE_STACK];
    int top = 0;
    stack[top++] = (wide_task){tree->run, 0, WIDE};
    while (top > 0) {
        wide_task task = stack[--top];
        wide_run parts[WIDE];
        int count = open_run(cutter, &task.run, parts);
        uint32_t index = tree->count++;
        fill_node(&tree->nodes[index], parts, count);
        if (task.slot < WIDE) tree->nodes[task.parent].child[task.slot] = index;
        for (int i = count - 1; i >= 0; i--)
            if (parts[i].count > WIDE_LEAF)
                stack[top++] = (wide_task){parts[i], index, (uint32_t)i};
    }
}

static void build_subtrees(void *data, size_t i, size_t last) {
    const wide_builder *b = data;
    for (; i < last; i++)
        build_subtree(&b->cutter, &b->subtrees[i]);
}

/* Moves each to where the one before it ends. */
static void join_subtrees(const wide_builder *b, wide_nodes *out) {
    *out = (wide_nodes){b->nodes, b->top_count};
    for (uint32_t i = 0; i < b->subtree_count; i++) {
        const wide_subtree *tree = &b->subtrees[i];
        uint32_t first = out->count;
        wide_node *nodes = b->nodes + first;
        if (tree->slot < WIDE) b->nodes[tree->parent].child[tree->slot] = first;
        memmove(nodes, tree->nodes, tree->count * sizeof *nodes);
        for (uint32_t k = 0; first > 0 && k < WIDE * tree->count; k++) {
            uint32_t *child = &nodes[k / WIDE].child[k % WIDE];
            if (*child < WIDE_NONE) *child += first;
        }
        out->count += tree->count;
    }
}

/* ---- the top */

static void build_top(wide_builder *b, const wide_run *root, uint32_t least, uint32_t most) {
    wide_task stack[WIDE_STACK];
    int top = 0;
    stack[top++] = (wide_task){*root, 0, WIDE};
    while (top > 0) {
        wide_task task = stack[--top];
        if (task.run.count <= least || b->top_count == most) {
            b->subtrees[b->subtree_count++] =
                (wide_subtree){task.run, NULL, 0, task.parent, task.slot};
            continue;
        }
        wide_run parts[WIDE];
        int count = open_run(&b->cutter, &task.run, parts);
        uint32_t index = b->top_count++;
        fill_node(&b->nodes[index], parts, count);
        if (task.slot < WIDE) b->nodes[task.parent].child[task.slot] = index;
        for (int i = count - 1; i >= 0; i--)
            if (parts[i].count > WIDE_LEAF)
                stack[top++] = (wide_task){parts[i], index, (uint32_t)i};
    }
}

static void build_all(wide_builder *b, wide_nodes *out, uint32_t count, uint32_t top_nodes) {
    wide_run root = carom_wide_run_of(b->cutter.refs, count);
    uint32_t part = count / TOP_PART;
    build_top(b, &root, part > TOP_RUN ? part : TOP_RUN, top_nodes);
    wide_node *at = b->nodes + b->top_count;
    for (uint32_t i = 0; i < b->subtree_count; i++) {
        b->subtrees[i].nodes = at;
        at += wide_most_nodes(b->subtrees[i].run.count);
    }
    carom_run_chunks(b->cutter.tasks, build_subtrees, b, (task_share){b->subtree_count, 1});
    join_subtrees(b, out);
}

/* ---- references */

typedef struct ref_job {
    wide_ref *refs;
    wide_tree *tree;
    const wide_source *source;
} ref_job;

/* Moving into the frame and rounding keep order: so the bounds of the corners do. */
static void make_refs(void *data, size_t i, size_t last) {
    const ref_job *job = data;
    for (; i < last; i++) {
        carom_triangle t = corners_of(job->source->vertices, job->source->indices, (uint32_t)i);
        vec3 a = load3(t.v[0]), b = load3(t.v[1]), c = load3(t.v[2]);
        const wide_frame *frame = &job->tree->frame;
        vec3 low = wide_local(frame, vec(min2(a.x, min2(b.x, c.x)), min2(a.y, min2(b.y, c.y)),
                                         min2(a.z, min2(b.z, c.z))));
        vec3 high = wide_local(frame, vec(max2(a.x, max2(b.x, c.x)), max2(a.y, max2(b.y, c.y)),
                                          max2(a.z, max2(b.z, c.z))));
        wide_ref *ref = &job->refs[i];
        *ref = (wide_ref){
            {carom_wide_outward(low.x), carom_wide_outward(low.y), carom_wide_outward(low.z), 0.0F},
            {carom_wide_outward(-high.x), carom_wide_outward(-high.y), carom_wide_outward(-high.z),
             0.0F}};
        wide_ref_name(ref, (uint32_t)i);
    }
}

static void tell_order(void *data, size_t i, size_t last) {
    const ref_job *job = data;
    for (; i < last; i++)
        job->tree->order[i] = wide_ref_id(&job->refs[i]);
}

#define REF_GRAIN 8192

/* Scratch and pieces are for long runs alone. */
carom_status carom_wide_build_refs(wide_nodes *nodes, wide_ref *refs, uint32_t count,
                                   const carom_task_hook *tasks, const carom_allocator *allocator) {
    uint32_t top_nodes = count > TOP_RUN ? TOP_NODES : 0;
    size_t is_long = count > LONG_RUN;
    wide_builder b = {.cutter = {.refs = refs, .tasks = tasks}};
    wide_cutter *cutter = &b.cutter;
    cutter->scratch = carom_alloc(allocator, is_long * count, sizeof *cutter->scratch);
    cutter->pieces = carom_alloc(allocator, is_long * MOST_PIECES, sizeof *cutter->pieces);
    b.nodes = carom_alloc(allocator, wide_most_nodes(count), sizeof *b.nodes);
    b.subtrees = carom_alloc(allocator, (WIDE - 1) * (size_t)top_nodes + 1, sizeof *b.subtrees);
    bool done = cutter->scratch && cutter->pieces && b.nodes && b.subtrees;
    if (done) *nodes = (wide_nodes){b.nodes, 0};
    if (done && count > 0) build_all(&b, nodes, count, top_nodes);
    carom_free(allocator, b.subtrees);
    carom_free(allocator, cutter->pieces);
    carom_free(allocator, cutter->scratch);
    if (!done) carom_free(allocator, b.nodes);
    return done ? CAROM_OK : CAROM_ERROR_MEMORY;
}

carom_status carom_wide_build(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                              const carom_allocator *allocator) {
    const task_share share = {source->count, REF_GRAIN};
    ref_job job = {carom_alloc(allocator, source->count, sizeof(wide_ref)), tree, source};
    if (!job.refs) return CAROM_ERROR_MEMORY;
    carom_run_chunks(source->tasks, make_refs, &job, share);
    carom_status status =
        carom_wide_build_refs(nodes, job.refs, source->count, source->tasks, allocator);
    if (status == CAROM_OK) carom_run_chunks(source->tasks, tell_order, &job, share);
    carom_free(allocator, job.refs);
    return status;
}
