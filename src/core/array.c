/* Dynamic arrays. They only grow, by half each time: n appended elements are copied fewer than 3 n
 * times in total, and a steady state allocates nothing. */
#include "core/array.h"

#include <string.h>

/* Least capacity, in elements. */
#define CAPACITY_MIN 16

carom_status carom_array_reserve(grown_array *array, size_t wanted, size_t size,
                                 const carom_allocator *allocator) {
    if (wanted <= array->capacity) return CAROM_OK;
    size_t capacity = array->capacity + array->capacity / 2;
    if (capacity < wanted) capacity = wanted;
    if (capacity < CAPACITY_MIN) capacity = CAPACITY_MIN;
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
