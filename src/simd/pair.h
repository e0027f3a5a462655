/* Vectors of two doubles by the compilers' vector extensions, and what these lack: minimum and
 * maximum per lane. */
#ifndef CAROM_SIMD_PAIR_H
#define CAROM_SIMD_PAIR_H

#include <stdint.h>

typedef double pair2 __attribute__((vector_size(16)));
/* Four words, because many processors lack instructions that compilers would use on two. */
typedef int32_t pair_mask __attribute__((vector_size(16)));

#if defined(__SSE2__)
#include <emmintrin.h>

/** a < b ? a : b in each lane. */
static inline pair2 pair_lesser(pair2 a, pair2 b) {
    return _mm_min_pd(a, b);
}
/** a > b ? a : b in each lane. */
static inline pair2 pair_greater(pair2 a, pair2 b) {
    return _mm_max_pd(a, b);
}
#else
static inline pair2 pair_lesser(pair2 a, pair2 b) {
    pair_mask less = (pair_mask)(a < b);
    return (pair2)((less & (pair_mask)a) | (~less & (pair_mask)b));
}
static inline pair2 pair_greater(pair2 a, pair2 b) {
    pair_mask more = (pair_mask)(a > b);
    return (pair2)((more & (pair_mask)a) | (~more & (pair_mask)b));
}
#endif

#endif
