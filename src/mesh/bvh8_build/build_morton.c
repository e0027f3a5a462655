/* Linear BVH build [Lauterbach09]: triangles are radix sorted by the Morton codes of their centres;
 * a run is cut where the highest bit changes in which its codes differ, or halved where they are
 * all equal, the longest run first, until a node has eight children. Boxes follow bottom up. The
 * bits of a code and the halvings of a run bound the depth. It is the fast build; the tree of
 * bvh8_build.c is the better one for queries. */
#include "core/radix.h"
#include "core/tasks.h"
#include "mesh/bvh8/corner_box.h"
#include "mesh/bvh8_build/bvh8_build.h"
#include "mesh/bvh8_build/build_morton.h"
#include "mesh/bvh8_build/bvh8_nodes.h"

#define CODE_BITS 10 /* bits of each axis */
/* Triangles of a task at least. */
#define CODE_GRAIN 2048
/* A node's children take the memory of this number of codes; runs that become subtrees need no
 * more. */
#define NODE_CODES 4
_Static_assert(sizeof(bvh8_children) == NODE_CODES * sizeof(radix_item), "memory for children");
/* Runs with more triangles than this, and than 1 / TOP_CODES_PART of all, are opened at the top; at
 * most TOP_CODE_NODES nodes are. */
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
    const radix_item *sorted; /* codes, with indices of triangles */
    bvh8_nodes nodes;
    code_task *deferred; /* runs that become subtrees */
} code_builder;

/* ---- codes */

/* Spreads the bits of a cell's number three apart. */
static CAROM_INLINE uint32_t spread_cell(uint32_t cell) {
    static const uint16_t spread[1 << CODE_BITS / 2] = {
        0x0,    0x1,    0x8,    0x9,    0x40,   0x41,   0x48,   0x49,   0x200,  0x201,  0x208,
        0x209,  0x240,  0x241,  0x248,  0x249,  0x1000, 0x1001, 0x1008, 0x1009, 0x1040, 0x1041,
        0x1048, 0x1049, 0x1200, 0x1201, 0x1208, 0x1209, 0x1240, 0x1241, 0x1248, 0x1249};
    return spread[cell & 31] | (uint32_t)spread[cell >> 5] << 15;
}
_Static_assert(CODE_BITS == 10, "a cell's number has two halves of 5 bits");

/* The grid of cells over [-1, 1] along each axis of the frame. */
typedef struct code_grid {
    d4 scale, start;
} code_grid;

static code_grid grid_of_frame(const bvh8_frame *frame) {
    const double fourth = 0.25 * (1 << CODE_BITS), half = 2.0 * fourth;
    const double start[4] = {half - half * frame->center.x, half - half * frame->center.y,
                             half - half * frame->center.z, 0.0};
    return (code_grid){d4_all(fourth * frame->scale), d4_load(start)};
}

/* The Morton code of a box's centre; rounding beyond the grid is clamped to the first or last cell.
 */
static CAROM_INLINE uint32_t code_of_center(const code_grid *grid, corner_box box) {
    const d4 last = d4_all((double)((1 << CODE_BITS) - 1));
    d4 low = d4_mul(real4_widen(box.low), grid->scale);
    d4 at = d4_add(d4_add(low, d4_mul(real4_widen(box.high), grid->scale)), grid->start);
    uint32_t cell[4];
    f4_store_u32(cell, d4_narrow(d4_min(d4_max(at, d4_all(0.0)), last)));
    return spread_cell(cell[0]) | spread_cell(cell[1]) << 1 | spread_cell(cell[2]) << 2;
}

typedef struct code_job {
    radix_item *items;
    const radix_item *sorted;
    const bvh8_source *source;
    bvh8_tree *tree;
    bvh8_node *nodes; /* memory for the nodes */
} code_job;

static void fill_codes(void *data, size_t i, size_t last) {
    const code_job *job = data;
    const code_grid grid = grid_of_frame(&job->tree->frame);
    /* the first write to a large page is slow: here the other threads have work meanwhile */
    if (i == 0) job->nodes->child[0] = BVH8_NONE;
    for (; i < last; i++) {
        corner_box box = corner_box_of(job->source->vertices, job->source->indices + 3 * i);
        job->items[i] = (radix_item){code_of_center(&grid, box), (uint32_t)i};
    }
}

static void store_code_order(void *data, size_t i, size_t last) {
    const code_job *job = data;
    for (; i < last; i++)
        job->tree->order[i] = job->sorted[i].value;
}

/* ---- nodes */

