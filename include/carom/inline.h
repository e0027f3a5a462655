/* carom: what the inline functions of overlap_inline.h, raycast_inline.h and sweep_inline.h share.
 *
 * An inline function decides only what its error bound proves, also where the caller's compiler
 * contracts products and sums to fused operations; the rest goes to the library. What it returns
 * is rounded as in the library: carom_rounded keeps a product from being contracted. So an answer
 * has the same bits whether it is inlined or not. CAROM_NO_INLINE before the first include makes
 * all of them calls. @since 0.2.0 */
#ifndef CAROM_INLINE_H
#define CAROM_INLINE_H

#include "carom/shape.h"

/* Compilers with GNU's extensions on machines whose arithmetic is that of the types, without
 * options that change it. */
#if defined(__GNUC__) && defined(__FLT_EVAL_METHOD__) && !defined(CAROM_NO_INLINE) &&              \
    !defined(__ASSOCIATIVE_MATH__) && !defined(__RECIPROCAL_MATH__) &&                             \
    !defined(__NO_SIGNED_ZEROS__)
#if __FLT_EVAL_METHOD__ == 0 && !(defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#define CAROM_INLINE_FILTERS
#endif
#endif

/* Registers of four floats. */
#if defined(CAROM_INLINE_FILTERS) && !defined(CAROM_DOUBLE) && defined(__SSE2__) &&                \
    defined(__x86_64__)
#define CAROM_INLINE_LANES
#endif
/* Answers computed in double, where speed is asked for: this is not little code. */
#if defined(CAROM_INLINE_FILTERS) && !defined(CAROM_DOUBLE) && defined(__OPTIMIZE__) &&            \
    !defined(__OPTIMIZE_SIZE__) && (defined(CAROM_INLINE_LANES) || defined(__aarch64__))
#define CAROM_INLINE_ANSWERS
#endif

#ifdef __GNUC__
#define CAROM_EXPECT(x) __builtin_expect(!!(x), 1)
#define CAROM_MAGNITUDE(x) ((carom_real)__builtin_fabs(x))
#define CAROM_ARE_POSITIVE(x, y) (!(__builtin_signbit(x) | __builtin_signbit(y)))
/* Functions that only read: a call whose answer is not used is left out. */
#define CAROM_PURE __attribute__((pure))
#define CAROM_COLD __attribute__((pure, cold))
#else
#define CAROM_EXPECT(x) (x)
#define CAROM_MAGNITUDE(x) ((x) < 0 ? -(x) : (x))
#define CAROM_ARE_POSITIVE(x, y) (((x) >= 0) & ((y) >= 0))
#define CAROM_PURE
#define CAROM_COLD
#endif

/* All zero. */
#ifdef __cplusplus
#define CAROM_NOTHING                                                                              \
    {}
#else
#define CAROM_NOTHING                                                                              \
    { 0 }
#endif

#define CAROM_LEAST(a, b) ((a) < (b) ? (a) : (b))
#define CAROM_MOST(a, b) ((a) > (b) ? (a) : (b))
#define CAROM_VEC3_DOT(a, b) ((a).x * (b).x + (a).y * (b).y + (a).z * (b).z)

CAROM_BEGIN

#if defined(CAROM_INLINE_LANES) || defined(CAROM_INLINE_ANSWERS)
typedef int carom_loose_bits __attribute__((may_alias));
/* The bits of a float in memory, as an integer: negative where the float's sign is set. */
#define CAROM_BITS_AT(p) (*(const carom_loose_bits *)(const void *)(p))
#endif

#ifdef CAROM_INLINE_LANES
typedef float carom_lanes __attribute__((vector_size(16)));
typedef float carom_loose_lanes __attribute__((vector_size(16), aligned(4), may_alias));
typedef int carom_lane_mask __attribute__((vector_size(16)));

/* The numbers of a shape one after another. */
#define CAROM_REALS_OF(shape) ((const carom_real *)(const void *)(shape))
#define CAROM_LANES_AT(p) ((carom_lanes)(*(const carom_loose_lanes *)(const void *)(p)))
#define CAROM_LANES_OF(x)                                                                          \
    { (x), (x), (x), (x) }
