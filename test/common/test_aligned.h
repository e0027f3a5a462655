/* Blocks aligned to 64 bytes, as carom_allocator promises them, where C11's aligned_alloc is
 * missing, too. */
#ifndef CAROM_TEST_ALIGNED_H
#define CAROM_TEST_ALIGNED_H

#include <stdlib.h>
#ifdef _WIN32
#include <malloc.h>
#endif

static inline void *aligned_block(size_t size) {
#ifdef _WIN32
    return _aligned_malloc(size, 64);
#else
    return aligned_alloc(64, (size + 63) / 64 * 64);
#endif
}
static inline void aligned_free(void *block) {
#ifdef _WIN32
    _aligned_free(block);
#else
    free(block);
#endif
}

#endif
