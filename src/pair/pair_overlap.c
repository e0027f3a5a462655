/* Contact of a pair: by the kernels for hulls, capsules and cylinders that were posed beforehand,
 * by the closed form in the table, or by what serves the class of the pair. */
#include "pair/pair_overlap.h"

#include "pair/engine.h"
#include "pair/flat_planes.h"
#include "pair/overlap_table.h"
#include "pair/paths.h"

bool carom_overlap_of_pair(const posed_pair *pair, convex_cache *cache) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    overlap_pair *closed = carom_overlap_table[a->kind][b->kind];
    if (closed) return closed(a, b);
    switch (class_of_pair(a->kind, b->kind)) {
    case PAIR_BOUNDED: return carom_engine_overlap(pair->a, pair->b, cache);
    case PAIR_FLAT: return carom_flat_overlap(a, b);
    default: return carom_paths_overlap(a, b);
    }
}

bool carom_pair_overlap(const carom_posed_shape *a, const carom_posed_shape *b) {
    return overlap_by_kernel(a, b, overlap_in_order);
}
