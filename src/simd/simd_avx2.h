/* Vectors of simd/simd.h by AVX2: eight floats and four doubles in one register each; shorter ones
 * as by SSE2. Only mad_about may use fused multiply-add. */
#ifndef CAROM_SIMD_SIMD_AVX2_H
#define CAROM_SIMD_SIMD_AVX2_H

#include <immintrin.h>

#include "simd/simd_sse2.h"

typedef __m256 f8;

static CAROM_INLINE f8 f8_all(float x) {
    return _mm256_set1_ps(x);
}
static CAROM_INLINE f8 f8_load(const float *from) {
    return _mm256_loadu_ps(from);
}
static CAROM_INLINE void f8_store(float *to, f8 x) {
    _mm256_storeu_ps(to, x);
}
static CAROM_INLINE f8 f8_add(f8 a, f8 b) {
    return _mm256_add_ps(a, b);
}
static CAROM_INLINE f8 f8_sub(f8 a, f8 b) {
    return _mm256_sub_ps(a, b);
}
static CAROM_INLINE f8 f8_mul(f8 a, f8 b) {
    return _mm256_mul_ps(a, b);
}
/** a * b + c, rounded once or twice, as the sets differ: for bounds that allow for both. */
static CAROM_INLINE f8 f8_mad_about(f8 a, f8 b, f8 c) {
#ifdef __FMA__
    return _mm256_fmadd_ps(a, b, c);
#else
    return f8_add(f8_mul(a, b), c);
#endif
}
static CAROM_INLINE f4 f4_mad_about(f4 a, f4 b, f4 c) {
#ifdef __FMA__
    return _mm_fmadd_ps(a, b, c);
#else
    return f4_add(f4_mul(a, b), c);
#endif
}
static CAROM_INLINE f8 f8_div(f8 a, f8 b) {
    return _mm256_div_ps(a, b);
}
static CAROM_INLINE f8 f8_min(f8 a, f8 b) {
    return _mm256_min_ps(a, b);
}
static CAROM_INLINE f8 f8_max(f8 a, f8 b) {
    return _mm256_max_ps(a, b);
}
static CAROM_INLINE f8 f8_sqrt(f8 a) {
    return _mm256_sqrt_ps(a);
}
static CAROM_INLINE f8 f8_abs(f8 a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
static CAROM_INLINE f8 f8_neg(f8 a) {
    return _mm256_xor_ps(_mm256_set1_ps(-0.0f), a);
}
#ifdef SIMD_AVX512
typedef __mmask8 f8_flags;

static CAROM_INLINE f8_flags f8_lt(f8 a, f8 b) {
    return _mm256_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static CAROM_INLINE f8_flags f8_le(f8 a, f8 b) {
    return _mm256_cmp_ps_mask(a, b, _CMP_LE_OQ);
}
static CAROM_INLINE f8_flags f8_eq(f8 a, f8 b) {
    return _mm256_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}
static CAROM_INLINE f8_flags f8_and(f8_flags a, f8_flags b) {
    return _kand_mask8(a, b);
}
static CAROM_INLINE f8_flags f8_or(f8_flags a, f8_flags b) {
    return _kor_mask8(a, b);
}
static CAROM_INLINE f8_flags f8_not(f8_flags a) {
    return _knot_mask8(a);
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t f8_bits(f8_flags a) {
    return a;
}
static CAROM_INLINE f8 f8_select(f8_flags f, f8 a, f8 b) {
    return _mm256_mask_blend_ps(f, b, a);
}
/** a where f, else 0. */
static CAROM_INLINE f8 f8_keep(f8_flags f, f8 a) {
    return _mm256_maskz_mov_ps(f, a);
}
#else
typedef __m256 f8_flags;

static CAROM_INLINE f8_flags f8_lt(f8 a, f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
static CAROM_INLINE f8_flags f8_le(f8 a, f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}
static CAROM_INLINE f8_flags f8_eq(f8 a, f8 b) {
    return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}
static CAROM_INLINE f8_flags f8_and(f8_flags a, f8_flags b) {
    return _mm256_and_ps(a, b);
}
static CAROM_INLINE f8_flags f8_or(f8_flags a, f8_flags b) {
    return _mm256_or_ps(a, b);
}
static CAROM_INLINE f8_flags f8_not(f8_flags a) {
    return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1)));
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t f8_bits(f8_flags a) {
    return (uint32_t)_mm256_movemask_ps(a);
}
static CAROM_INLINE f8 f8_select(f8_flags f, f8 a, f8 b) {
    return _mm256_blendv_ps(b, a, f);
}
/** a where f, else 0. */
static CAROM_INLINE f8 f8_keep(f8_flags f, f8 a) {
    return _mm256_and_ps(f, a);
}
#endif

typedef __m256d d4;
typedef __m256d d4_flags;

/** As f8_mad_about. */
static CAROM_INLINE d4 d4_mad_about(d4 a, d4 b, d4 c) {
#ifdef __FMA__
    return _mm256_fmadd_pd(a, b, c);
#else
    return _mm256_add_pd(_mm256_mul_pd(a, b), c);
#endif
}

static CAROM_INLINE d4 d4_all(double x) {
    return _mm256_set1_pd(x);
}
static CAROM_INLINE d4 d4_of(double a, double b, double c, double d) {
    return _mm256_setr_pd(a, b, c, d);
}
static CAROM_INLINE d4 d4_load(const double *from) {
    return _mm256_loadu_pd(from);
}
static CAROM_INLINE void d4_store(double *to, d4 x) {
    _mm256_storeu_pd(to, x);
}
static CAROM_INLINE d4 d4_add(d4 a, d4 b) {
    return _mm256_add_pd(a, b);
}
static CAROM_INLINE d4 d4_sub(d4 a, d4 b) {
    return _mm256_sub_pd(a, b);
}
static CAROM_INLINE d4 d4_mul(d4 a, d4 b) {
    return _mm256_mul_pd(a, b);
}
static CAROM_INLINE d4 d4_div(d4 a, d4 b) {
    return _mm256_div_pd(a, b);
}
static CAROM_INLINE d4 d4_min(d4 a, d4 b) {
    return _mm256_min_pd(a, b);
}
static CAROM_INLINE d4 d4_max(d4 a, d4 b) {
    return _mm256_max_pd(a, b);
}
static CAROM_INLINE d4 d4_sqrt(d4 a) {
    return _mm256_sqrt_pd(a);
}
static CAROM_INLINE d4 d4_abs(d4 a) {
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}
static CAROM_INLINE d4 d4_neg(d4 a) {
    return _mm256_xor_pd(_mm256_set1_pd(-0.0), a);
}
static CAROM_INLINE d4_flags d4_lt(d4 a, d4 b) {
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}
static CAROM_INLINE d4_flags d4_le(d4 a, d4 b) {
    return _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}
static CAROM_INLINE d4_flags d4_eq(d4 a, d4 b) {
    return _mm256_cmp_pd(a, b, _CMP_EQ_OQ);
}
static CAROM_INLINE d4_flags d4_and(d4_flags a, d4_flags b) {
    return _mm256_and_pd(a, b);
}
static CAROM_INLINE d4_flags d4_or(d4_flags a, d4_flags b) {
    return _mm256_or_pd(a, b);
}
static CAROM_INLINE d4_flags d4_not(d4_flags a) {
    return _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi32(-1)));
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t d4_bits(d4_flags a) {
    return (uint32_t)_mm256_movemask_pd(a);
}
static CAROM_INLINE d4 d4_select(d4_flags f, d4 a, d4 b) {
    return _mm256_blendv_pd(b, a, f);
}

static CAROM_INLINE f4 f8_low(f8 x) {
    return _mm256_castps256_ps128(x);
}
static CAROM_INLINE f4 f8_high(f8 x) {
    return _mm256_extractf128_ps(x, 1);
}
static CAROM_INLINE f8 f8_join(f4 low, f4 high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}
static CAROM_INLINE d4 d4_widen(f4 x) {
    return _mm256_cvtps_pd(x);
}
/** Rounds to nearest. */
static CAROM_INLINE f4 d4_narrow(d4 x) {
    return _mm256_cvtpd_ps(x);
}
/** Permutes to lanes 1, 2, 0, 3. */
static CAROM_INLINE d4 d4_next(d4 x) {
    return _mm256_permute4x64_pd(x, 0xc9);
}
/** Permutes to lanes 3, 2, 1, 0. */
static CAROM_INLINE d4 d4_reverse(d4 x) {
    return _mm256_permute4x64_pd(x, 0x1b);
}
/** Permutes to lanes 1, 0, 3, 2. */
static CAROM_INLINE d4 d4_swap_pairs(d4 x) {
    return _mm256_permute_pd(x, 5);
}
/** Broadcasts lane 0. */
static CAROM_INLINE d4 d4_all_first(d4 x) {
    return _mm256_broadcastsd_pd(_mm256_castpd256_pd128(x));
}
/** Broadcasts lane 1. */
static CAROM_INLINE d4 d4_all_second(d4 x) {
    return _mm256_permute4x64_pd(x, 0x55);
}
/** Replaces lane 1. */
static CAROM_INLINE d4 d4_with_second(d4 x, double second) {
    return _mm256_blend_pd(x, _mm256_set1_pd(second), 2);
}
/** -x where `sign` < 0, else x; either where `sign` is -0 or NaN. */
static CAROM_INLINE d4 d4_flip(d4 x, d4 sign) {
    return _mm256_xor_pd(x, _mm256_and_pd(sign, _mm256_set1_pd(-0.0)));
}
/** Strided load of at[0], at[n] and at[2 * n]; the fourth lane is undefined. */
static CAROM_INLINE f4 f4_load_strided(const float *at, size_t n) {
    f4 two = _mm_blend_ps(_mm_broadcast_ss(at), _mm_broadcast_ss(at + n), 2);
    return _mm_blend_ps(two, _mm_broadcast_ss(at + 2 * n), 4);
}
static CAROM_INLINE d4 d4_load_strided(const double *at, size_t n) {
    d4 two = _mm256_blend_pd(_mm256_broadcast_sd(at), _mm256_broadcast_sd(at + n), 2);
    return _mm256_blend_pd(two, _mm256_broadcast_sd(at + 2 * n), 4);
}
/** Every lane is the greatest lane; not for NaN. */
static CAROM_INLINE d4 d4_greatest(d4 x) {
    const d4 two = _mm256_max_pd(x, _mm256_permute2f128_pd(x, x, 1));
    return _mm256_max_pd(two, _mm256_permute_pd(two, 5));
}
static CAROM_INLINE f8 f8_greatest(f8 x) {
    x = _mm256_max_ps(x, _mm256_permute2f128_ps(x, x, 1));
    x = _mm256_max_ps(x, _mm256_permute_ps(x, 0x4e));
    return _mm256_max_ps(x, _mm256_permute_ps(x, 0xb1));
}
/** Broadcasts the power of two whose biased exponent is byte `k` of four, k < 3. */
static CAROM_INLINE f8 f8_all_power(const uint8_t from[4], int k) {
    int32_t bytes;
    memcpy(&bytes, from, sizeof bytes);
    __m256i all = _mm256_and_si256(_mm256_set1_epi32(bytes), _mm256_set1_epi32(0xff << 8 * k));
    return _mm256_castsi256_ps(_mm256_slli_epi32(all, 23 - 8 * k));
}
/** Converts eight integers to float, exactly. */
static CAROM_INLINE f8 f8_load_u8(const uint8_t from[8]) {
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)from);
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
}
/** Permutes to lanes 1, 2, 3, 0. */
static CAROM_INLINE d4 d4_rotate_lanes(d4 x) {
    return _mm256_permute4x64_pd(x, 0x39);
}
/** Transposes: lane k of row i becomes lane i of row k. */
static CAROM_INLINE void d4_transpose(d4 row[4]) {
    d4 a = _mm256_unpacklo_pd(row[0], row[1]), b = _mm256_unpackhi_pd(row[0], row[1]);
    d4 c = _mm256_unpacklo_pd(row[2], row[3]), d = _mm256_unpackhi_pd(row[2], row[3]);
    row[0] = _mm256_permute2f128_pd(a, c, 0x20);
    row[1] = _mm256_permute2f128_pd(b, d, 0x20);
    row[2] = _mm256_permute2f128_pd(a, c, 0x31);
    row[3] = _mm256_permute2f128_pd(b, d, 0x31);
}
/** Per lane the number that is not 0, where at least one is 0. */
static CAROM_INLINE f8 f8_merge(f8 a, f8 b) {
    return _mm256_or_ps(a, b);
}
/** f8_max and f8_min of times >= 0, which compare as their bits do, with less latency. With a
 * negative argument f8_later gives one that is not, if any, and f8_sooner a negative one. */