/* Of two numbers the second where one is NaN. */
#define CAROM_LANES_LEAST(a, b) ((carom_lanes)__builtin_ia32_minps((a), (b)))
#define CAROM_LANES_MOST(a, b) ((carom_lanes)__builtin_ia32_maxps((a), (b)))
/* All bits where a is not at most b, or one is NaN. */
#define CAROM_LANES_BEYOND(a, b) __builtin_ia32_cmpnleps((a), (b))
/* Lanes 1 to 3 as lanes 0 to 2, and lane 0 as lane 3. */
#define CAROM_LANES_ABOVE(a) ((carom_lanes)__builtin_ia32_shufps((a), (a), 0x39))
/* Lanes 0 and 1 of two vectors in turn, and lanes 2 and 3; lanes 2 and 3 twice, and lane 1 in all,
 * as integers, whose shuffles need no copy. */
#ifdef __clang__
#define CAROM_LANES_ZIP_LOW(a, b) __builtin_shufflevector((a), (b), 0, 4, 1, 5)
#define CAROM_LANES_ZIP_HIGH(a, b) __builtin_shufflevector((a), (b), 2, 6, 3, 7)
#define CAROM_LANES_UPPER(a) __builtin_shufflevector((a), (a), 2, 3, 2, 3)
#define CAROM_LANES_SECOND(a) __builtin_shufflevector((a), (a), 1, 1, 1, 1)
#else
#define CAROM_LANES_UPPER(a) ((carom_lanes)__builtin_ia32_pshufd((carom_lane_mask)(a), 0xee))
#define CAROM_LANES_SECOND(a) ((carom_lanes)__builtin_ia32_pshufd((carom_lane_mask)(a), 0x55))
#define CAROM_LANES_ZIP_LOW(a, b) ((carom_lanes)__builtin_ia32_unpcklps((a), (b)))
#define CAROM_LANES_ZIP_HIGH(a, b) ((carom_lanes)__builtin_ia32_unpckhps((a), (b)))
#endif
/* The sign bits of the lanes. */
#define CAROM_LANES_BITS(mask) __builtin_ia32_movmskps((carom_lanes)(mask))
#endif

#ifdef CAROM_INLINE_ANSWERS
#define CAROM_API_INLINE CAROM_API inline __attribute__((always_inline))
/* A part of an inline function; never a function of its own. */
#define CAROM_INLINE_PART extern __inline __attribute__((gnu_inline, always_inline, artificial))

/* x, rounded to double: an empty instruction stands between a product and a sum, also where the
 * caller's function alone has fused operations, by an attribute. */
CAROM_INLINE_PART double carom_rounded(double x) {
#ifdef __aarch64__
    __asm__("" : "+w"(x));
#else
    __asm__("" : "+x"(x));
#endif
    return x;
}

/* A condition as a number, so that several make one branch: which of them holds is often
 * unpredictable where the whole is not. */
CAROM_INLINE_PART int carom_flag(int x) {
    __asm__("" : "+r"(x));
    return x;
}

/* The square root, without a call that would set errno; in place, because the instruction waits for
 * what is in the register of its result. */
CAROM_INLINE_PART double carom_root(double x) {
#if defined(__aarch64__)
    __asm__("fsqrt %d0, %d0" : "+w"(x));
#elif defined(__AVX__)
    __asm__("vsqrtsd %0, %0, %0" : "+x"(x));
#else
    __asm__("sqrtsd %0, %0" : "+x"(x));
#endif
    return x;
}

