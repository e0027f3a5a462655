/* Memory for builders: from the caller's allocator, or the C library's. */
#ifndef CAROM_CORE_ALLOC_H
#define CAROM_CORE_ALLOC_H

#include "core/internal.h"

/** @return count * size bytes aligned to 64, or null on overflow or lack of memory. A
 * count of 0 gives one byte, so that null always means failure. */
void *carom_alloc(const carom_allocator *allocator, size_t count, size_t size);

/** Frees a block of carom_alloc; null is ignored. */
void carom_free(const carom_allocator *allocator, void *memory);

#endif
