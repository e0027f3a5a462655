/* Portable SIMD vectors: f8 and f4 are eight and four floats, d4 and dd four and two doubles, with
 * AVX-512 also f16 and d8 (see simd/simd_real.h); <type>_flags is the result of a comparison. Each
 * operation does to every lane what the scalar expression in simd_scalar.h does, so all instruction
 * sets give the same bits (except mad_about); only which NaN is given is unspecified. min(a, b) is
 * a < b ? a : b and max(a, b) is a > b ? a : b: with a NaN in either place, and for two zeros, both
 * give b. Comparisons with NaN are false. Loads and stores need no alignment. */
#ifndef CAROM_SIMD_SIMD_H
#define CAROM_SIMD_SIMD_H

#include <string.h>

#include "core/internal.h"

/* A kernel is written once, in x_kernel.c, and compiled once per set (cmake/kernels.cmake): native
 * (what the compiler's target has, up to AVX2), avx2 and for some avx512 (x86 only; SIMD_AVX512 is
 * then defined: no other set has the 512-bit registers, whatever the target), and for some scalar.
 * SIMD_SET is the name of the set, and a kernel defines its functions by SIMD_NAME:
 * SIMD_NAME(carom_x) is carom_x_avx2. carom_simd_best in simd/simd_set.h returns the best set that
 * the machine can run. */

#define SIMD_JOIN_NAMES(name, set) name##_##set
#define SIMD_JOIN(name, set) SIMD_JOIN_NAMES(name, set)
#define SIMD_NAME(name) SIMD_JOIN(name, SIMD_SET)

/* Is this the set for machines that have none of the better ones, in a library that holds those? It
 * is kept small there: algorithms that only save time are left out. */
#if defined(SIMD_NATIVE) && defined(CAROM_AVX2)
#define SIMD_IS_FALLBACK true
#else
#define SIMD_IS_FALLBACK false
#endif
/* In front of a loop over three axes, which is unrolled at -O2, too, but not in the fallback. */
#if defined(SIMD_NATIVE) && defined(CAROM_AVX2)
#define SIMD_UNROLL_3
#elif defined(__clang__)
#define SIMD_UNROLL_3 _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define SIMD_UNROLL_3 _Pragma("GCC unroll 3")
#else
#define SIMD_UNROLL_3
#endif
/* Has the set registers of sixteen floats? SIMD_EIGHT_NAME(carom_x) is the kernel of the same
 * machine with eight: what sixteen do not speed up is left to that. */
#if defined(SIMD_AVX512)
#define SIMD_IS_SIXTEEN true
#define SIMD_EIGHT_NAME(name) name##_avx2
#else
#define SIMD_IS_SIXTEEN false
#define SIMD_EIGHT_NAME(name) SIMD_NAME(name)
#endif

#if defined(SIMD_SCALAR)
#include "simd/simd_scalar.h"
#elif defined(SIMD_AVX512)
#include "simd/simd_avx512.h"
#elif defined(__AVX2__)
#include "simd/simd_avx2.h"
#elif defined(__SSE2__)
#include "simd/simd_sse2.h"
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include "simd/simd_neon.h"
#elif defined(__wasm_simd128__)
#include "simd/simd_wasm.h"
#else
#include "simd/simd_scalar.h"
#endif

#if defined(SIMD_SCALAR) || !defined(__AVX2__)
#include "simd/simd_halves.h"
/** a * b + c, rounded once or twice, as the sets differ: for bounds that allow for both. */
static CAROM_INLINE f8 f8_mad_about(f8 a, f8 b, f8 c) {
    return f8_add(f8_mul(a, b), c);
}
static CAROM_INLINE f4 f4_mad_about(f4 a, f4 b, f4 c) {
    return f4_add(f4_mul(a, b), c);
}
static CAROM_INLINE d4 d4_mad_about(d4 a, d4 b, d4 c) {
    return d4_add(d4_mul(a, b), c);
}
#endif

#ifndef SIMD_SIXTEEN
#include "simd/simd_choice.h"
#endif

/** The least lane; not for NaN. */
static CAROM_INLINE float f8_least(f8 x) {
    float lane[4];
    f4_store(lane, f4_min(f8_low(x), f8_high(x)));
    float a = lane[1] < lane[0] ? lane[1] : lane[0], b = lane[3] < lane[2] ? lane[3] : lane[2];
    return b < a ? b : a;
}

