/* Stable radix sort of 32-bit keys with a 32-bit payload. */
#ifndef CAROM_CORE_RADIX_H
#define CAROM_CORE_RADIX_H

#include "core/tasks.h"

typedef struct radix_item {
    uint32_t key, value;
} radix_item;

/** Sorts `items` by key, stably; `scratch` holds as many. @cost three passes of 11 bits, without
 * those in which all keys agree */
void carom_radix_sort(radix_item *items, radix_item *scratch, size_t count);

/** The same on the hook's threads; a null hook has none. @return the array, of the two, that holds
 * the sorted items */
radix_item *carom_radix_sort_on(const carom_task_hook *tasks, radix_item *items,
                                radix_item *scratch, size_t count);

/** A key whose order is that of the floats, negative ones included; not for NaN. -0 equals 0. */
static inline uint32_t radix_key(float value) {
    union {
        float number;
        uint32_t bits;
    } view = {.number = value + 0.0f};
    uint32_t mask = (uint32_t) - (int32_t)(view.bits >> 31) | 0x80000000u;
    return view.bits ^ mask;
}

#endif
