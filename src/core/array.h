/* Dynamic arrays of elements of any size. */
#ifndef CAROM_CORE_ARRAY_H
#define CAROM_CORE_ARRAY_H

#include "core/alloc.h"

/** A zeroed array is empty. The first `count` elements are kept when it grows. */
typedef struct grown_array {
    void *data;
    size_t count, capacity;
} grown_array;

/** Ensures capacity for `wanted` elements of `size` bytes; grows by at least half. Nothing is
 * changed on failure. */
carom_status carom_array_reserve(grown_array *array, size_t wanted, size_t size,
                                 const carom_allocator *allocator);
void carom_array_release(grown_array *array, const carom_allocator *allocator);

#endif
