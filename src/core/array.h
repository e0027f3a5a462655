/* Arrays that grow. */
#ifndef CAROM_CORE_ARRAY_H
#define CAROM_CORE_ARRAY_H

#include "core/alloc.h"

/** `count` elements are kept when it grows. Zeroed it is empty. */
typedef struct grown_array {
    void *data;
    size_t count, capacity;
} grown_array;

/** Room for `wanted` elements of `size` bytes, by half as many as there are or more. Nothing is
 * changed on failure. */
carom_status carom_array_reserve(grown_array *array, size_t wanted, size_t size,
                                 const carom_allocator *allocator);
void carom_array_release(grown_array *array, const carom_allocator *allocator);

#endif
