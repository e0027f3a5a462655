/* Vectors of simd/simd.h by AVX-512: sixteen floats and eight doubles in one register each, twice
 * as many registers, and comparisons that give bits in mask registers. Shorter vectors as by AVX2.
 */
#ifndef CAROM_SIMD_SIMD_AVX512_H
#define CAROM_SIMD_SIMD_AVX512_H

#include "simd/simd_avx2.h"

/** f16 and d8 exist. */
#define SIMD_SIXTEEN

typedef __m512 f16;
typedef __mmask16 f16_flags;

static CAROM_INLINE f16 f16_all(float x) {
    return _mm512_set1_ps(x);
}
static CAROM_INLINE f16 f16_load(const float *from) {
    return _mm512_loadu_ps(from);
}
static CAROM_INLINE void f16_store(float *to, f16 x) {
    _mm512_storeu_ps(to, x);
}
static CAROM_INLINE f16 f16_add(f16 a, f16 b) {
    return _mm512_add_ps(a, b);
}
static CAROM_INLINE f16 f16_sub(f16 a, f16 b) {
    return _mm512_sub_ps(a, b);
}
static CAROM_INLINE f16 f16_mul(f16 a, f16 b) {
    return _mm512_mul_ps(a, b);
}
static CAROM_INLINE f16 f16_div(f16 a, f16 b) {
    return _mm512_div_ps(a, b);
}
static CAROM_INLINE f16 f16_min(f16 a, f16 b) {
    return _mm512_min_ps(a, b);
}
static CAROM_INLINE f16 f16_max(f16 a, f16 b) {
    return _mm512_max_ps(a, b);
}
/** As f8_mad_about. */
static CAROM_INLINE f16 f16_mad_about(f16 a, f16 b, f16 c) {
    return _mm512_fmadd_ps(a, b, c);
}
static CAROM_INLINE f16 f16_sqrt(f16 a) {
    return _mm512_sqrt_ps(a);
}
static CAROM_INLINE f16 f16_abs(f16 a) {
    return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), a);
}
static CAROM_INLINE f16 f16_neg(f16 a) {
    return _mm512_xor_ps(_mm512_set1_ps(-0.0f), a);
}
static CAROM_INLINE f16_flags f16_lt(f16 a, f16 b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static CAROM_INLINE f16_flags f16_le(f16 a, f16 b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}
static CAROM_INLINE f16_flags f16_eq(f16 a, f16 b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}
static CAROM_INLINE f16_flags f16_and(f16_flags a, f16_flags b) {
    return _kand_mask16(a, b);
}
static CAROM_INLINE f16_flags f16_or(f16_flags a, f16_flags b) {
    return _kor_mask16(a, b);
}
static CAROM_INLINE f16_flags f16_not(f16_flags a) {
    return _knot_mask16(a);
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t f16_bits(f16_flags a) {
    return a;
}
static CAROM_INLINE f16 f16_select(f16_flags f, f16 a, f16 b) {
    return _mm512_mask_blend_ps(f, b, a);
}

typedef __m512d d8;
typedef __mmask8 d8_flags;

static CAROM_INLINE d8 d8_all(double x) {
    return _mm512_set1_pd(x);
}
static CAROM_INLINE d8 d8_load(const double *from) {
    return _mm512_loadu_pd(from);
}
static CAROM_INLINE void d8_store(double *to, d8 x) {
    _mm512_storeu_pd(to, x);
}
static CAROM_INLINE d8 d8_add(d8 a, d8 b) {
    return _mm512_add_pd(a, b);
}
static CAROM_INLINE d8 d8_sub(d8 a, d8 b) {
    return _mm512_sub_pd(a, b);
}
static CAROM_INLINE d8 d8_mul(d8 a, d8 b) {
    return _mm512_mul_pd(a, b);
}
static CAROM_INLINE d8 d8_div(d8 a, d8 b) {
    return _mm512_div_pd(a, b);
}
static CAROM_INLINE d8 d8_min(d8 a, d8 b) {
    return _mm512_min_pd(a, b);
}
static CAROM_INLINE d8 d8_max(d8 a, d8 b) {
    return _mm512_max_pd(a, b);
}
/** As f8_mad_about. */
static CAROM_INLINE d8 d8_mad_about(d8 a, d8 b, d8 c) {
    return _mm512_fmadd_pd(a, b, c);
}
static CAROM_INLINE d8 d8_sqrt(d8 a) {
    return _mm512_sqrt_pd(a);
}
static CAROM_INLINE d8 d8_abs(d8 a) {
    return _mm512_andnot_pd(_mm512_set1_pd(-0.0), a);
}
static CAROM_INLINE d8 d8_neg(d8 a) {
    return _mm512_xor_pd(_mm512_set1_pd(-0.0), a);
}
static CAROM_INLINE d8_flags d8_lt(d8 a, d8 b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
}
static CAROM_INLINE d8_flags d8_le(d8 a, d8 b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}
static CAROM_INLINE d8_flags d8_eq(d8 a, d8 b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
}
static CAROM_INLINE d8_flags d8_and(d8_flags a, d8_flags b) {
    return _kand_mask8(a, b);
}
static CAROM_INLINE d8_flags d8_or(d8_flags a, d8_flags b) {
    return _kor_mask8(a, b);
}
static CAROM_INLINE d8_flags d8_not(d8_flags a) {
    return _knot_mask8(a);
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t d8_bits(d8_flags a) {
    return a;
}
static CAROM_INLINE d8 d8_select(d8_flags f, d8 a, d8 b) {
    return _mm512_mask_blend_pd(f, b, a);
}

/* ---- compaction of selected lanes: as in simd_choice.h, by the compress instructions */

typedef __mmask8 lane_choice;

/** The lanes where a <= b. */
static CAROM_INLINE lane_choice f8_choose_le(f8 a, f8 b) {
    return _mm256_cmp_ps_mask(a, b, _CMP_LE_OQ);
}

typedef struct chosen_lanes {
    __m256i names, times;
    uint32_t count;
} chosen_lanes;

/** Selects the names of the lanes `which`, at least one. */
static CAROM_INLINE void choose_names(chosen_lanes *out, lane_choice which,
                                      const uint32_t name[8]) {
    __m256i names = _mm256_loadu_si256((const __m256i *)(const void *)name);
    out->names = _mm256_maskz_compress_epi32(which, names);
    out->count = count_bits(which);
}
/** Adds the times of the selected lanes, which are not negative. */
static CAROM_INLINE void choose_times(chosen_lanes *out, lane_choice which, f8 times) {
    out->times = _mm256_maskz_compress_epi32(which, _mm256_castps_si256(times));
}
static CAROM_INLINE uint32_t first_name(const chosen_lanes *of) {
    return (uint32_t)_mm256_cvtsi256_si32(of->names);
}
/** Stores all names but the last at `to`, with capacity for eight; returns their end. */
static CAROM_INLINE uint64_t *store_names(uint64_t *to, const chosen_lanes *of) {
    __m128i first = _mm256_castsi256_si128(of->names);
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_cvtepu32_epi64(first));
    if (of->count > 5) {
        __m128i second = _mm256_extracti128_si256(of->names, 1);
        _mm256_storeu_si256((__m256i *)(void *)(to + 4), _mm256_cvtepu32_epi64(second));
    }
    return to + of->count - 1;
}
/** Key of the selected lane `number` (0, 1 or 2, less than their count): the bits of its time above
 * its name. */
static CAROM_INLINE uint64_t chosen_key(const chosen_lanes *of, int number) {
    __m128i names = _mm256_castsi256_si128(of->names), times = _mm256_castsi256_si128(of->times);
    __m128i two = _mm_unpacklo_epi32(names, times);
    if (number == 1) return (uint64_t)_mm_extract_epi64(two, 1);
    if (number == 2) two = _mm_unpackhi_epi32(names, times);
    return (uint64_t)_mm_cvtsi128_si64(two);
}

static CAROM_INLINE f8 f16_low(f16 x) {
    return _mm512_castps512_ps256(x);
}
static CAROM_INLINE f8 f16_high(f16 x) {
    return _mm512_extractf32x8_ps(x, 1);
}
static CAROM_INLINE f16 f16_join(f8 low, f8 high) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}
static CAROM_INLINE d8 d8_join(d4 low, d4 high) {
    return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}
static CAROM_INLINE d8 d8_widen(f8 x) {
    return _mm512_cvtps_pd(x);
}
/** Rounds to nearest. */
static CAROM_INLINE f8 d8_narrow(d8 x) {
    return _mm512_cvtpd_ps(x);
}

#endif
