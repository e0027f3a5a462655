/* Base of all internal headers: the public base; in the double build, the mapping of internal names
 * to carom64_ names; the assertion macro; compiler hints and bit operations, with portable versions
 * that give the same values. */
#ifndef CAROM_CORE_INTERNAL_H
#define CAROM_CORE_INTERNAL_H

#include "carom/base.h"

#ifdef CAROM_DOUBLE
#include "core/internal_names.h"
#endif

#ifdef NDEBUG
#define CAROM_ASSERT(condition) ((void)sizeof(condition))
#else
#define CAROM_ASSERT(condition)                                                                    \
    ((condition) ? (void)0 : carom_assert_failed(#condition, __FILE__, __LINE__))
#endif

/** Calls the assert hook. Defined once for both precisions in core/assert.c. */
void carom_assert_failed(const char *expression, const char *file, int line);

#if defined(__GNUC__)
#define CAROM_LIKELY(x) __builtin_expect(!!(x), 1)
#define CAROM_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CAROM_PREFETCH(address) __builtin_prefetch(address)
#define CAROM_NOINLINE __attribute__((noinline, cold))
#define CAROM_INLINE inline __attribute__((always_inline))
#define CAROM_APART __attribute__((noinline))
/** Index of the lowest set bit of x, which is not 0. */
static inline uint32_t lowest_bit(uint32_t x) {
    return (uint32_t)__builtin_ctz(x);
}
/** Index of the highest set bit of x, which is not 0. */
static inline uint32_t last_bit(uint32_t x) {
    return 31 - (uint32_t)__builtin_clz(x);
}
/** The number of set bits of x. */
static inline uint32_t count_bits(uint32_t x) {
    return (uint32_t)__builtin_popcount(x);
}
/** The same for 64 bits. */
static inline uint32_t lowest_of_64(uint64_t x) {
    return (uint32_t)__builtin_ctzll(x);
}
static inline uint32_t count_of_64(uint64_t x) {
    return (uint32_t)__builtin_popcountll(x);
}
#else
#define CAROM_LIKELY(x) (x)
#define CAROM_UNLIKELY(x) (x)
#define CAROM_PREFETCH(address) ((void)(address))
#define CAROM_NOINLINE
#define CAROM_INLINE inline
#define CAROM_APART
static inline uint32_t lowest_bit(uint32_t x) {
    uint32_t zeros = 0;
    for (; (x >> zeros & 1u) == 0; zeros++) {
    }
    return zeros;
}
static inline uint32_t last_bit(uint32_t x) {
    uint32_t below = 0;
    while ((x >>= 1) != 0)
        below++;
    return below;
}
static inline uint32_t count_bits(uint32_t x) {
    uint32_t count = 0;
    for (; x != 0; x &= x - 1)
        count++;
    return count;
}
static inline uint32_t lowest_of_64(uint64_t x) {
    uint32_t low = (uint32_t)x;
    return low != 0 ? lowest_bit(low) : 32 + lowest_bit((uint32_t)(x >> 32));
}
static inline uint32_t count_of_64(uint64_t x) {
    return count_bits((uint32_t)x) + count_bits((uint32_t)(x >> 32));
}
#endif

#endif
