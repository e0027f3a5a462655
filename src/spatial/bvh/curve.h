/* The order of boxes along a curve that fills space: what is near in the order is near in space. */
#ifndef CAROM_SPATIAL_BVH_CURVE_H
#define CAROM_SPATIAL_BVH_CURVE_H

#include "spatial/space.h"

/* A key: the place on the curve and below it the id, so that equal places are ordered by id. */
#define CURVE_ID_BITS 31

static inline uint32_t curve_id(uint64_t key) {
    return (uint32_t)(key & ((1u << CURVE_ID_BITS) - 1));
}

/** Keys of the `count` boxes in use, in the order of the curve by their centres; to be freed by the
 * caller. Null when memory fails. @cost linear in the number of boxes */
uint64_t *carom_curve_sort(const carom_space *space, uint32_t count);

#endif