/** The greatest lane; not for NaN. */
static CAROM_INLINE float f8_most(f8 x) {
    return -f8_least(f8_neg(x));
}
/** The greatest lane; not for NaN. */
static CAROM_INLINE double d4_most(d4 x) {
    double lane[4];
    d4_store(lane, x);
    double low = lane[0] > lane[1] ? lane[0] : lane[1],
           high = lane[2] > lane[3] ? lane[2] : lane[3];
    return low > high ? low : high;
}

#if defined(SIMD_SCALAR) || !defined(__AVX2__)
/** Every lane is the greatest lane; not for NaN. */
static CAROM_INLINE f8 f8_greatest(f8 x) {
    return f8_all(f8_most(x));
}
#endif

/* ---- loads without instructions of their own */

static CAROM_INLINE f4 f4_gather(const float *base, const uint8_t index[4]) {
    return f4_of(base[index[0]], base[index[1]], base[index[2]], base[index[3]]);
}
static CAROM_INLINE d4 d4_gather(const double *base, const uint8_t index[4]) {
    return d4_of(base[index[0]], base[index[1]], base[index[2]], base[index[3]]);
}

#ifdef SIMD_SIXTEEN
static CAROM_INLINE f8 f8_gather(const float *base, const uint8_t index[8]) {
    return f8_join(f4_gather(base, index), f4_gather(base, index + 4));
}
static CAROM_INLINE d8 d8_gather(const double *base, const uint8_t index[8]) {
    return d8_join(d4_gather(base, index), d4_gather(base, index + 4));
}
#endif

/* ---- four numbers of either precision, computed with in double */

#ifdef CAROM_DOUBLE
static CAROM_INLINE d4 d4_load_real(const carom_real *from) {
    return d4_load(from);
}
/** Loads four numbers, rounded to float. */
static CAROM_INLINE f4 f4_load_real(const carom_real *from) {
    return d4_narrow(d4_load(from));
}
/** Rounds to nearest. */
static CAROM_INLINE void d4_store_real(carom_real *to, d4 x) {
    d4_store(to, x);
}
static CAROM_INLINE d4 d4_load_real_strided(const carom_real *at, size_t n) {
    return d4_load_strided(at, n);
}
/** Eight differences a - b, rounded to float. */
static CAROM_INLINE f8 f8_sub_number(const carom_real *a, carom_real b) {
    d4 all = d4_all(b);
    return f8_join(d4_narrow(d4_sub(d4_load(a), all)), d4_narrow(d4_sub(d4_load(a + 4), all)));
}
/** Eight differences b - a, rounded to float. */
static CAROM_INLINE f8 f8_number_sub(carom_real b, const carom_real *a) {
    d4 all = d4_all(b);
    return f8_join(d4_narrow(d4_sub(all, d4_load(a))), d4_narrow(d4_sub(all, d4_load(a + 4))));
}
/** Eight products (a - b) * scale, where scale is a power of two; one rounding to float. */
static CAROM_INLINE f8 f8_sub_scaled(const carom_real *a, carom_real b, double scale) {
    d4 all = d4_all(b), by = d4_all(scale);
    return f8_join(d4_narrow(d4_mul(d4_sub(d4_load(a), all), by)),
                   d4_narrow(d4_mul(d4_sub(d4_load(a + 4), all), by)));
}
#else
static CAROM_INLINE d4 d4_load_real(const carom_real *from) {
    return d4_widen(f4_load(from));
}
/** Loads four numbers, rounded to float. */
static CAROM_INLINE f4 f4_load_real(const carom_real *from) {
    return f4_load(from);
}
/** Rounds to nearest. */
static CAROM_INLINE void d4_store_real(carom_real *to, d4 x) {
    f4_store(to, d4_narrow(x));
}
static CAROM_INLINE d4 d4_load_real_strided(const carom_real *at, size_t n) {
    return d4_widen(f4_load_strided(at, n));
}
/** Eight differences a - b, rounded to float. */
static CAROM_INLINE f8 f8_sub_number(const carom_real *a, carom_real b) {
    return f8_sub(f8_load(a), f8_all(b));
}
/** Eight differences b - a, rounded to float. */
static CAROM_INLINE f8 f8_number_sub(carom_real b, const carom_real *a) {
    return f8_sub(f8_all(b), f8_load(a));
}
/** Eight products (a - b) * scale, where scale is a power of two; one rounding to float. */
static CAROM_INLINE f8 f8_sub_scaled(const carom_real *a, carom_real b, double scale) {
    return f8_mul(f8_sub(f8_load(a), f8_all(b)), f8_all((float)scale));
}
#endif

#endif
