/* Four floats and two doubles with SSE2, which every 64-bit x86 has. */
#ifndef CAROM_BATCH_SIMD_SSE2_H
#define CAROM_BATCH_SIMD_SSE2_H

#include <emmintrin.h>

typedef __m128 f4;
typedef __m128 f4_flags;

static CAROM_INLINE f4 f4_all(float x) {
    return _mm_set1_ps(x);
}
static CAROM_INLINE f4 f4_load(const float *from) {
    return _mm_loadu_ps(from);
}
static CAROM_INLINE void f4_store(float *to, f4 x) {
    _mm_storeu_ps(to, x);
}
static CAROM_INLINE f4 f4_add(f4 a, f4 b) {
    return _mm_add_ps(a, b);
}
static CAROM_INLINE f4 f4_sub(f4 a, f4 b) {
    return _mm_sub_ps(a, b);
}
static CAROM_INLINE f4 f4_mul(f4 a, f4 b) {
    return _mm_mul_ps(a, b);
}
static CAROM_INLINE f4 f4_div(f4 a, f4 b) {
    return _mm_div_ps(a, b);
}
static CAROM_INLINE f4 f4_min(f4 a, f4 b) {
    return _mm_min_ps(a, b);
}
static CAROM_INLINE f4 f4_max(f4 a, f4 b) {
    return _mm_max_ps(a, b);
}
static CAROM_INLINE f4 f4_sqrt(f4 a) {
    return _mm_sqrt_ps(a);
}
static CAROM_INLINE f4 f4_abs(f4 a) {
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
static CAROM_INLINE f4 f4_neg(f4 a) {
    return _mm_xor_ps(_mm_set1_ps(-0.0f), a);
}
static CAROM_INLINE f4_flags f4_lt(f4 a, f4 b) {
    return _mm_cmplt_ps(a, b);
}
static CAROM_INLINE f4_flags f4_le(f4 a, f4 b) {
    return _mm_cmple_ps(a, b);
}
static CAROM_INLINE f4_flags f4_eq(f4 a, f4 b) {
    return _mm_cmpeq_ps(a, b);
}
static CAROM_INLINE f4_flags f4_and(f4_flags a, f4_flags b) {
    return _mm_and_ps(a, b);
}
static CAROM_INLINE f4_flags f4_or(f4_flags a, f4_flags b) {
    return _mm_or_ps(a, b);
}
static CAROM_INLINE f4_flags f4_not(f4_flags a) {
    return _mm_xor_ps(a, _mm_castsi128_ps(_mm_set1_epi32(-1)));
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t f4_bits(f4_flags a) {
    return (uint32_t)_mm_movemask_ps(a);
}
static CAROM_INLINE f4 f4_select(f4_flags f, f4 a, f4 b) {
    return _mm_or_ps(_mm_and_ps(f, a), _mm_andnot_ps(f, b));
}

typedef __m128d d2;
typedef __m128d d2_flags;

static CAROM_INLINE d2 d2_all(double x) {
    return _mm_set1_pd(x);
}
static CAROM_INLINE d2 d2_load(const double *from) {
    return _mm_loadu_pd(from);
}
static CAROM_INLINE void d2_store(double *to, d2 x) {
    _mm_storeu_pd(to, x);
}
static CAROM_INLINE d2 d2_add(d2 a, d2 b) {
    return _mm_add_pd(a, b);
}
static CAROM_INLINE d2 d2_sub(d2 a, d2 b) {
    return _mm_sub_pd(a, b);
}
static CAROM_INLINE d2 d2_mul(d2 a, d2 b) {
    return _mm_mul_pd(a, b);
}
static CAROM_INLINE d2 d2_div(d2 a, d2 b) {
    return _mm_div_pd(a, b);
}
static CAROM_INLINE d2 d2_min(d2 a, d2 b) {
    return _mm_min_pd(a, b);
}
static CAROM_INLINE d2 d2_max(d2 a, d2 b) {
    return _mm_max_pd(a, b);
}
static CAROM_INLINE d2 d2_sqrt(d2 a) {
    return _mm_sqrt_pd(a);
}
static CAROM_INLINE d2 d2_abs(d2 a) {
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}
static CAROM_INLINE d2 d2_neg(d2 a) {
    return _mm_xor_pd(_mm_set1_pd(-0.0), a);
}
static CAROM_INLINE d2_flags d2_lt(d2 a, d2 b) {
    return _mm_cmplt_pd(a, b);
}
static CAROM_INLINE d2_flags d2_le(d2 a, d2 b) {
    return _mm_cmple_pd(a, b);
}
static CAROM_INLINE d2_flags d2_eq(d2 a, d2 b) {
    return _mm_cmpeq_pd(a, b);
}
static CAROM_INLINE d2_flags d2_and(d2_flags a, d2_flags b) {
    return _mm_and_pd(a, b);
}
static CAROM_INLINE d2_flags d2_or(d2_flags a, d2_flags b) {
    return _mm_or_pd(a, b);
}
static CAROM_INLINE d2_flags d2_not(d2_flags a) {
    return _mm_xor_pd(a, _mm_castsi128_pd(_mm_set1_epi32(-1)));
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t d2_bits(d2_flags a) {
    return (uint32_t)_mm_movemask_pd(a);
}
static CAROM_INLINE d2 d2_select(d2_flags f, d2 a, d2 b) {
    return _mm_or_pd(_mm_and_pd(f, a), _mm_andnot_pd(f, b));
}

static CAROM_INLINE f4 f4_load_u8(const uint8_t *from) {
    uint32_t word;
    memcpy(&word, from, sizeof word);
    __m128i bytes = _mm_cvtsi32_si128((int)word), zero = _mm_setzero_si128();
    return _mm_cvtepi32_ps(_mm_unpacklo_epi16(_mm_unpacklo_epi8(bytes, zero), zero));
}
static CAROM_INLINE f4 f4_load_u16(const uint16_t *from) {
    __m128i words = _mm_loadl_epi64((const __m128i *)(const void *)from);
    return _mm_cvtepi32_ps(_mm_unpacklo_epi16(words, _mm_setzero_si128()));
}
static CAROM_INLINE d2 d2_widen_low(f4 x) {
    return _mm_cvtps_pd(x);
}
static CAROM_INLINE d2 d2_widen_high(f4 x) {
    return _mm_cvtps_pd(_mm_movehl_ps(x, x));
}
/** Rounds to nearest. */
static CAROM_INLINE f4 d2_narrow(d2 low, d2 high) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}

#endif
