/* From triangles to a wide tree: the frame, a box for each triangle rounded outwards, the build
 * over boxes, and the corners put where their leaves are. */
#include "mesh/bvh8/wide.h"

#include <string.h>

#include "mesh/bvh8_build/wide_compact.h"
#include "mesh/bvh8/wide_frame.h"
#include "mesh/bvh8/wide_memory.h"
#include "mesh/bvh8_build/wide_place.h"

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
