/* From triangles to a wide tree: the frame, a box for each triangle rounded outwards, the build
 * over boxes, and the corners put where their leaves are. */
#include "mesh/wide.h"

#include <string.h>

#include "core/tasks.h"
#include "mesh/corner_box.h"
#include "mesh/refit.h"
#include "mesh/wide_build.h"
#include "mesh/wide_compact.h"
#include "query/raycast/path.h"

/* Scaled before they are subtracted, so that nothing overflows. */
static wide_frame frame_of(vec3 low, vec3 high) {
    double largest = max2(max_abs3(low), max_abs3(high));
    double power = largest > 0.0 ? taming_power(largest) : 1.0;
    vec3 a = scale3(low, power), b = scale3(high, power);
    vec3 size = sub3(b, a);
    double width = max2(max_abs3(size), 1e-12);
    double scale = power * taming_power(0.5 * width);
    if (!finite1(scale)) scale = power;
    vec3 center = scale3(add3(scale3(low, scale), scale3(high, scale)), 0.5);
    wide_frame frame = {center, scale, 1.0 / scale, 0.0F, -1.0F};
    if (!(scale >= 1.0 / (double)NEAR_SIZE && scale <= (double)NEAR_SIZE)) return frame;
    frame.float_scale = (float)scale;
    frame.near_start = (float)NEAR_START;
    return frame;
}

/* Bounds are found in so many pieces, by all threads. */
#define BOUND_PIECES 64

typedef struct bound_job {
    const wide_source *source;
    carom_aabb piece[BOUND_PIECES];
    uint32_t length;
} bound_job;

static void bound_corners(void *data, size_t at, size_t last) {
    bound_job *job = data;
    const wide_source *source = job->source;
    for (; at < last; at++) {
        size_t first = at * job->length, end = first + job->length;
        if (end > source->count) end = source->count;
        const uint32_t *corner = source->indices + 3 * first;
        corner_box box = corner_box_of(source->vertices, corner);
        for (const uint32_t *stop = source->indices + 3 * end; (corner += 3) < stop;)
            grow_corner_box(&box, source->vertices, corner);
        job->piece[at] = (carom_aabb){real4_point(box.low), real4_point(box.high)};
    }
}

/* What is equal stays as it is in the first. */
static carom_aabb join_bounds(carom_aabb a, carom_aabb b) {
    real4 low = real4_min(real4_load3(&b.min), real4_load3(&a.min));
    real4 high = real4_max(real4_load3(&b.max), real4_load3(&a.max));
    return (carom_aabb){real4_point(low), real4_point(high)};
}

carom_aabb carom_wide_bounds(const wide_source *source) {
    static const carom_aabb none;
    if (source->count == 0) return none;
    bound_job job = {.source = source, .length = source->count / BOUND_PIECES + 1};
    uint32_t pieces = (source->count + job.length - 1) / job.length;
    carom_run_chunks(source->tasks, bound_corners, &job, (task_share){pieces, 8});
    carom_aabb all = job.piece[0];
    for (uint32_t i = 1; i < pieces; i++)
        all = join_bounds(all, job.piece[i]);
    return all;
}

wide_frame carom_wide_frame(const carom_aabb *bounds, uint32_t count) {
    if (count == 0) return (wide_frame){{0, 0, 0}, 1.0, 1.0, 1.0F, (float)NEAR_START};
    return frame_of(load3(bounds->min), load3(bounds->max));
}

float carom_wide_outward(double x) {
    return (float)(x - (fabs(x) * OUTWARD + OUTWARD_LEAST));
}

/* ---- the arrays */

wide_parts carom_wide_parts(const wide_tree *tree, bool compact) {
    size_t count = tree->count, nodes = tree->node_count, vertices = tree->vertex_count;
    if (compact)
        return (wide_parts){
            {tree->order, tree->place, tree->compact, tree->corner, tree->vertices, tree->given},
            {count * sizeof(uint32_t), count * sizeof(uint32_t), nodes * sizeof(compact_node),
             3 * count * sizeof(uint32_t), (vertices + 1) * sizeof(carom_vec3),
             vertices * sizeof(uint32_t)},
            6};
    return (wide_parts){{tree->order, tree->place, tree->nodes, tree->corners, tree->slots},
                        {count * sizeof(uint32_t), count * sizeof(uint32_t),
                         nodes * sizeof(wide_node),
                         wide_corner_numbers(tree->count) * sizeof(carom_real), count},
                        5};
}

