/* Vectors of four floats in both precisions, by the compilers' vector extensions, and what these
 * lack: minimum and maximum per lane, and the mask of a comparison as bits of an integer. */
#ifndef CAROM_SIMD_FOUR_H
#define CAROM_SIMD_FOUR_H

#include "core/internal.h"

typedef float four __attribute__((vector_size(16)));
typedef float four_loose __attribute__((vector_size(16), aligned(4), may_alias));
/* The mask of a comparison: all bits of a lane are set or none. */
typedef int32_t four_mask __attribute__((vector_size(16)));
typedef int32_t four_mask_loose __attribute__((vector_size(16), aligned(4), may_alias));

#define FOUR_OF(x) ((four){(x), (x), (x), (x)})
#define FOUR_LANES(v, i, j, k, l) __builtin_shufflevector(v, v, i, j, k, l)

#if defined(__SSE2__)
#include <emmintrin.h>

/** a > b ? a : b in each lane. */
static inline four four_greater(four a, four b) {
    return _mm_max_ps(a, b);
}
/** a < b ? a : b in each lane. */
static inline four four_lesser(four a, four b) {
    return _mm_min_ps(a, b);
}
/** Bit k is lane k of the mask. */
static inline unsigned four_bits(four_mask mask) {
    return (unsigned)_mm_movemask_ps((__m128)mask);
}
#else
static inline four four_greater(four a, four b) {
    four_mask more = a > b;
    return (four)((more & (four_mask)a) | (~more & (four_mask)b));
}
static inline four four_lesser(four a, four b) {
    four_mask less = a < b;
    return (four)((less & (four_mask)a) | (~less & (four_mask)b));
}
static inline unsigned four_bits(four_mask mask) {
    return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
}
#endif

static inline four four_from(const float *at) {
    return *(const four_loose *)(const void *)at;
}

#endif
