/* Vectors of simd/simd.h by the NEON instructions of 64-bit ARM: four floats and two doubles.
 * Longer vectors are pairs of these (simd_halves.h). */
#ifndef CAROM_SIMD_SIMD_NEON_H
#define CAROM_SIMD_SIMD_NEON_H

#include <arm_neon.h>

typedef float32x4_t f4;
typedef uint32x4_t f4_flags;

static CAROM_INLINE f4 f4_of(float a, float b, float c, float d) {
    const float lane[4] = {a, b, c, d};
    return vld1q_f32(lane);
}
static CAROM_INLINE f4 f4_all(float x) {
    return vdupq_n_f32(x);
}
static CAROM_INLINE f4 f4_load(const float *from) {
    return vld1q_f32(from);
}
static CAROM_INLINE void f4_store(float *to, f4 x) {
    vst1q_f32(to, x);
}
static CAROM_INLINE f4 f4_add(f4 a, f4 b) {
    return vaddq_f32(a, b);
}
static CAROM_INLINE f4 f4_sub(f4 a, f4 b) {
    return vsubq_f32(a, b);
}
static CAROM_INLINE f4 f4_mul(f4 a, f4 b) {
    return vmulq_f32(a, b);
}
static CAROM_INLINE f4 f4_div(f4 a, f4 b) {
    return vdivq_f32(a, b);
}
/* By selection: the min and max instructions give NaN where either operand is NaN. */
static CAROM_INLINE f4 f4_min(f4 a, f4 b) {
    return vbslq_f32(vcltq_f32(a, b), a, b);
}
static CAROM_INLINE f4 f4_max(f4 a, f4 b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}
static CAROM_INLINE f4 f4_sqrt(f4 a) {
    return vsqrtq_f32(a);
}
static CAROM_INLINE f4 f4_abs(f4 a) {
    return vabsq_f32(a);
}
static CAROM_INLINE f4 f4_neg(f4 a) {
    return vnegq_f32(a);
}
static CAROM_INLINE f4_flags f4_lt(f4 a, f4 b) {
    return vcltq_f32(a, b);
}
static CAROM_INLINE f4_flags f4_le(f4 a, f4 b) {
    return vcleq_f32(a, b);
}
static CAROM_INLINE f4_flags f4_eq(f4 a, f4 b) {
    return vceqq_f32(a, b);
}
static CAROM_INLINE f4_flags f4_and(f4_flags a, f4_flags b) {
    return vandq_u32(a, b);
}
static CAROM_INLINE f4_flags f4_or(f4_flags a, f4_flags b) {
    return vorrq_u32(a, b);
}
static CAROM_INLINE f4_flags f4_not(f4_flags a) {
    return vmvnq_u32(a);
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t f4_bits(f4_flags a) {
    const uint32x4_t bit = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a, bit));
}
/** Bit k is the sign bit of lane k. */
static CAROM_INLINE uint32_t f4_signs(f4 a) {
    return f4_bits(vcltzq_s32(vreinterpretq_s32_f32(a)));
}
static CAROM_INLINE f4 f4_select(f4_flags f, f4 a, f4 b) {
    return vbslq_f32(f, a, b);
}

typedef float64x2_t dd;
typedef uint64x2_t dd_flags;

