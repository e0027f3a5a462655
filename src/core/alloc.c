/* No algorithm of its own: the only file that allocates from the C library. Blocks are aligned to a
 * cache line, so that tree nodes never straddle two; large ones to huge pages, which Linux grants
 * on advice: traversals of large trees then miss the TLB less often, and the first touch of pages
 * costs less. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "core/alloc.h"

#include <stdlib.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#define ALIGNMENT 64                 /* bytes, a cache line */
#define LARGE_PAGE ((size_t)1 << 21) /* bytes, of x86-64 and most 64-bit ARM systems */
/* Smaller blocks hold no whole page; the last part of a page gets no advice. */
#define LARGE_BLOCK LARGE_PAGE

/* Windows has no aligned_alloc, and a function of its own that frees such blocks. */
static void *alloc_aligned(size_t alignment, size_t bytes) {
    bytes = (bytes + alignment - 1) / alignment * alignment;
#ifdef _WIN32
    return _aligned_malloc(bytes, alignment);
#else
    return aligned_alloc(alignment, bytes);
#endif
}

static void free_aligned(void *memory) {
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

static void *alloc_large(size_t bytes) {
    void *memory = alloc_aligned(LARGE_PAGE, bytes);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    /* only advice: the block is valid without */
    if (memory) (void)madvise(memory, bytes / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#endif
    return memory;
}

void *carom_alloc(const carom_allocator *allocator, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - LARGE_PAGE) / size) return NULL;
    size_t bytes = count * size;
    if (bytes == 0) bytes = 1;
    if (allocator->alloc) return allocator->alloc(bytes, allocator->user);
    if (bytes >= LARGE_BLOCK) return alloc_large(bytes);
    return alloc_aligned(ALIGNMENT, bytes);
}

void carom_free(const carom_allocator *allocator, void *memory) {
    if (!memory) return;
    if (allocator->free)
        allocator->free(memory, allocator->user);
    else if (!allocator->alloc)
        free_aligned(memory);
}
