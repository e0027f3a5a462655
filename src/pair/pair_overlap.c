/* Contact of a pair: by the kernels for hulls, capsules and cylinders that were posed beforehand,
 * by the closed form in the table, or by what serves the class of the pair. */
#include "pair/pair_overlap.h"

#include "pair/solver/engine.h"
#include "pair/solver/plane_pairs.h"
#include "pair/overlap_table.h"
#include "pair/solver/line_pairs.h"

bool carom_overlap_of_pair(const posed_pair *pair, convex_cache *cache) {
    const carom_shape *a = &pair->a->shape, *b = &pair->b->shape;
    overlap_pair *closed = carom_overlap_table[a->kind][b->kind];
    if (closed) return closed(a, b);
    switch (class_of_pair(a->kind, b->kind)) {
    case PAIR_BOUNDED: return carom_engine_overlap(pair->a, pair->b, cache);
    case PAIR_PLANE: return carom_plane_pair_overlap(a, b);
    default: return carom_line_pair_overlap(a, b);
    }
}

bool carom_pair_overlap(const carom_posed_shape *a, const carom_posed_shape *b) {
    return overlap_by_kernel(a, b, overlap_in_order);
}
