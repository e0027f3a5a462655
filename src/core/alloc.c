/* The only place that calls malloc. Blocks are aligned to a cache line, so that tree nodes never
 * straddle two. */
#include "core/alloc.h"

#include <stdlib.h>

#define ALIGNMENT 64

void *carom_alloc(const carom_allocator *allocator, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size) return NULL;
    size_t bytes = count * size;
    if (bytes == 0) bytes = 1;
    if (allocator->alloc) return allocator->alloc(bytes, allocator->user);
    return aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

void carom_free(const carom_allocator *allocator, void *memory) {
    if (!memory) return;
    if (allocator->free)
        allocator->free(memory, allocator->user);
    else if (!allocator->alloc)
        free(memory);
}
