/* Two doubles at once by the compilers' vector types, and what these lack: lanes of carom_real
 * widened, the smaller and the larger lane by lane. */
#ifndef CAROM_CORE_PAIR_H
#define CAROM_CORE_PAIR_H

#include "core/quad.h"

typedef double pair2 __attribute__((vector_size(16)));
/* In four words, because in two many processors lack what compilers then want to do with it. */
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
/** What two comparisons say of their four lanes. */
static inline uint32_t pair_bits(pair_mask low, pair_mask high) {
    return (uint32_t)_mm_movemask_ps(_mm_shuffle_ps((__m128)low, (__m128)high, 0x88));
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
static inline uint32_t pair_bits(pair_mask low, pair_mask high) {
    return (uint32_t)((low[0] & 1) | (low[2] & 2) | (high[0] & 4) | (high[2] & 8));
}
#endif

/* The first and the last two of four lanes. */
#if defined(__SSE2__) && !defined(CAROM_DOUBLE)
static inline pair2 quad_first_two(const quad_real *q) {
    return _mm_cvtps_pd(*q);
}
static inline pair2 quad_last_two(const quad_real *q) {
    return _mm_cvtps_pd(_mm_movehl_ps(*q, *q));
}
#else
static inline pair2 quad_first_two(const quad_real *q) {
    return (pair2){(double)(*q)[0], (double)(*q)[1]};
}
static inline pair2 quad_last_two(const quad_real *q) {
    return (pair2){(double)(*q)[2], (double)(*q)[3]};
}
#endif

#endif