static CAROM_INLINE f8 f8_later(f8 a, f8 b) {
    return _mm256_castsi256_ps(_mm256_max_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
static CAROM_INLINE f8 f8_sooner(f8 a, f8 b) {
    return _mm256_castsi256_ps(_mm256_min_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}
/** max(|a|, |b|) */
static CAROM_INLINE f8 f8_max_size(f8 a, f8 b) {
#ifdef SIMD_AVX512
    return _mm256_range_ps(a, b, 0xb);
#else
    return f8_later(f8_abs(a), f8_abs(b));
#endif
}
/** The bits of the least lane; for numbers that are not negative. */
static CAROM_INLINE uint32_t f8_least_bits(f8 x) {
    __m256i bits = _mm256_castps_si256(x);
    __m128i four = _mm_min_epi32(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1));
    __m128i two = _mm_min_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return (uint32_t)_mm_cvtsi128_si32(_mm_min_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
}
/** Replaces the bits `last`, a mask, of each lane by the lane's index plus `first`, a multiple
 * of 8. */
static CAROM_INLINE f8 f8_number_lanes(f8 x, int last, int first) {
    __m256i bits = _mm256_and_si256(_mm256_castps_si256(x), _mm256_set1_epi32(~last));
    __m256i lane =
        _mm256_or_si256(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(first));
    return _mm256_castsi256_ps(_mm256_or_si256(bits, lane));
}
/** Transposes the lower and the upper halves of four rows. */
static CAROM_INLINE void f8_transpose_halves(f8 row[4]) {
    f8 a = _mm256_unpacklo_ps(row[0], row[1]), b = _mm256_unpackhi_ps(row[0], row[1]);
    f8 c = _mm256_unpacklo_ps(row[2], row[3]), d = _mm256_unpackhi_ps(row[2], row[3]);
    row[0] = _mm256_shuffle_ps(a, c, 0x44);
    row[1] = _mm256_shuffle_ps(a, c, 0xee);
    row[2] = _mm256_shuffle_ps(b, d, 0x44);
    row[3] = _mm256_shuffle_ps(b, d, 0xee);
}
/** Transposes: lane k of row i becomes lane i of row k. */
static CAROM_INLINE void f8_transpose(f8 row[8]) {
    f8_transpose_halves(row);
    f8_transpose_halves(row + 4);
    for (int k = 0; k < 4; k++) {
        f8 a = row[k], b = row[k + 4];
        row[k] = _mm256_permute2f128_ps(a, b, 0x20);
        row[k + 4] = _mm256_permute2f128_ps(a, b, 0x31);
    }
}

#endif
