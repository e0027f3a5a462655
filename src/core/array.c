/* Arrays only grow, by half each time: so that n appended elements are copied fewer than 3 n times,
 * and what has run a while allocates no more. */
#include "core/array.h"

#include <string.h>

#define FEWEST 16

carom_status carom_array_reserve(grown_array *array, size_t wanted, size_t size,
                                 const carom_allocator *allocator) {
    if (wanted <= array->capacity) return CAROM_OK;
    size_t capacity = array->capacity + array->capacity / 2;
    if (capacity < wanted) capacity = wanted;
    if (capacity < FEWEST) capacity = FEWEST;
    void *fresh = carom_alloc(allocator, capacity, size);
    if (!fresh) return CAROM_ERROR_MEMORY;
    if (array->count > 0) memcpy(fresh, array->data, array->count * size);
    carom_free(allocator, array->data);
    array->data = fresh;
    array->capacity = capacity;
    return CAROM_OK;
}

void carom_array_release(grown_array *array, const carom_allocator *allocator) {
    carom_free(allocator, array->data);
    *array = (grown_array){NULL, 0, 0};
}
