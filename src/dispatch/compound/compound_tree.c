/* The tree of implicit children: runs of consecutive places are its leaves, and over the boxes of
 * these stands a BVH4 by the surface-area heuristic [Wald07]. With eight points to a leaf the tree
 * takes five bytes a point, with one it would take forty. */
#include "dispatch/compound/compound_tree.h"

#include <string.h>

#include "spatial/bvh/bvh4_sah.h"

carom_compound *carom_compound_start(compound_form form, const carom_allocator *allocator) {
    carom_compound *c = carom_alloc(allocator, 1, sizeof *c);
    if (!c) return NULL;
    memset(c, 0, sizeof *c);
    c->form = form;
    c->allocator = *allocator;
    return c;
}

static carom_aabb leaf_box(const carom_compound *c, size_t first) {
    const size_t last = first + leaf_children(c) < c->count ? first + leaf_children(c) : c->count;
    carom_aabb all = place_box(c, (uint32_t)first);
    for (size_t i = first + 1; i < last; i++) {
        const carom_aabb box = place_box(c, (uint32_t)i);
        box_grow(&all, &box);
    }
    return all;
}

carom_status carom_compound_grow_tree(carom_compound *c) {
    const size_t each = leaf_children(c), leaves = (c->count + each - 1) / each;
    carom_aabb *boxes = carom_alloc(&c->allocator, leaves, sizeof *boxes);
    uint32_t *ids = carom_alloc(&c->allocator, leaves, sizeof *ids);
    carom_status status = boxes && ids ? CAROM_OK : CAROM_ERROR_MEMORY;
    for (size_t i = 0; status == CAROM_OK && i < leaves; i++) {
        boxes[i] = leaf_box(c, i * each);
        ids[i] = (uint32_t)i;
    }
    if (status == CAROM_OK)
        status = carom_bvh4_sah(&c->tree, boxes, ids, (uint32_t)leaves, &c->allocator);
    carom_free(&c->allocator, boxes);
    carom_free(&c->allocator, ids);
    return status;
}