/* The start of the second part of a run. */
static uint32_t cut_of_codes(const radix_item *items, code_run run) {
    uint32_t low = run.first, high = run.first + run.count - 1;
    uint32_t differ = items[low].key ^ items[high].key;
    if (differ == 0) return run.first + run.count / 2;
    differ = highest_bit(differ);
    while (high - low > 1) { /* invariant: the bit is clear at low and set at high */
        uint32_t middle = low + (high - low) / 2;
        if ((items[middle].key & differ) == 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int open_codes(const radix_item *items, code_run run, code_run parts[BVH8_WIDTH]) {
    int count = 1;
    parts[0] = run;
    while (count < BVH8_WIDTH) {
        int longest = 0;
        for (int i = 1; i < count; i++)
            if (parts[i].count > parts[longest].count) longest = i;
        code_run *part = &parts[longest];
        if (part->count <= BVH8_LEAF) break;
        uint32_t cut = cut_of_codes(items, *part), left = cut - part->first;
        parts[count++] = (code_run){cut, part->count - left};
        part->count = left;
    }
    return count;
}

/* Runs with at most `least` triangles are deferred, and all others once the tree has `nodes` nodes.
 */
typedef struct code_limit {
    uint32_t least, nodes;
} code_limit;

/* Grows a tree depth first, so that children come after their parents. */
static void grow_code_tree(code_builder *b, bvh8_subtree *tree, code_run root, code_limit limit) {
    code_task stack[BVH8_STACK];
    bvh8_children *nodes = b->nodes.children + tree->at;
    int top = 0;
    stack[top++] = (code_task){root, 0, BVH8_WIDTH};
    while (top > 0) {
        code_task task = stack[--top];
        if (task.run.count <= limit.least || tree->count == limit.nodes) {
            b->deferred[b->nodes.subtree_count++] = task;
            continue;
        }
        code_run parts[BVH8_WIDTH];
        int count = open_codes(b->sorted, task.run, parts);
        uint32_t index = tree->count++;
        bvh8_children *node = &nodes[index];
        if (task.slot < BVH8_WIDTH) nodes[task.parent].child[task.slot] = index;
        for (int i = 0; i < BVH8_WIDTH; i++)
            node->child[i] = BVH8_NONE;
        for (int i = count - 1; i >= 0; i--)
            if (parts[i].count > BVH8_LEAF)
                stack[top++] = (code_task){parts[i], index, (uint32_t)i};
            else
                node->child[i] = bvh8_child_of((bvh8_leaf){parts[i].first, parts[i].count});
    }
}

static void grow_code_trees(void *data, size_t i, size_t last) {
    static const code_limit none = {0, UINT32_MAX};
    code_builder *b = data;
    for (; i < last; i++)
        grow_code_tree(b, &b->nodes.subtrees[i], b->deferred[i].run, none);
}

/* Sorts subtrees by their codes: a thread that builds adjacent ones has them in its cache, as it
 * sorted them. */
static void sort_code_tasks(code_task *tasks, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        code_task task = tasks[i];
        uint32_t at = i;
        for (; at > 0 && tasks[at - 1].run.first > task.run.first; at--)
            tasks[at] = tasks[at - 1];
        tasks[at] = task;
    }
}

/* Builds the top, then the subtrees in parallel, as bvh8_build.c does. Their nodes replace the
 * codes. */
static void build_code_nodes(code_builder *b, uint32_t count, const carom_task_hook *tasks) {
    bvh8_nodes *nodes = &b->nodes;
    bvh8_subtree top = {0};
    uint32_t part = count / TOP_CODES_PART;
    code_limit limit = {part > TOP_CODES ? part : TOP_CODES, TOP_CODE_NODES};
    grow_code_tree(b, &top, (code_run){0, count}, limit);
    nodes->top_count = top.count;
    sort_code_tasks(b->deferred, nodes->subtree_count);
    for (uint32_t i = 0; i < nodes->subtree_count; i++) {
        const code_task *task = &b->deferred[i];
        uint32_t at = top.count + task->run.first / NODE_CODES;
        nodes->subtrees[i] = (bvh8_subtree){at, 0, task->parent, task->slot, 0};
    }
    carom_run_chunks(tasks, grow_code_trees, b, (task_share){nodes->subtree_count, 1});
    carom_bvh8_nodes_link(nodes);
}

/* Sorts the codes and builds the nodes over them, in memory that is given: the nodes take the array
 * that the sort left spare. */
static void build_by_codes(code_builder *b, radix_item *items[2], bvh8_tree *tree,
                           const bvh8_source *source) {
    const task_share share = {source->count, CODE_GRAIN};
    code_job job = {items[0], items[0], source, tree, b->nodes.items};
    carom_run_chunks(source->tasks, fill_codes, &job, share);
    b->sorted = job.sorted = carom_radix_sort_on(source->tasks, items[0], items[1], source->count);
    carom_run_chunks(source->tasks, store_code_order, &job, share);
    const int spare = b->sorted == items[0];
    b->nodes.children = (bvh8_children *)(void *)items[spare];
    items[spare] = NULL;
    build_code_nodes(b, source->count, source->tasks);
}

carom_status carom_bvh8_build_fast(bvh8_nodes *nodes, bvh8_tree *tree, const bvh8_source *source,
                                   const carom_allocator *allocator) {
    uint32_t count = source->count;
    code_builder b = {NULL, {0}, NULL};
    const size_t extra = (TOP_CODE_NODES + 1) * NODE_CODES;
    radix_item *items[2];
    for (int i = 0; i < 2; i++)
        items[i] = carom_alloc(allocator, count + extra, sizeof *items[i]);
    b.deferred = carom_alloc(allocator, (BVH8_WIDTH - 1) * TOP_CODE_NODES + 1, sizeof *b.deferred);
    bool done = items[0] && items[1] && b.deferred &&
                carom_bvh8_nodes_start(&b.nodes, count, TOP_CODE_NODES, allocator);
    if (done && count > 0) build_by_codes(&b, items, tree, source);
    carom_free(allocator, b.deferred);
    for (int i = 0; i < 2; i++)
        carom_free(allocator, items[i]);
    if (done) *nodes = b.nodes;
    return done ? CAROM_OK : CAROM_ERROR_MEMORY;
}
