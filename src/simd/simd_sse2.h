/* Vectors of simd/simd.h by SSE2, which every 64-bit x86 has: four floats and two doubles. Longer
 * vectors are pairs of these (simd_halves.h) or, with AVX2, registers of their own. */
#ifndef CAROM_SIMD_SIMD_SSE2_H
#define CAROM_SIMD_SIMD_SSE2_H

#include <emmintrin.h>

typedef __m128 f4;
typedef __m128 f4_flags;

static CAROM_INLINE f4 f4_all(float x) {
    return _mm_set1_ps(x);
}
static CAROM_INLINE f4 f4_of(float a, float b, float c, float d) {
    return _mm_setr_ps(a, b, c, d);
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
/** Bit k is the sign bit of lane k. */
static CAROM_INLINE uint32_t f4_signs(f4 a) {
    return (uint32_t)_mm_movemask_ps(a);
}
static CAROM_INLINE f4 f4_select(f4_flags f, f4 a, f4 b) {
    return _mm_or_ps(_mm_and_ps(f, a), _mm_andnot_ps(f, b));
}

typedef __m128d dd;
typedef __m128d dd_flags;

static CAROM_INLINE dd dd_all(double x) {
    return _mm_set1_pd(x);
}
static CAROM_INLINE dd dd_of(double a, double b) {
    return _mm_setr_pd(a, b);
}
static CAROM_INLINE dd dd_load(const double *from) {
    return _mm_loadu_pd(from);
}
static CAROM_INLINE void dd_store(double *to, dd x) {
    _mm_storeu_pd(to, x);
}
static CAROM_INLINE dd dd_add(dd a, dd b) {
    return _mm_add_pd(a, b);
}
static CAROM_INLINE dd dd_sub(dd a, dd b) {
    return _mm_sub_pd(a, b);
}
static CAROM_INLINE dd dd_mul(dd a, dd b) {
    return _mm_mul_pd(a, b);
}
static CAROM_INLINE dd dd_div(dd a, dd b) {
    return _mm_div_pd(a, b);
}
static CAROM_INLINE dd dd_min(dd a, dd b) {
    return _mm_min_pd(a, b);
}
static CAROM_INLINE dd dd_max(dd a, dd b) {
    return _mm_max_pd(a, b);
}
static CAROM_INLINE dd dd_sqrt(dd a) {
    return _mm_sqrt_pd(a);
}
static CAROM_INLINE dd dd_abs(dd a) {
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}
static CAROM_INLINE dd dd_neg(dd a) {
    return _mm_xor_pd(_mm_set1_pd(-0.0), a);
}
static CAROM_INLINE dd_flags dd_lt(dd a, dd b) {
    return _mm_cmplt_pd(a, b);
}
static CAROM_INLINE dd_flags dd_le(dd a, dd b) {
    return _mm_cmple_pd(a, b);
}
static CAROM_INLINE dd_flags dd_eq(dd a, dd b) {
    return _mm_cmpeq_pd(a, b);
}
static CAROM_INLINE dd_flags dd_and(dd_flags a, dd_flags b) {
    return _mm_and_pd(a, b);
}
static CAROM_INLINE dd_flags dd_or(dd_flags a, dd_flags b) {
    return _mm_or_pd(a, b);
}
static CAROM_INLINE dd_flags dd_not(dd_flags a) {
    return _mm_xor_pd(a, _mm_castsi128_pd(_mm_set1_epi32(-1)));
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t dd_bits(dd_flags a) {
    return (uint32_t)_mm_movemask_pd(a);
}
static CAROM_INLINE dd dd_select(dd_flags f, dd a, dd b) {
    return _mm_or_pd(_mm_and_pd(f, a), _mm_andnot_pd(f, b));
}

static CAROM_INLINE f4 f4_load_u8(const uint8_t *from) {
    uint32_t word;
    memcpy(&word, from, sizeof word);
    __m128i bytes = _mm_cvtsi32_si128((int)word), zero = _mm_setzero_si128();
    return _mm_cvtepi32_ps(_mm_unpacklo_epi16(_mm_unpacklo_epi8(bytes, zero), zero));
}
/** Replaces the bits `last`, a mask, of each lane by the lane's index plus `first`. */
static CAROM_INLINE f4 f4_number_lanes(f4 x, int last, int first) {
    __m128i bits = _mm_and_si128(_mm_castps_si128(x), _mm_set1_epi32(~last));
    __m128i lane = _mm_setr_epi32(first, first + 1, first + 2, first + 3);
    return _mm_castsi128_ps(_mm_or_si128(bits, lane));
}
/** Three numbers and a zero. */
static CAROM_INLINE f4 f4_load3(const float *from) {
    double pair;
    memcpy(&pair, from, sizeof pair);
    return _mm_movelh_ps(_mm_castpd_ps(_mm_set_sd(pair)), _mm_load_ss(from + 2));
}
static CAROM_INLINE f4 f4_load_u32(const uint32_t *from) {
    return _mm_cvtepi32_ps(_mm_loadu_si128((const __m128i *)(const void *)from));
}
/** Truncates to integers; for lanes in [0, 2^31). */
static CAROM_INLINE void f4_store_u32(uint32_t *to, f4 x) {
    _mm_storeu_si128((__m128i *)(void *)to, _mm_cvttps_epi32(x));
}
static CAROM_INLINE void f4_transpose(f4 row[4]) {
    _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
}
static CAROM_INLINE dd dd_widen_low(f4 x) {
    return _mm_cvtps_pd(x);
}
static CAROM_INLINE dd dd_widen_high(f4 x) {
    return _mm_cvtps_pd(_mm_movehl_ps(x, x));
}
/** Rounds to nearest. */
static CAROM_INLINE f4 dd_narrow(dd low, dd high) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}
/** The first lanes of two vectors, and the second lanes. */
static CAROM_INLINE dd dd_firsts(dd a, dd b) {
    return _mm_unpacklo_pd(a, b);
}
static CAROM_INLINE dd dd_seconds(dd a, dd b) {
    return _mm_unpackhi_pd(a, b);
}

#endif