void carom_wide_set_parts(wide_tree *tree, const wide_parts *parts, bool compact) {
    tree->order = parts->array[0];
    tree->place = parts->array[1];
    if (compact) {
        tree->compact = parts->array[2];
        tree->corner = parts->array[3];
        tree->vertices = parts->array[4];
        tree->given = parts->array[5];
    } else {
        tree->nodes = parts->array[2];
        tree->corners = parts->array[3];
        tree->slots = parts->array[4];
    }
}

carom_status carom_wide_allocate(wide_tree *tree, bool compact, const carom_allocator *allocator) {
    wide_parts parts = carom_wide_parts(tree, compact), made = {.count = parts.count};
    bool done = true;
    for (int i = 0; i < parts.count; i++) {
        if (parts.array[i]) continue;
        parts.array[i] = made.array[i] = carom_alloc(allocator, parts.size[i], 1);
        done &= made.array[i] != NULL;
    }
    for (int i = 0; !done && i < made.count; i++)
        carom_free(allocator, made.array[i]);
    if (done) carom_wide_set_parts(tree, &parts, compact);
    return done ? CAROM_OK : CAROM_ERROR_MEMORY;
}

void carom_wide_destroy(wide_tree *tree, const carom_allocator *allocator) {
    wide_parts parts = carom_wide_parts(tree, tree->compact != NULL);
    for (int i = 0; i < parts.count; i++)
        carom_free(allocator, parts.array[i]);
    memset(tree, 0, sizeof *tree);
}

/* ---- the whole */

carom_status carom_wide_keep(wide_tree *tree, wide_nodes *nodes, const wide_source *source,
                             const carom_allocator *allocator) {
    const bool once = tree->count == source->count; /* else there is more room than is needed */
    wide_tree kept = *tree;
    kept.node_count = nodes->count;
    if (once) kept.corners = (carom_real *)nodes->items;
    carom_status status = carom_wide_allocate(&kept, false, allocator);
    if (status != CAROM_OK) return status;
    if (nodes->children) {
        carom_wide_place_and_fit(&kept, nodes, source);
    } else {
        carom_wide_nodes_join(nodes, kept.nodes, source->tasks);
        carom_wide_place(&kept, source, false);
        carom_wide_tell_least(&kept, 0, kept.node_count);
    }
    if (once) nodes->items = NULL;
    size_t numbers = wide_corner_numbers(tree->count);
    memset(kept.corners + numbers - WIDE_LEAF, 0, WIDE_LEAF * sizeof(carom_real));
    *tree = kept;
    return CAROM_OK;
}

static carom_status build_tree(wide_tree *out, const wide_tree *start, const wide_source *source,
                               const carom_allocator *allocator) {
    wide_nodes nodes = {0};
    wide_tree tree = *start;
    carom_status status = source->fast ? carom_wide_build_fast(&nodes, &tree, source, allocator)
                                       : carom_wide_build(&nodes, &tree, source, allocator);
    if (status == CAROM_OK)
        status = source->compact ? carom_compact_keep(&tree, &nodes, source, allocator)
                                 : carom_wide_keep(&tree, &nodes, source, allocator);
    carom_wide_nodes_free(&nodes, allocator);
    if (status == CAROM_OK) *out = tree;
    return status;
}

carom_status carom_wide_create(wide_tree *out, const wide_source *source, const carom_aabb *bounds,
                               const carom_allocator *allocator) {
    uint32_t count = source->count;
    if (count >= WIDE_LARGEST) return CAROM_ERROR_LIMIT;
    wide_tree tree = {.count = count, .frame = carom_wide_frame(bounds, count)};
    tree.order = carom_alloc(allocator, count, sizeof(uint32_t));
    if (!tree.order) return CAROM_ERROR_MEMORY;
    carom_status status = build_tree(out, &tree, source, allocator);
    if (status != CAROM_OK) carom_free(allocator, tree.order);
    return status;
}