CAROM_INLINE_PART carom_vec3 carom_narrow_sub(carom_vec3 a, carom_vec3 b) {
    carom_vec3 out = {a.x - b.x, a.y - b.y, a.z - b.z};
    return out;
}
CAROM_INLINE_PART double carom_less(double a, double b) {
    return a < b ? a : b;
}
CAROM_INLINE_PART double carom_more(double a, double b) {
    return a > b ? a : b;
}
CAROM_INLINE_PART carom_double3 carom_double3_of(carom_vec3 v) {
    carom_double3 out = {(double)v.x, (double)v.y, (double)v.z};
    return out;
}
CAROM_INLINE_PART carom_double3 carom_double3_sub(carom_double3 a, carom_double3 b) {
    carom_double3 out = {a.x - b.x, a.y - b.y, a.z - b.z};
    return out;
}
CAROM_INLINE_PART carom_double3 carom_double3_add(carom_double3 a, carom_double3 b) {
    carom_double3 out = {a.x + b.x, a.y + b.y, a.z + b.z};
    return out;
}
CAROM_INLINE_PART double carom_double3_dot(carom_double3 a, carom_double3 b) {
    return carom_rounded(a.x * b.x) + carom_rounded(a.y * b.y) + carom_rounded(a.z * b.z);
}
CAROM_INLINE_PART carom_double3 carom_double3_cross(carom_double3 a, carom_double3 b) {
    carom_double3 out = {carom_rounded(a.y * b.z) - carom_rounded(a.z * b.y),
                         carom_rounded(a.z * b.x) - carom_rounded(a.x * b.z),
                         carom_rounded(a.x * b.y) - carom_rounded(a.y * b.x)};
    return out;
}
/* a + s b */
CAROM_INLINE_PART carom_double3 carom_double3_mad(carom_double3 a, carom_double3 b, double s) {
    carom_double3 out = {a.x + carom_rounded(b.x * s), a.y + carom_rounded(b.y * s),
                         a.z + carom_rounded(b.z * s)};
    return out;
}
CAROM_INLINE_PART carom_double3 carom_double3_scale(carom_double3 a, double s) {
    carom_double3 out = {carom_rounded(a.x * s), carom_rounded(a.y * s), carom_rounded(a.z * s)};
    return out;
}
CAROM_INLINE_PART double carom_double3_size(carom_double3 a) {
    return carom_more(__builtin_fabs(a.x), carom_more(__builtin_fabs(a.y), __builtin_fabs(a.z)));
}
/* A point moving along d past a ball that is `m` from it: a = d^2, along = m d, and inside = r^2 -
 * m^2 enlarged by the bound `unit` (m^2 + r^2) on its error: below 0 where the point certainly
 * starts outside. Then `beside` = along^2 + a inside is below 0 where the line certainly misses the
 * ball. Of a (m^2 + r^2) it has less than 32 roundings, also where m, d and r are rounded
 * differences and sums: 11 of a m^2 by along^2, 13 by a inside, 1 by their sum. */
typedef struct carom_ball_path {
    carom_real a, along, gap2, radius2, beside, inside;
    carom_real unit; /* relative bound on errors */
    bool sound;      /* no product left the range, none lost digits to underflow */
} carom_ball_path;

CAROM_INLINE_PART carom_ball_path carom_path_at_ball(carom_vec3 m, carom_vec3 d, carom_real r) {
    carom_ball_path out;
    const carom_real a = CAROM_VEC3_DOT(d, d), b = CAROM_VEC3_DOT(m, d), r2 = r * r;
    const carom_real m2 = CAROM_VEC3_DOT(m, m), most = m2 + r2, unit = 16 * CAROM_REAL_EPSILON;
    out.a = a;
    out.along = b;
    out.gap2 = m2;
    out.radius2 = r2;
    out.unit = unit;
    out.inside = r2 * (1 + unit) - m2 * (1 - unit);
    out.beside = b * b + a * out.inside;
    /* not by the smaller and the larger one: which it is may be unpredictable */
    out.sound = a > 1e-15f && most > 1e-15f && a < 1e18f && most < 1e18f;
    return out;
}

/* Rounded to the caller's precision, never -0; the second one held finite. */
CAROM_INLINE_PART carom_real carom_narrow(double x) {
    return (carom_real)x + 0;
}
CAROM_INLINE_PART carom_real carom_narrow_time(double x) {
    return carom_narrow(carom_more(-(double)CAROM_REAL_MAX, carom_less(x, CAROM_REAL_MAX)));
}
CAROM_INLINE_PART carom_vec3 carom_narrow3(carom_double3 v) {
    carom_vec3 out = {carom_narrow(v.x), carom_narrow(v.y), carom_narrow(v.z)};
    return out;
}
#else
#define CAROM_API_INLINE CAROM_API inline
#endif

CAROM_END

#endif
