/* The fast build [Lauterbach09]: triangles sorted by the codes of their centres along Morton's
 * curve; a run is cut where the highest bit changes in which its codes differ, or halved where they
 * are all the same, the longest run first, until a node has eight. Boxes follow from the leaves up.
 * Depth is bounded by the bits of a code and the halvings of a run. */
#include <string.h>

#include "core/radix.h"
#include "core/tasks.h"
#include "mesh/wide_build.h"

#define CODE_BITS 10 /* of each axis */
/* Triangles that are worth waking a thread for. */
#define CODE_GRAIN 8192

typedef struct code_run {
    uint32_t first, count;
} code_run;

typedef struct code_task {
    code_run run;
    uint32_t parent, slot;
} code_task;

typedef struct code_builder {
    radix_item *items; /* a code, and whose it is */
    wide_nodes nodes;
} code_builder;

/* ---- codes */

static uint32_t code_of_cell(uint32_t x) {
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

/* Of twice a box's centre, in [-2, 2] or near it: what rounding takes beyond goes into the last
 * cell. */
static uint32_t cell_of(double twice) {
    const double last = (double)((1 << CODE_BITS) - 1);
    double cell = (twice + 2.0) * (0.25 * (1 << CODE_BITS));
    return (uint32_t)(cell < last ? (cell > 0.0 ? cell : 0.0) : last);
}

static CAROM_INLINE double low_and_high(carom_real a, carom_real b, carom_real c) {
    carom_real low = a < b ? a : b, high = a < b ? b : a;
    low = low < c ? low : c;
    high = high < c ? c : high;
    return 0.5 * (double)low + 0.5 * (double)high;
}

typedef struct code_job {
    radix_item *items;
    const wide_source *source;
    wide_tree *tree;
} code_job;

static void fill_codes(void *data, size_t i, size_t last) {
    const code_job *job = data;
    const wide_frame *frame = &job->tree->frame;
    const carom_vec3 *vertices = job->source->vertices;
    double scale = 2.0 * frame->scale;
    vec3 center = scale3(frame->center, 2.0);
    const uint32_t *corner = job->source->indices + 3 * i;
    for (; i < last; i++, corner += 3) {
        carom_vec3 p = vertices[corner[0]], q = vertices[corner[1]], r = vertices[corner[2]];
        uint32_t x = cell_of(low_and_high(p.x, q.x, r.x) * scale - center.x);
        uint32_t y = cell_of(low_and_high(p.y, q.y, r.y) * scale - center.y);
        uint32_t z = cell_of(low_and_high(p.z, q.z, r.z) * scale - center.z);
        job->items[i] = (radix_item){code_of_cell(x) | code_of_cell(y) << 1 | code_of_cell(z) << 2,
                                     (uint32_t)i};
    }
}

static void tell_code_order(void *data, size_t i, size_t last) {
    const code_job *job = data;
    for (; i < last; i++)
        job->tree->order[i] = job->items[i].value;
}

/* ---- nodes */

/* Where the second part begins. */
static uint32_t cut_of_codes(const radix_item *items, code_run run) {
    uint32_t low = run.first, high = run.first + run.count - 1;
    uint32_t differ = items[low].key ^ items[high].key;
    if (differ == 0) return run.first + run.count / 2;
    while ((differ & (differ - 1)) != 0)
        differ &= differ - 1;
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

/* Depth first, so that children come after their parents. */
static void build_code_nodes(code_builder *b, uint32_t triangles) {
    code_task stack[WIDE_STACK];
    int top = 0;
    stack[top++] = (code_task){{0, triangles}, 0, WIDE};
    while (top > 0) {
        code_task task = stack[--top];
        code_run parts[WIDE];
        int count = open_codes(b->items, task.run, parts);
        uint32_t index = b->nodes.count;
        wide_node *node = &b->nodes.items[b->nodes.count++];
        if (task.slot < WIDE) b->nodes.items[task.parent].child[task.slot] = index;
        for (int i = 0; i < WIDE; i++)
            node->child[i] = WIDE_NONE;
        for (int i = count - 1; i >= 0; i--)
            if (parts[i].count > WIDE_LEAF)
                stack[top++] = (code_task){parts[i], index, (uint32_t)i};
            else
                node->child[i] = wide_child_of((wide_leaf){parts[i].first, parts[i].count});
    }
}

carom_status carom_wide_build_fast(wide_nodes *nodes, wide_tree *tree, const wide_source *source,
                                   const carom_allocator *allocator) {
    uint32_t count = source->count;
    code_builder b = {NULL, {NULL, 0}};
    b.nodes.items = carom_alloc(allocator, wide_most_nodes(count), sizeof(wide_node));
    b.items = carom_alloc(allocator, count, sizeof *b.items);
    radix_item *scratch = carom_alloc(allocator, count, sizeof *scratch);
    carom_status status = CAROM_ERROR_MEMORY;
    if (b.nodes.items && b.items && scratch) {
        const task_share share = {count, CODE_GRAIN};
        code_job job = {b.items, source, tree};
        carom_run_chunks(source->tasks, fill_codes, &job, share);
        carom_radix_sort(b.items, scratch, count);
        if (count > 0) build_code_nodes(&b, count);
        carom_run_chunks(source->tasks, tell_code_order, &job, share);
        status = CAROM_OK;
    }
    carom_free(allocator, scratch);
    carom_free(allocator, b.items);
    if (status == CAROM_OK)
        *nodes = b.nodes;
    else
        carom_free(allocator, b.nodes.items);
    return status;
}
