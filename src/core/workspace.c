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

#define LINE 64
/* A block is preceded by the line of cache that has its flag. */
#define BLOCK(bytes)                                                                               \
    struct {                                                                                       \
        _Alignas(LINE) atomic_bool taken;                                                          \
        _Alignas(LINE) unsigned char block[bytes];                                                 \
    }

static BLOCK(WORKSPACE_SURFACE_BYTES) surfaces[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_MANIFOLD_BYTES) manifolds[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_WITNESS_BYTES) witnesses[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_CONVEX_BYTES) convexes[WORKSPACE_SLOTS];

static const struct {
    unsigned char *first;
    size_t stride;
} levels[WORKSPACE_LEVELS] = {{surfaces[0].block, sizeof surfaces[0]},
                              {manifolds[0].block, sizeof manifolds[0]},
                              {witnesses[0].block, sizeof witnesses[0]},
                              {convexes[0].block, sizeof convexes[0]}};

static atomic_bool *flag_of(void *block) {
    return (void *)((unsigned char *)block - LINE);
}

void *carom_workspace_take(workspace_level level) {
    const char here = 0;
    const uint64_t stack = (uint64_t)(uintptr_t)&here >> STACK_SHIFT;
    size_t at = (size_t)((stack * 0x9e3779b97f4a7c15u) >> 32) % WORKSPACE_SLOTS;
    unsigned char *block = levels[level].first + at * levels[level].stride;
    while (atomic_exchange_explicit(flag_of(block), true, memory_order_acquire)) {
        at = (at + 1) % WORKSPACE_SLOTS;
        block = levels[level].first + at * levels[level].stride;
    }
    FORGET(block, levels[level].stride - LINE);
    return block;
}

void carom_workspace_give(void *block) {
    atomic_store_explicit(flag_of(block), false, memory_order_release);
}
