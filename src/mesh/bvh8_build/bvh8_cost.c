/* The cost of a tree by the surface area heuristic [MacDonald90]: a ray that meets the root's box
 * meets a box inside with the probability surface / root surface. A refitted tree is as bad as its
 * cost has grown [Wald07]. The sum has the same bits for any number of threads. */
#include "mesh/bvh8_build/bvh8_cost.h"

#include "core/tasks.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8_build/tolerances.h"

/* Nodes below which one thread is as fast. */
#define COST_SERIAL 2048

static double half_area_of(const float low[3], const float high[3]) {
    double x = (double)high[0] - (double)low[0], y = (double)high[1] - (double)low[1];
    double z = (double)high[2] - (double)low[2];
    return x * y + y * z + z * x;
}

typedef struct cost_job {
    const bvh8_tree *tree;
    double sum[TASK_PIECES];
} cost_job;

static void add_costs(void *data, size_t piece, size_t index, size_t last) {
    cost_job *job = data;
    double sum = 0.0; /* local, as the job's cache lines are shared by all threads */
    for (; index < last; index++)
        for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
            uint32_t child = bvh8_child_at(job->tree, (uint32_t)index, i);
            if (child == BVH8_NONE) continue;
            bvh8_box box = bvh8_box_at(job->tree, (uint32_t)index, i);
            double each = 1.0;
            if (bvh8_is_leaf(child))
                each = LEAF_TEST_COST + TRIANGLE_TEST_COST * bvh8_leaf_of(child).count;
            sum += half_area_of(box.low, box.high) * each;
        }
    job->sum[piece] = sum;
}

double carom_bvh8_cost(const bvh8_tree *tree, const carom_task_hook *tasks) {
    if (tree->node_count == 0) return 0.0;
    bvh8_box all = carom_bvh8_root_box(tree);
    double whole = half_area_of(all.low, all.high), sum = whole;
    cost_job job = {.tree = tree};
    bool is_small = tree->node_count < COST_SERIAL;
    carom_run_pieces(is_small ? NULL : tasks, add_costs, &job, tree->node_count);
    for (int i = 0; i < TASK_PIECES; i++)
        sum += job.sum[i];
    return whole > 0.0 ? sum / whole : 1.0;
}
