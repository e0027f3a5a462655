/* A compound: its children in the order of the definition, posed once in its frame, and a BVH4 over
 * their boxes. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_DATA_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_DATA_H

#include "carom/compound.h"
#include "spatial/bvh/bvh4_visit.h"

struct carom_compound {
    carom_child *given;
    carom_posed_shape *children;
    carom_aabb *boxes; /* in the compound's frame */
    size_t count;
    bvh4_tree tree;
    carom_allocator allocator;
};

static inline bool is_compound(const carom_posed_shape *s) {
    return s->shape.kind == CAROM_SHAPE_COMPOUND;
}

static inline bool is_compound_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return is_compound(a) || is_compound(b);
}

#endif
