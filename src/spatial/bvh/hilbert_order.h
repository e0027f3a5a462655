/* Sorts boxes along a Hilbert curve: boxes that are near in the order are near in space. */
#ifndef CAROM_SPATIAL_BVH_HILBERT_ORDER_H
#define CAROM_SPATIAL_BVH_HILBERT_ORDER_H

#include "spatial/space.h"

/* A key holds the position on the curve and, in the low bits, the id, so that equal positions are
 * ordered by id. */
#define CURVE_ID_BITS 31

static inline uint32_t curve_id(uint64_t key) {
    return (uint32_t)(key & ((1u << CURVE_ID_BITS) - 1));
}

/** Keys of the `count` boxes in use, sorted by the position of their centres on the curve; the
 * caller frees them. Null when memory fails. @cost linear in the number of boxes */
uint64_t *carom_curve_sort(const carom_space *space, uint32_t count);

#endif
