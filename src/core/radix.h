/* Stable radix sort of 32-bit keys with a 32-bit payload. */
#ifndef CAROM_CORE_RADIX_H
#define CAROM_CORE_RADIX_H

#include "core/tasks.h"

typedef struct radix_item {
    uint32_t key, value;
} radix_item;

/** Sorts by key; items of equal key keep their order. The sorted items are in `items`; `scratch`
 * holds as many. @cost three passes of 11 bits, those in which all keys agree left out. */
void carom_radix_sort(radix_item *items, radix_item *scratch, size_t count);

/** The same on the hook's threads; a null hook has none. @return which of the two arrays the sorted
 * items are in */
radix_item *carom_radix_sort_on(const carom_task_hook *tasks, radix_item *items,
                                radix_item *scratch, size_t count);

/** Ascending with the float, negative ones included; not for NaN. The two zeros are equal. */
static inline uint32_t radix_key(float value) {
    union {
        float number;
        uint32_t bits;
    } view = {.number = value + 0.0f};
    uint32_t mask = (uint32_t) - (int32_t)(view.bits >> 31) | 0x80000000u;
    return view.bits ^ mask;
}

#endif
