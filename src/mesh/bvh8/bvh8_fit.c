/* Refit of the BVH8, bottom up [Bergen97]: nodes come before their descendants, so one pass from
 * the last to the first fits every box around its content. Boxes contain their triangles whatever
 * the rounding; subtrees are fitted in parallel, with the same bits for any number of threads. It
 * saves a build when vertices move, and bounds the nodes of the fast and of the compact build. */
#include "mesh/bvh8/bvh8_fit.h"

#include "simd/simd.h"
#include "core/tasks.h"
#include "mesh/bvh8/compact_node.h"
#include "mesh/bvh8/bvh8_frame.h"

/* ---- boxes */

/* Bounds one component of a leaf: rows of the three corners, n numbers each, 3 n apart. */
static void fit_leaf_axis(bvh8_box *box, const bvh8_tree *tree, const carom_real *row, int axis,
                          bvh8_leaf leaf) {
    const bvh8_frame *frame = &tree->frame;
    const size_t n = bvh8_row_step(tree, leaf);
    carom_real low = row[0], high = row[0];
    for (uint32_t corner = 0; corner < 3; corner++, row += 3 * n)
        for (uint32_t i = 0; i < leaf.count; i++) {
            low = row[i] < low ? row[i] : low;
            high = row[i] > high ? row[i] : high;
        }
    double center = axis3(frame->center, axis);
    box->low[axis] = carom_bvh8_outward((double)low * frame->scale - center);
    box->high[axis] = -carom_bvh8_outward(-((double)high * frame->scale - center));
}

static bvh8_box box_of_bvh8_leaf(const bvh8_tree *tree, bvh8_leaf leaf) {
    bvh8_row_scratch scratch;
    const carom_real *rows = bvh8_rows(tree, leaf, &scratch);
    bvh8_box box;
    for (uint32_t axis = 0; axis < 3; axis++)
        fit_leaf_axis(&box, tree, rows + axis * bvh8_row_step(tree, leaf), (int)axis, leaf);
    return box;
}

static bvh8_box box_of_bvh8_node(const bvh8_node *node) {
    bvh8_box box;
    for (int k = 0; k < 3; k++) {
        float low = FLT_MAX, high = -FLT_MAX;
        for (int i = 0; i < BVH8_WIDTH; i++) {
            low = node->low[k][i] < low ? node->low[k][i] : low;
            high = node->high[k][i] > high ? node->high[k][i] : high;
        }
        box.low[k] = low;
        box.high[k] = high;
    }
    return box;
}

/* The smallest box for a child. */
static bvh8_box fitted_to_child(const bvh8_tree *tree, uint32_t child) {
    static const bvh8_box empty = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    bvh8_node scratch;
    if (child == BVH8_NONE) return empty;
    if (bvh8_is_leaf(child)) return box_of_bvh8_leaf(tree, bvh8_leaf_of(child));
    return box_of_bvh8_node(bvh8_node_at(tree, child, &scratch));
}

static void fit_compact(bvh8_tree *tree) {
    for (uint32_t index = tree->node_count; index-- > 0;) {
        bvh8_box boxes[BVH8_WIDTH];
        for (uint32_t i = 0; i < BVH8_WIDTH; i++)
            boxes[i] = fitted_to_child(tree, bvh8_child_at(tree, index, i));
        carom_compact_pack(&tree->compact[index], boxes);
    }
}

/* The least of each of three rows; of the negated rows with `negate`. */
static f4 least_of_rows(const float row[3][BVH8_WIDTH], bool negate) {
    f4 of[4];
    for (int k = 0; k < 3; k++) {
        f4 low = f4_load(row[k]), high = f4_load(row[k] + 4);
        of[k] = negate ? f4_neg(f4_max(low, high)) : f4_min(low, high);
    }
    of[3] = of[2];
    f4_transpose(of);
    return f4_min(f4_min(of[0], of[1]), f4_min(of[2], of[3]));
}

static void fit_inner_node(bvh8_tree *tree, uint32_t index) {
    bvh8_node *node = &tree->nodes[index];
    for (int i = 0; i < BVH8_WIDTH; i++) {
        if (node->child[i] >= BVH8_NONE) continue;
        const bvh8_node *child = &tree->nodes[node->child[i]];
        float low[4], neg_high[4];
        f4_store(low, least_of_rows(child->low, false));
        f4_store(neg_high, least_of_rows(child->high, true));
        for (int k = 0; k < 3; k++) {
            node->low[k][i] = low[k];
            node->high[k][i] = -neg_high[k];
        }
    }
}

