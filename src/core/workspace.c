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

static BLOCK(WORKSPACE_CONTACTS_BYTES) contacts[4][WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_CHILDREN_BYTES) children[2][WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_PLACED_BYTES) placed[6][WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_VIEWS_BYTES) views[5][WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_SURFACE_BYTES) surfaces[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_TRIANGLES_BYTES) triangles[4][WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_PIECES_BYTES) pieces[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_COPIES_BYTES) copies[6][WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_MANIFOLD_BYTES) manifolds[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_WITNESS_BYTES) witnesses[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_CONVEX_BYTES) convexes[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_NEAR_BYTES) nears[WORKSPACE_SLOTS];
static BLOCK(WORKSPACE_EXACT_BYTES) exacts[2][WORKSPACE_SLOTS];

static const struct {
    unsigned char *first;
    size_t stride;
} levels[WORKSPACE_LEVELS] = {{contacts[2][0].block, sizeof contacts[2][0]},
                              {contacts[3][0].block, sizeof contacts[3][0]},
                              {contacts[0][0].block, sizeof contacts[0][0]},
                              {children[0][0].block, sizeof children[0][0]},
                              {contacts[1][0].block, sizeof contacts[1][0]},
                              {children[1][0].block, sizeof children[1][0]},
                              {views[0][0].block, sizeof views[0][0]},
                              {placed[0][0].block, sizeof placed[0][0]},
                              {placed[4][0].block, sizeof placed[4][0]},
                              {placed[1][0].block, sizeof placed[1][0]},
                              {views[1][0].block, sizeof views[1][0]},
                              {placed[5][0].block, sizeof placed[5][0]},
                              {placed[2][0].block, sizeof placed[2][0]},
                              {views[2][0].block, sizeof views[2][0]},
                              {surfaces[0].block, sizeof surfaces[0]},
                              {triangles[0][0].block, sizeof triangles[0][0]},
                              {copies[5][0].block, sizeof copies[5][0]},
                              {triangles[1][0].block, sizeof triangles[1][0]},
                              {triangles[2][0].block, sizeof triangles[2][0]},
                              {pieces[0].block, sizeof pieces[0]},
                              {triangles[3][0].block, sizeof triangles[3][0]},
                              {placed[3][0].block, sizeof placed[3][0]},
                              {views[3][0].block, sizeof views[3][0]},
                              {views[4][0].block, sizeof views[4][0]},
                              {copies[0][0].block, sizeof copies[0][0]},
                              {copies[1][0].block, sizeof copies[1][0]},
                              {copies[2][0].block, sizeof copies[2][0]},
                              {manifolds[0].block, sizeof manifolds[0]},
                              {copies[3][0].block, sizeof copies[3][0]},
                              {copies[4][0].block, sizeof copies[4][0]},
                              {witnesses[0].block, sizeof witnesses[0]},
                              {convexes[0].block, sizeof convexes[0]},
                              {nears[0].block, sizeof nears[0]},
                              {exacts[0][0].block, sizeof exacts[0][0]},
                              {exacts[1][0].block, sizeof exacts[1][0]}};

#ifdef NDEBUG
#define NOTE_TAKEN(level) ((void)(level))
#define NOTE_GIVEN(block) ((void)(block))
#else
/* The levels of which this thread has a block, for the check of the order. */
static _Thread_local uint64_t held;
#define NOTE_TAKEN(level)                                                                          \
    do {                                                                                           \
        CAROM_ASSERT(held >> (level) == 0);                                                        \
        held |= (uint64_t)1 << (level);                                                            \
    } while (0)
#define NOTE_GIVEN(block) (held &= ~((uint64_t)1 << level_of(block)))

static int level_of(const void *block) {
    const uintptr_t at = (uintptr_t)block;
    int level = 0;
    while (at - (uintptr_t)levels[level].first >= WORKSPACE_SLOTS * levels[level].stride)
        level++;
    return level;
}
#endif

static atomic_bool *flag_of(void *block) {
    return (void *)((unsigned char *)block - LINE);
}

size_t carom_workspace_size(workspace_level level) {
    return levels[level].stride - LINE;
}

void *carom_workspace_take(workspace_level level) {
    const char here = 0;
    NOTE_TAKEN(level);
    const uint64_t stack = (uint64_t)(uintptr_t)&here >> STACK_SHIFT;
    size_t at = (size_t)((stack * 0x9e3779b97f4a7c15u) >> 32) % WORKSPACE_SLOTS;
    unsigned char *block = levels[level].first + at * levels[level].stride;
    while (atomic_exchange_explicit(flag_of(block), true, memory_order_acquire)) {
        at = (at + 1) % WORKSPACE_SLOTS;
        block = levels[level].first + at * levels[level].stride;
    }
    FORGET(block, carom_workspace_size(level));
    return block;
}

void carom_workspace_give(void *block) {
    NOTE_GIVEN(block);
    atomic_store_explicit(flag_of(block), false, memory_order_release);
}
