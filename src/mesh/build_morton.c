/* The fast build [Lauterbach09]: triangles sorted by the codes of their centres along Morton's
 * curve; a run is cut where the highest bit changes in which its codes differ, or halved where they
 * are all the same, the longest run first, until a node has eight. Boxes follow from the leaves up.
 * Depth is bounded by the bits of a code and the halvings of a run. */
#include "core/radix.h"
#include "core/tasks.h"
#include "mesh/corner_box.h"
#include "mesh/wide_build.h"

#define CODE_BITS 10 /* of each axis */
/* Triangles that are worth waking a thread for. */
#define CODE_GRAIN 2048
/* Runs of more triangles than this, and than a part of all, are opened at the top; at most so many
 * nodes are. */
#define TOP_CODES 2048
#define TOP_CODES_PART 32
#define TOP_CODE_NODES 64

typedef struct code_run {
    uint32_t first, count;
} code_run;

typedef struct code_task {
    code_run run;
    uint32_t parent, slot;
} code_task;

typedef struct code_builder {
    const radix_item *sorted; /* a code, and whose it is */
    wide_nodes nodes;
    code_task *aside; /* as subtrees */
} code_builder;

/* ---- codes */

static uint32_t code_of_cell(uint32_t x) {
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

/* Of a box's centre, in [-1, 1] or near it, along each axis: what rounding takes beyond goes into
 * the first or last cell. */
static CAROM_INLINE void cells_of_center(uint32_t cell[4], const frame_lanes *frame,
                                         corner_box box) {
    const d4 half = d4_all(0.5 * (1 << CODE_BITS)), last = d4_all((double)((1 << CODE_BITS) - 1));
    d4 twice = d4_add(local_lanes(frame, box.low), local_lanes(frame, box.high));
    d4 at = d4_mul(d4_add(d4_mul(twice, d4_all(0.5)), d4_all(1.0)), half);
    f4_store_u32(cell, d4_narrow(d4_min(d4_max(at, d4_all(0.0)), last)));
}

typedef struct code_job {
    radix_item *items;
    const radix_item *sorted;
    const wide_source *source;
    wide_tree *tree;
    wide_node *nodes; /* room for them */
} code_job;

static void fill_codes(void *data, size_t i, size_t last) {
    const code_job *job = data;
    const frame_lanes frame = lanes_of_frame(&job->tree->frame);
    /* a large page that is first touched takes long: here the other threads have work meanwhile */
    if (i == 0) job->nodes->child[0] = WIDE_NONE;
    for (; i < last; i++) {
        uint32_t cell[4];
        const uint32_t *corner = job->source->indices + 3 * i;
        cells_of_center(cell, &frame, corner_box_of(job->source->vertices, corner));
        uint32_t code =
            code_of_cell(cell[0]) | code_of_cell(cell[1]) << 1 | code_of_cell(cell[2]) << 2;
        job->items[i] = (radix_item){code, (uint32_t)i};
    }
}

static void tell_code_order(void *data, size_t i, size_t last) {
    const code_job *job = data;
    for (; i < last; i++)
        job->tree->order[i] = job->sorted[i].value;
}

/* ---- nodes */

/* Where the second part begins. */
static uint32_t cut_of_codes(const radix_item *items, code_run run) {
    uint32_t low = run.first, high = run.first + run.count - 1;
    uint32_t differ = items[low].key ^ items[high].key;
    if (differ == 0) return run.first + run.count / 2;
    differ = highest_bit(differ);
    while (high - low > 1) { /* the bit is clear at low and set at high */
        uint32_t middle = low + (high - low) / 2;
        if ((items[middle].key & differ) == 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int open_codes(const radix_item *items, code_run run, code_run parts[WIDE]) {
    int count = 1;
    parts[0] = run;
    while (count < WIDE) {
        int longest = 0;
        for (int i = 1; i < count; i++)
            if (parts[i].count > parts[longest].count) longest = i;
        code_run *part = &parts[longest];
        if (part->count <= WIDE_LEAF) break;
        uint32_t cut = cut_of_codes(items, *part), left = cut - part->first;
        parts[count++] = (code_run){cut, part->count - left};
        part->count = left;
    }
    return count;
}

/* Runs of no more triangles are put aside, and all that are left once there are so many nodes. */
typedef struct code_limit {
    uint32_t least, nodes;
} code_limit;

/* Depth first, so that children come after their parents. */
static void grow_code_tree(code_builder *b, wide_subtree *tree, code_run root, code_limit limit) {
    code_task stack[WIDE_STACK];
    int top = 0;
    stack[top++] = (code_task){root, 0, WIDE};
    while (top > 0) {
        code_task task = stack[--top];
        if (task.run.count <= limit.least || tree->count == limit.nodes) {
            b->aside[b->nodes.subtree_count++] = task;
            continue;
        }
        code_run parts[WIDE];
        int count = open_codes(b->sorted, task.run, parts);
        uint32_t index = tree->count++;
        wide_node *node = &tree->nodes[index];
        if (task.slot < WIDE) tree->nodes[task.parent].child[task.slot] = index;
        for (int i = 0; i < WIDE; i++)
            node->child[i] = WIDE_NONE;
        for (int i = count - 1; i >= 0; i--)
            if (parts[i].count > WIDE_LEAF)
                stack[top++] = (code_task){parts[i], index, (uint32_t)i};
            else
                node->child[i] = wide_child_of((wide_leaf){parts[i].first, parts[i].count});
    }
}

static void grow_code_trees(void *data, size_t i, size_t last) {
    static const code_limit none = {0, UINT32_MAX};
    code_builder *b = data;
    for (; i < last; i++)
        grow_code_tree(b, &b->nodes.subtrees[i], b->aside[i].run, none);
}

/* As in the build by cost: the top, and then subtrees side by side. */
static void build_code_nodes(code_builder *b, uint32_t count, const carom_task_hook *tasks) {
    wide_nodes *nodes = &b->nodes;
    wide_subtree top = {.nodes = nodes->items};
    uint32_t part = count / TOP_CODES_PART;
    code_limit limit = {part > TOP_CODES ? part : TOP_CODES, TOP_CODE_NODES};
    grow_code_tree(b, &top, (code_run){0, count}, limit);
    nodes->top_count = top.count;
    wide_node *at = nodes->items + top.count;
    for (uint32_t i = 0; i < nodes->subtree_count; i++) {
        const code_task *task = &b->aside[i];
        nodes->subtrees[i] = (wide_subtree){at, 0, task->parent, task->slot, 0};
        at += wide_most_nodes(task->run.count);
    }
    carom_run_chunks(tasks, grow_code_trees, b, (task_share){nodes->subtree_count, 1});
    carom_wide_nodes_link(nodes);
}

/* Codes, sorted, and the nodes over them; of memory that is there. */
static void build_by_codes(code_builder *b, radix_item *items[2], wide_tree *tree,
                           const wide_source *source) {
    const task_share share = {source->count, CODE_GRAIN};
    code_job job = {items[0], items[0], source, tree, b->nodes.items};
    carom_run_chunks(source->tasks, fill_codes, &job, share);
    b->sorted = job.sorted = carom_radix_sort_on(source->tasks, items[0], items[1], source->count);
    carom_run_chunks(source->tasks, tell_code_order, &job, share);
    build_code_nodes(b, source->count, source->tasks);
}

carom_status carom_wide_build_fast(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                                   const carom_allocator *allocator) {
    uint32_t count = source->count;
    code_builder b = {NULL, {0}, NULL};
    radix_item *items[2];
    for (int i = 0; i < 2; i++)
        items[i] = carom_alloc(allocator, count, sizeof *items[i]);
    b.aside = carom_alloc(allocator, (WIDE - 1) * TOP_CODE_NODES + 1, sizeof *b.aside);
    bool done = items[0] && items[1] && b.aside &&
                carom_wide_nodes_start(&b.nodes, count, TOP_CODE_NODES, allocator);
    if (done && count > 0) build_by_codes(&b, items, tree, source);
    carom_free(allocator, b.aside);
    for (int i = 0; i < 2; i++)
        carom_free(allocator, items[i]);
    if (done) *nodes = b.nodes;
    return done ? CAROM_OK : CAROM_ERROR_MEMORY;
}
