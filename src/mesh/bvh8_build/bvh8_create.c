/* No algorithm of its own: the order in which a BVH8 is created: the frame, the build by SAH or by
 * Morton codes over outward rounded boxes of the triangles, and the corners in the order of their
 * leaves. On failure nothing stays allocated, and the tree has the same bits for any number of
 * threads. */
#include "mesh/bvh8/bvh8.h"

#include <string.h>

#include "mesh/bvh8_build/bvh8_compact.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "mesh/bvh8_build/bvh8_place.h"
#include "mesh/bvh8_build/build_morton.h"
#include "mesh/bvh8_build/bvh8_create.h"
#include "mesh/bvh8_build/bvh8_nodes.h"

carom_status carom_bvh8_keep(bvh8_tree *tree, bvh8_nodes *nodes, const bvh8_source *source,
                             const carom_allocator *allocator) {
    const bool once = tree->count == source->count; /* else the array is too large */
    bvh8_tree kept = *tree;
    kept.node_count = nodes->count;
    if (once) kept.corners = (carom_real *)nodes->items;
    carom_status status = carom_bvh8_allocate(&kept, false, allocator);
    if (status != CAROM_OK) return status;
    if (nodes->children) {
        carom_bvh8_place_and_fit(&kept, nodes, source);
    } else {
        carom_bvh8_nodes_join(nodes, kept.nodes, source->tasks);
        carom_bvh8_place(&kept, source, false);
        carom_bvh8_update_least(&kept, 0, kept.node_count);
    }
    if (once) nodes->items = NULL;
    size_t numbers = bvh8_corner_numbers(tree->count);
    memset(kept.corners + numbers - BVH8_LEAF, 0, BVH8_LEAF * sizeof(carom_real));
    *tree = kept;
    return CAROM_OK;
}

static carom_status build_tree(bvh8_tree *out, const bvh8_tree *start, const bvh8_source *source,
                               const carom_allocator *allocator) {
    bvh8_nodes nodes = {0};
    bvh8_tree tree = *start;
    carom_status status = source->fast ? carom_bvh8_build_fast(&nodes, &tree, source, allocator)
                                       : carom_bvh8_build(&nodes, &tree, source, allocator);
    if (status == CAROM_OK)
        status = source->compact ? carom_compact_keep(&tree, &nodes, source, allocator)
                                 : carom_bvh8_keep(&tree, &nodes, source, allocator);
    carom_bvh8_nodes_free(&nodes, allocator);
    if (status == CAROM_OK) *out = tree;
    return status;
}

carom_status carom_bvh8_create(bvh8_tree *out, const bvh8_source *source, const carom_aabb *bounds,
                               const carom_allocator *allocator) {
    uint32_t count = source->count;
    if (count >= BVH8_LARGEST) return CAROM_ERROR_LIMIT;
    bvh8_tree tree = {.count = count, .frame = carom_bvh8_frame(bounds, count)};
    tree.order = carom_alloc(allocator, count, sizeof(uint32_t));
    if (!tree.order) return CAROM_ERROR_MEMORY;
    carom_status status = build_tree(out, &tree, source, allocator);
    if (status != CAROM_OK) carom_free(allocator, tree.order);
    return status;
}
