/* Vectors of simd/simd.h by the 128-bit instructions of WebAssembly: four floats and two doubles.
 * v128_t is the type of both: only the names of their operations distinguish dd and f4. */
#ifndef CAROM_SIMD_SIMD_WASM_H
#define CAROM_SIMD_SIMD_WASM_H

#include <wasm_simd128.h>

typedef v128_t f4;
typedef v128_t f4_flags;

/* No load through a pointer to v128_t: clang 14 moves such loads over stores to the same array. */
static CAROM_INLINE f4 f4_of(float a, float b, float c, float d) {
    __asm__("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    return wasm_f32x4_make(a, b, c, d);
}
static CAROM_INLINE f4 f4_all(float x) {
    return wasm_f32x4_splat(x);
}
static CAROM_INLINE f4 f4_load(const float *from) {
    return wasm_v128_load(from);
}
static CAROM_INLINE void f4_store(float *to, f4 x) {
    wasm_v128_store(to, x);
}
static CAROM_INLINE f4 f4_add(f4 a, f4 b) {
    return wasm_f32x4_add(a, b);
}
static CAROM_INLINE f4 f4_sub(f4 a, f4 b) {
    return wasm_f32x4_sub(a, b);
}
static CAROM_INLINE f4 f4_mul(f4 a, f4 b) {
    return wasm_f32x4_mul(a, b);
}
static CAROM_INLINE f4 f4_div(f4 a, f4 b) {
    return wasm_f32x4_div(a, b);
}
/* pmin(b, a) is a < b ? a : b. */
static CAROM_INLINE f4 f4_min(f4 a, f4 b) {
    return wasm_f32x4_pmin(b, a);
}
static CAROM_INLINE f4 f4_max(f4 a, f4 b) {
    return wasm_f32x4_pmax(b, a);
}
static CAROM_INLINE f4 f4_sqrt(f4 a) {
    return wasm_f32x4_sqrt(a);
}
static CAROM_INLINE f4 f4_abs(f4 a) {
    return wasm_f32x4_abs(a);
}
static CAROM_INLINE f4 f4_neg(f4 a) {
    return wasm_f32x4_neg(a);
}
static CAROM_INLINE f4_flags f4_lt(f4 a, f4 b) {
    return wasm_f32x4_lt(a, b);
}
static CAROM_INLINE f4_flags f4_le(f4 a, f4 b) {
    return wasm_f32x4_le(a, b);
}
static CAROM_INLINE f4_flags f4_eq(f4 a, f4 b) {
    return wasm_f32x4_eq(a, b);
}
static CAROM_INLINE f4_flags f4_and(f4_flags a, f4_flags b) {
    return wasm_v128_and(a, b);
}
static CAROM_INLINE f4_flags f4_or(f4_flags a, f4_flags b) {
    return wasm_v128_or(a, b);
}
static CAROM_INLINE f4_flags f4_not(f4_flags a) {
    return wasm_v128_not(a);
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t f4_bits(f4_flags a) {
    return (uint32_t)wasm_i32x4_bitmask(a);
}
/** Bit k is the sign bit of lane k. */
static CAROM_INLINE uint32_t f4_signs(f4 a) {
    return (uint32_t)wasm_i32x4_bitmask(a);
}
static CAROM_INLINE f4 f4_select(f4_flags f, f4 a, f4 b) {
    return wasm_v128_bitselect(a, b, f);
}

typedef v128_t dd;
typedef v128_t dd_flags;

/* As f4_of. */
static CAROM_INLINE dd dd_of(double a, double b) {
    __asm__("" : "+r"(a), "+r"(b));
    return wasm_f64x2_make(a, b);
}
static CAROM_INLINE dd dd_all(double x) {
    return wasm_f64x2_splat(x);
}
static CAROM_INLINE dd dd_load(const double *from) {
    return wasm_v128_load(from);
}
static CAROM_INLINE void dd_store(double *to, dd x) {
    wasm_v128_store(to, x);
}
static CAROM_INLINE dd dd_add(dd a, dd b) {
    return wasm_f64x2_add(a, b);
}
static CAROM_INLINE dd dd_sub(dd a, dd b) {
    return wasm_f64x2_sub(a, b);
}
static CAROM_INLINE dd dd_mul(dd a, dd b) {
    return wasm_f64x2_mul(a, b);
}
static CAROM_INLINE dd dd_div(dd a, dd b) {
    return wasm_f64x2_div(a, b);
}
/* pmin(b, a) is a < b ? a : b. */
static CAROM_INLINE dd dd_min(dd a, dd b) {
    return wasm_f64x2_pmin(b, a);
}
static CAROM_INLINE dd dd_max(dd a, dd b) {
    return wasm_f64x2_pmax(b, a);
}
static CAROM_INLINE dd dd_sqrt(dd a) {
    return wasm_f64x2_sqrt(a);
}
static CAROM_INLINE dd dd_abs(dd a) {
    return wasm_f64x2_abs(a);
}
static CAROM_INLINE dd dd_neg(dd a) {
    return wasm_f64x2_neg(a);
}
static CAROM_INLINE dd_flags dd_lt(dd a, dd b) {
    return wasm_f64x2_lt(a, b);
}
static CAROM_INLINE dd_flags dd_le(dd a, dd b) {
    return wasm_f64x2_le(a, b);
}
static CAROM_INLINE dd_flags dd_eq(dd a, dd b) {
    return wasm_f64x2_eq(a, b);
}
static CAROM_INLINE dd_flags dd_and(dd_flags a, dd_flags b) {
    return wasm_v128_and(a, b);
}
static CAROM_INLINE dd_flags dd_or(dd_flags a, dd_flags b) {
    return wasm_v128_or(a, b);
}
static CAROM_INLINE dd_flags dd_not(dd_flags a) {
    return wasm_v128_not(a);
}
/** Bit k is lane k. */
static CAROM_INLINE uint32_t dd_bits(dd_flags a) {
    return (uint32_t)wasm_i64x2_bitmask(a);
}
static CAROM_INLINE dd dd_select(dd_flags f, dd a, dd b) {
    return wasm_v128_bitselect(a, b, f);
}

static CAROM_INLINE f4 f4_load_u8(const uint8_t *from) {
    v128_t words = wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(from));
    return wasm_f32x4_convert_u32x4(wasm_u32x4_extend_low_u16x8(words));
}
/** Replaces the bits `last`, a mask, of each lane by the lane's index plus `first`. */
static CAROM_INLINE f4 f4_number_lanes(f4 x, int last, int first) {
    v128_t lane = wasm_i32x4_make(first, first + 1, first + 2, first + 3);
    return wasm_v128_or(wasm_v128_and(x, wasm_i32x4_splat(~last)), lane);
}
/** Three numbers and a zero. */
static CAROM_INLINE f4 f4_load3(const float *from) {
    return wasm_i32x4_shuffle(wasm_v128_load64_zero(from), wasm_v128_load32_zero(from + 2), 0, 1, 4,
                              5);
}
static CAROM_INLINE f4 f4_load_u32(const uint32_t *from) {
    return wasm_f32x4_convert_u32x4(wasm_v128_load(from));
}
/** Truncates to integers; for lanes in [0, 2^31). */
static CAROM_INLINE void f4_store_u32(uint32_t *to, f4 x) {
    wasm_v128_store(to, wasm_u32x4_trunc_sat_f32x4(x));
}
static CAROM_INLINE void f4_transpose(f4 row[4]) {
    f4 a = wasm_i32x4_shuffle(row[0], row[2], 0, 4, 1, 5);
    f4 b = wasm_i32x4_shuffle(row[1], row[3], 0, 4, 1, 5);
    f4 c = wasm_i32x4_shuffle(row[0], row[2], 2, 6, 3, 7);
    f4 d = wasm_i32x4_shuffle(row[1], row[3], 2, 6, 3, 7);
    row[0] = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5);
    row[1] = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
    row[2] = wasm_i32x4_shuffle(c, d, 0, 4, 1, 5);
    row[3] = wasm_i32x4_shuffle(c, d, 2, 6, 3, 7);
}
static CAROM_INLINE dd dd_widen_low(f4 x) {
    return wasm_f64x2_promote_low_f32x4(x);
}
static CAROM_INLINE dd dd_widen_high(f4 x) {
    return wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(x, x, 2, 3, 2, 3));
}
/** Rounds to nearest. */
static CAROM_INLINE f4 dd_narrow(dd low, dd high) {
    return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high),
                              0, 1, 4, 5);
}
static CAROM_INLINE dd dd_firsts(dd a, dd b) {
    return wasm_i64x2_shuffle(a, b, 0, 2);
}
static CAROM_INLINE dd dd_seconds(dd a, dd b) {
    return wasm_i64x2_shuffle(a, b, 1, 3);
}

#endif
