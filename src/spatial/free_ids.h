/* The set of unused ids as a two-level bitmap: one bit for each id, and above it one bit for each
 * word that is not zero. Ids are reused lowest first, so that the ids of a space follow from the
 * sequence of calls alone. */
#ifndef CAROM_SPATIAL_FREE_IDS_H
#define CAROM_SPATIAL_FREE_IDS_H

#include "core/alloc.h"

#define FREE_WORD 64

typedef struct free_ids {
    uint64_t *words; /* the bitmap of the ids, followed by the bitmap of its words */
    size_t word_count, count;
} free_ids;

static inline size_t free_words_for(size_t bits) {
    return (bits + FREE_WORD - 1) / FREE_WORD;
}

static inline size_t free_ids_memory(const free_ids *ids) {
    return (ids->word_count + free_words_for(ids->word_count)) * sizeof *ids->words;
}

static inline void free_ids_push(free_ids *ids, uint32_t id) {
    size_t word = id / FREE_WORD;
    ids->words[word] |= (uint64_t)1 << id % FREE_WORD;
    ids->words[ids->word_count + word / FREE_WORD] |= (uint64_t)1 << word % FREE_WORD;
    ids->count++;
}

/** Removes and returns the lowest id; the set must not be empty. */
static inline uint32_t free_ids_pop(free_ids *ids) {
    uint64_t *above = ids->words + ids->word_count;
    size_t i = 0;
    while (above[i] == 0)
        i++;
    size_t word = i * FREE_WORD + (size_t)__builtin_ctzll(above[i]);
    uint32_t id = (uint32_t)(word * FREE_WORD) + (uint32_t)__builtin_ctzll(ids->words[word]);
    ids->words[word] &= ids->words[word] - 1;
    if (ids->words[word] == 0) above[i] &= above[i] - 1;
    ids->count--;
    return id;
}

/** A copy with capacity for `capacity` ids. @return false when memory fails */
static inline bool free_ids_grown(free_ids *out, const free_ids *ids, size_t capacity,
                                  const carom_allocator *allocator) {
    size_t words = free_words_for(capacity), all = words + free_words_for(words);
    uint64_t *fresh = carom_alloc(allocator, all, sizeof *fresh);
    if (!fresh) return false;
    for (size_t i = 0; i < all; i++)
        fresh[i] = i < ids->word_count ? ids->words[i] : 0;
    for (size_t i = 0; i < ids->word_count; i++)
        if (fresh[i] != 0) fresh[words + i / FREE_WORD] |= (uint64_t)1 << i % FREE_WORD;
    *out = (free_ids){fresh, words, ids->count};
    return true;
}

#endif
