/* Four floats at a time, compared: all that the sweeps need. SSE2 where the compiler has it, which
 * every 64-bit x86 does, and plain loops elsewhere; the answers are the same, as nothing is
 * rounded. */
#ifndef CAROM_CORE_SIMD_H
#define CAROM_CORE_SIMD_H

#include "core/internal.h"

#define SIMD_LANES 4u

#if defined(__SSE2__)

#include <emmintrin.h>

typedef __m128 simd_floats;
typedef __m128 simd_flags;

static CAROM_INLINE simd_floats simd_all(float x) {
    return _mm_set1_ps(x);
}
static CAROM_INLINE simd_floats simd_load(const float *from) {
    return _mm_loadu_ps(from);
}
static CAROM_INLINE simd_flags simd_at_most(simd_floats a, simd_floats b) {
    return _mm_cmple_ps(a, b);
}
static CAROM_INLINE simd_flags simd_both(simd_flags a, simd_flags b) {
    return _mm_and_ps(a, b);
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t simd_bits(simd_flags flags) {
    return (uint32_t)_mm_movemask_ps(flags);
}

#else

typedef struct simd_floats {
    float lane[4];
} simd_floats;
typedef uint32_t simd_flags;

static CAROM_INLINE simd_floats simd_all(float x) {
    return (simd_floats){{x, x, x, x}};
}
static CAROM_INLINE simd_floats simd_load(const float *from) {
    return (simd_floats){{from[0], from[1], from[2], from[3]}};
}
static CAROM_INLINE simd_flags simd_at_most(simd_floats a, simd_floats b) {
    uint32_t bits = 0;
    for (int k = 0; k < 4; k++)
        bits |= (uint32_t)(a.lane[k] <= b.lane[k]) << k;
    return bits;
}
static CAROM_INLINE simd_flags simd_both(simd_flags a, simd_flags b) {
    return a & b;
}
static CAROM_INLINE uint32_t simd_bits(simd_flags flags) {
    return flags;
}

#endif

#endif
