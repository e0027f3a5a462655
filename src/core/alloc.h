/* Memory for builders: the caller's allocator, or malloc and free. */
#ifndef CAROM_CORE_ALLOC_H
#define CAROM_CORE_ALLOC_H

#include "core/internal.h"

/** @return count * size bytes aligned to 64, or null when they overflow or are not to be had. A
 * count of 0 gives one byte, so that null always means failure. */
void *carom_alloc(const carom_allocator *allocator, size_t count, size_t size);

/** Returns what carom_alloc gave; null is ignored. */
void carom_free(const carom_allocator *allocator, void *memory);

#endif
