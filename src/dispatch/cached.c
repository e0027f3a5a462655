/* Queries with a cache of shapes that are placed for one call. */
#include "carom/cached.h"

#include "pair/pose/shape_pose.h"
#include "pair/pose/pair.h"

bool carom_overlap_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                          carom_pair_cache *cache) {
    carom_posed_shape placed[2];
    return carom_solids_frame(placed, a->shape, a->pose, b->shape, b->pose) &&
           carom_overlap_posed_cached(&placed[0], &placed[1], cache);
}

carom_closest_any carom_closest_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                                       carom_pair_cache *cache) {
    carom_posed_shape placed[2];
    if (!carom_shapes_frame(placed, a->shape, a->pose, b->shape, b->pose)) return closest_nowhere();
    return carom_closest_posed_cached(&placed[0], &placed[1], cache);
}

int32_t carom_contact_cached(const carom_placed_shape *a, const carom_placed_shape *b,
                             carom_contact_manifold *manifold, carom_pair_cache *cache) {
    carom_posed_shape placed[2];
    carom_shapes_frame(placed, a->shape, a->pose, b->shape, b->pose);
    return carom_contact_posed_cached(&placed[0], &placed[1], manifold, cache);
}