void carom_bvh8_fit_nodes(bvh8_tree *tree, uint32_t first, uint32_t end) {
    while (end-- > first)
        fit_inner_node(tree, end);
}

/* ---- subtrees, in parallel */

/* Nodes above the subtrees; and a number of nodes below which one thread is as fast. */
#define FIT_TOP 64
#define FIT_SERIAL 2048

typedef struct fit_job {
    bvh8_tree *tree;
    uint32_t top_count, root_count;
    uint32_t top[FIT_TOP], roots[(BVH8_WIDTH - 1) * FIT_TOP + 1];
} fit_job;

/* Chooses the roots of subtrees, breadth first: the nodes above them are in `top`, parents before
 * children. */
static void choose_fit_roots(fit_job *job) {
    uint32_t queue[BVH8_WIDTH * FIT_TOP + 1], first = 0, count = 0;
    queue[count++] = 0;
    for (; first < count && job->top_count < FIT_TOP; first++) {
        const bvh8_node *node = &job->tree->nodes[queue[first]];
        job->top[job->top_count++] = queue[first];
        for (int i = 0; i < BVH8_WIDTH; i++)
            if (node->child[i] < BVH8_NONE) queue[count++] = node->child[i];
    }
    while (first < count)
        job->roots[job->root_count++] = queue[first++];
}

typedef struct fit_step {
    uint32_t index;
    int slot; /* the next child to descend into */
} fit_step;

static void fit_subtree(bvh8_tree *tree, uint32_t root) {
    fit_step stack[BVH8_STACK];
    int top = 0;
    stack[top++] = (fit_step){root, 0};
    while (top > 0) {
        fit_step *at = &stack[top - 1];
        const bvh8_node *node = &tree->nodes[at->index];
        while (at->slot < BVH8_WIDTH && node->child[at->slot] >= BVH8_NONE)
            at->slot++;
        if (at->slot < BVH8_WIDTH) {
            stack[top++] = (fit_step){node->child[at->slot++], 0};
        } else {
            fit_inner_node(tree, at->index);
            top--;
        }
    }
}

static void fit_subtrees(void *data, size_t i, size_t last) {
    const fit_job *job = data;
    for (; i < last; i++)
        fit_subtree(job->tree, job->roots[i]);
}

static void fit_inner(bvh8_tree *tree, const carom_task_hook *tasks) {
    fit_job job = {.tree = tree};
    if (!tasks || !tasks->begin || tree->node_count < FIT_SERIAL) {
        carom_bvh8_fit_nodes(tree, 0, tree->node_count);
        return;
    }
    choose_fit_roots(&job);
    carom_run_chunks(tasks, fit_subtrees, &job, (task_share){job.root_count, 1});
    for (uint32_t rest = job.top_count; rest-- > 0;)
        fit_inner_node(tree, job.top[rest]);
}

void carom_bvh8_fit(bvh8_tree *tree, const carom_task_hook *tasks) {
    if (tree->compact)
        fit_compact(tree);
    else
        fit_inner(tree, tasks);
}

static bool fitted_box_holds(const bvh8_box *box, const bvh8_box *least, bool none) {
    for (int k = 0; k < 3; k++) {
        float low = box->low[k], high = box->high[k];
        bool holds = none ? low == FLT_MAX && high == -FLT_MAX
                          : low <= least->low[k] && high >= least->high[k] && low >= -FRAME_LIMIT &&
                                high <= FRAME_LIMIT;
        if (!holds) return false;
    }
    return true;
}

bvh8_box carom_bvh8_root_box(const bvh8_tree *tree) {
    return fitted_to_child(tree, 0);
}

bool carom_bvh8_boxes_hold(const bvh8_tree *tree) {
    for (uint32_t index = 0; index < tree->node_count; index++)
        for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
            uint32_t child = bvh8_child_at(tree, index, i);
            bvh8_box box = bvh8_box_at(tree, index, i), least = fitted_to_child(tree, child);
            if (!fitted_box_holds(&box, &least, child == BVH8_NONE)) return false;
        }
    return true;
}
