/* New corners in an old tree. Nodes come before those below them, so one pass from the last to the
 * first fits every box round what is in it; the frame moves with the bounds. The tree's shape
 * stays, so it gets worse as triangles part that share a leaf: the cost by areas [Wald07], over
 * what it was after the build, tells how much. */
#include "mesh/refit.h"

/* ---- boxes */

typedef struct fitted_box {
    float low[3], high[3];
} fitted_box;

/* Rows of one component of the three corners: n numbers each, 3 n apart. */
static void fit_leaf_axis(fitted_box *box, const wide_frame *frame, const carom_real *row, int axis,
                          uint32_t n) {
    carom_real low = row[0], high = row[0];
    for (uint32_t corner = 0; corner < 3; corner++, row += 3 * n)
        for (uint32_t i = 0; i < n; i++) {
            low = row[i] < low ? row[i] : low;
            high = row[i] > high ? row[i] : high;
        }
    double center = axis3(frame->center, axis);
    box->low[axis] = carom_wide_outward((double)low * frame->scale - center);
    box->high[axis] = -carom_wide_outward(-((double)high * frame->scale - center));
}

static fitted_box box_of_wide_leaf(const wide_tree *tree, wide_leaf leaf) {
    const carom_real *rows = wide_rows(tree, leaf);
    fitted_box box;
    for (uint32_t axis = 0; axis < 3; axis++)
        fit_leaf_axis(&box, &tree->frame, rows + axis * leaf.count, (int)axis, leaf.count);
    return box;
}

static fitted_box box_of_wide_node(const wide_node *node) {
    fitted_box box;
    for (int k = 0; k < 3; k++) {
        float low = FLT_MAX, high = -FLT_MAX;
        for (int i = 0; i < WIDE; i++) {
            low = node->low[k][i] < low ? node->low[k][i] : low;
            high = node->high[k][i] > high ? node->high[k][i] : high;
        }
        box.low[k] = low;
        box.high[k] = high;
    }
    return box;
}

void carom_wide_fit(wide_tree *tree) {
    static const fitted_box empty = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (uint32_t index = tree->node_count; index-- > 0;) {
        wide_node *node = &tree->nodes[index];
        for (int i = 0; i < WIDE; i++) {
            uint32_t child = node->child[i];
            fitted_box box = child == WIDE_NONE    ? empty
                             : wide_is_leaf(child) ? box_of_wide_leaf(tree, wide_leaf_of(child))
                                                   : box_of_wide_node(&tree->nodes[child]);
            for (int k = 0; k < 3; k++) {
                node->low[k][i] = box.low[k];
                node->high[k][i] = box.high[k];
            }
        }
    }
}

/* What a correct frame makes of corners is well within. */
#define FRAME_LIMIT 8.0F

bool carom_wide_boxes_hold(const wide_tree *tree) {
    for (uint32_t index = 0; index < tree->node_count; index++) {
        const wide_node *node = &tree->nodes[index];
        for (int i = 0; i < WIDE; i++) {
            uint32_t child = node->child[i];
            bool none = child == WIDE_NONE;
            fitted_box box = {{0}, {0}};
            if (!none)
                box = wide_is_leaf(child) ? box_of_wide_leaf(tree, wide_leaf_of(child))
                                          : box_of_wide_node(&tree->nodes[child]);
            for (int k = 0; k < 3; k++) {
                float low = node->low[k][i], high = node->high[k][i];
                bool holds = none ? low == FLT_MAX && high == -FLT_MAX
                                  : low <= box.low[k] && high >= box.high[k] &&
                                        low >= -FRAME_LIMIT && high <= FRAME_LIMIT;
                if (!holds) return false;
            }
        }
    }
    return true;
}

/* ---- cost */

/* What a triangle costs, in tests of a node's eight boxes. */
#define TRIANGLE_COST 0.25

static double half_area_of(const float low[3], const float high[3]) {
    double x = (double)high[0] - (double)low[0], y = (double)high[1] - (double)low[1];
    double z = (double)high[2] - (double)low[2];
    return x * y + y * z + z * x;
}

double carom_wide_cost(const wide_tree *tree) {
    if (tree->node_count == 0) return 0.0;
    fitted_box all = box_of_wide_node(&tree->nodes[0]);
    double whole = half_area_of(all.low, all.high), sum = whole;
    for (uint32_t index = 0; index < tree->node_count; index++) {
        const wide_node *node = &tree->nodes[index];
        for (int i = 0; i < WIDE; i++) {
            uint32_t child = node->child[i];
            if (child == WIDE_NONE) continue;
            const float low[3] = {node->low[0][i], node->low[1][i], node->low[2][i]};
            const float high[3] = {node->high[0][i], node->high[1][i], node->high[2][i]};
            double each = wide_is_leaf(child) ? TRIANGLE_COST * wide_leaf_of(child).count : 1.0;
            sum += half_area_of(low, high) * each;
        }
    }
    return whole > 0.0 ? sum / whole : 1.0;
}

/* ---- meshes */

carom_status carom_mesh_refit(carom_mesh *mesh, const carom_mesh_def *def) {
    carom_status status = mesh ? carom_mesh_check_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    if (mesh->borrowed || def->triangle_count != mesh_count(mesh)) return CAROM_ERROR_ARGUMENT;
    const wide_source source = {def->vertices, def->indices, mesh_count(mesh), false, &def->tasks};
    carom_wide_destroy(&mesh->parts, &mesh->allocator);
    mesh->bounds = carom_wide_bounds(&source);
    mesh->wide.frame = carom_wide_frame(&mesh->bounds, source.count);
    carom_wide_place(&mesh->wide, &source);
    carom_wide_fit(&mesh->wide);
    mesh->cost = carom_wide_cost(&mesh->wide);
    return CAROM_OK;
}

carom_real carom_mesh_cost_ratio(const carom_mesh *mesh) {
    return mesh->built_cost > 0.0 ? (carom_real)(mesh->cost / mesh->built_cost) : 1;
}
