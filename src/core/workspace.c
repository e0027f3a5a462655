/* Own method: blocks behind flags. A thread begins to look for a free one at a place that its stack
 * chooses, so that it mostly finds the one that it had last, in its cache. */
#include "core/workspace.h"

#include <stdatomic.h>
#include <stdint.h>

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORGET(block, bytes) __msan_allocated_memory(block, bytes)
#endif
#endif
#ifndef FORGET
#define FORGET(block, bytes) ((void)(bytes))
#endif

/* Stacks of threads begin at least so far apart. */
#define STACK_SHIFT 16

typedef struct slot_flag {
    _Alignas(64) atomic_bool taken; /* each in a cache line of its own */
} slot_flag;

static _Alignas(64) unsigned char surface_blocks[WORKSPACE_SLOTS][WORKSPACE_SURFACE_BYTES];
static _Alignas(64) unsigned char manifold_blocks[WORKSPACE_SLOTS][WORKSPACE_MANIFOLD_BYTES];
static _Alignas(64) unsigned char witness_blocks[WORKSPACE_SLOTS][WORKSPACE_WITNESS_BYTES];
static _Alignas(64) unsigned char convex_blocks[WORKSPACE_SLOTS][WORKSPACE_CONVEX_BYTES];
static slot_flag flags[WORKSPACE_LEVELS][WORKSPACE_SLOTS];

static const struct {
    unsigned char *first;
    size_t bytes;
} levels[WORKSPACE_LEVELS] = {{surface_blocks[0], WORKSPACE_SURFACE_BYTES},
                              {manifold_blocks[0], WORKSPACE_MANIFOLD_BYTES},
                              {witness_blocks[0], WORKSPACE_WITNESS_BYTES},
                              {convex_blocks[0], WORKSPACE_CONVEX_BYTES}};

void *carom_workspace_take(workspace_level level) {
    const char here = 0;
    const uint64_t stack = (uint64_t)(uintptr_t)&here >> STACK_SHIFT;
    size_t at = (size_t)((stack * 0x9e3779b97f4a7c15u) >> 32) % WORKSPACE_SLOTS;
    while (atomic_exchange_explicit(&flags[level][at].taken, true, memory_order_acquire))
        at = (at + 1) % WORKSPACE_SLOTS;
    unsigned char *block = levels[level].first + at * levels[level].bytes;
    FORGET(block, levels[level].bytes);
    return block;
}

void carom_workspace_give(workspace_level level, void *block) {
    const size_t at = (size_t)((unsigned char *)block - levels[level].first) / levels[level].bytes;
    atomic_store_explicit(&flags[level][at].taken, false, memory_order_release);
}