static CAROM_INLINE dd dd_of(double a, double b) {
    const double lane[2] = {a, b};
    return vld1q_f64(lane);
}
static CAROM_INLINE dd dd_all(double x) {
    return vdupq_n_f64(x);
}
static CAROM_INLINE dd dd_load(const double *from) {
    return vld1q_f64(from);
}
static CAROM_INLINE void dd_store(double *to, dd x) {
    vst1q_f64(to, x);
}
static CAROM_INLINE dd dd_add(dd a, dd b) {
    return vaddq_f64(a, b);
}
static CAROM_INLINE dd dd_sub(dd a, dd b) {
    return vsubq_f64(a, b);
}
static CAROM_INLINE dd dd_mul(dd a, dd b) {
    return vmulq_f64(a, b);
}
static CAROM_INLINE dd dd_div(dd a, dd b) {
    return vdivq_f64(a, b);
}
/* By selection: the min and max instructions give NaN where either operand is NaN. */
static CAROM_INLINE dd dd_min(dd a, dd b) {
    return vbslq_f64(vcltq_f64(a, b), a, b);
}
static CAROM_INLINE dd dd_max(dd a, dd b) {
    return vbslq_f64(vcgtq_f64(a, b), a, b);
}
static CAROM_INLINE dd dd_sqrt(dd a) {
    return vsqrtq_f64(a);
}
static CAROM_INLINE dd dd_abs(dd a) {
    return vabsq_f64(a);
}
static CAROM_INLINE dd dd_neg(dd a) {
    return vnegq_f64(a);
}
static CAROM_INLINE dd_flags dd_lt(dd a, dd b) {
    return vcltq_f64(a, b);
}
static CAROM_INLINE dd_flags dd_le(dd a, dd b) {
    return vcleq_f64(a, b);
}
static CAROM_INLINE dd_flags dd_eq(dd a, dd b) {
    return vceqq_f64(a, b);
}
static CAROM_INLINE dd_flags dd_and(dd_flags a, dd_flags b) {
    return vandq_u64(a, b);
}
static CAROM_INLINE dd_flags dd_or(dd_flags a, dd_flags b) {
    return vorrq_u64(a, b);
}
static CAROM_INLINE dd_flags dd_not(dd_flags a) {
    return vreinterpretq_u64_u32(vmvnq_u32(vreinterpretq_u32_u64(a)));
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t dd_bits(dd_flags a) {
    const uint64x2_t bit = {1, 2};
    return (uint32_t)vaddvq_u64(vandq_u64(a, bit));
}
static CAROM_INLINE dd dd_select(dd_flags f, dd a, dd b) {
    return vbslq_f64(f, a, b);
}

static CAROM_INLINE f4 f4_load_u8(const uint8_t *from) {
    uint32_t word;
    memcpy(&word, from, sizeof word);
    uint8x8_t bytes = vreinterpret_u8_u32(vdup_n_u32(word));
    return vcvtq_f32_u32(vmovl_u16(vget_low_u16(vmovl_u8(bytes))));
}
/** Replaces the bits `last`, a mask, of each lane by the lane's index plus `first`. */
static CAROM_INLINE f4 f4_number_lanes(f4 x, int last, int first) {
    const uint32_t lane[4] = {0, 1, 2, 3};
    uint32x4_t bits = vandq_u32(vreinterpretq_u32_f32(x), vdupq_n_u32(~(uint32_t)last));
    uint32x4_t number = vaddq_u32(vld1q_u32(lane), vdupq_n_u32((uint32_t)first));
    return vreinterpretq_f32_u32(vorrq_u32(bits, number));
}
/** Three numbers and a zero. */
static CAROM_INLINE f4 f4_load3(const float *from) {
    return vcombine_f32(vld1_f32(from), vset_lane_f32(from[2], vdup_n_f32(0.0f), 0));
}
static CAROM_INLINE f4 f4_load_u32(const uint32_t *from) {
    return vcvtq_f32_u32(vld1q_u32(from));
}
/** Truncates to integers; for lanes in [0, 2^31). */
static CAROM_INLINE void f4_store_u32(uint32_t *to, f4 x) {
    vst1q_u32(to, vcvtq_u32_f32(x));
}
static CAROM_INLINE void f4_transpose(f4 row[4]) {
    float32x4x2_t even = vzipq_f32(row[0], row[2]), odd = vzipq_f32(row[1], row[3]);
    float32x4x2_t first = vzipq_f32(even.val[0], odd.val[0]);
    float32x4x2_t last = vzipq_f32(even.val[1], odd.val[1]);
    row[0] = first.val[0];
    row[1] = first.val[1];
    row[2] = last.val[0];
    row[3] = last.val[1];
}
static CAROM_INLINE dd dd_widen_low(f4 x) {
    return vcvt_f64_f32(vget_low_f32(x));
}
static CAROM_INLINE dd dd_widen_high(f4 x) {
    return vcvt_high_f64_f32(x);
}
/** Rounds to nearest. */
static CAROM_INLINE f4 dd_narrow(dd low, dd high) {
    return vcvt_high_f32_f64(vcvt_f32_f64(low), high);
}
static CAROM_INLINE dd dd_firsts(dd a, dd b) {
    return vzip1q_f64(a, b);
}
static CAROM_INLINE dd dd_seconds(dd a, dd b) {
    return vzip2q_f64(a, b);
}

#endif
