/* Vectors of simd/simd.h in plain C: the definition that every other set must reproduce bit by bit,
 * and the implementation for machines without SIMD. Bit k of the flags is lane k. */
#ifndef CAROM_SIMD_SIMD_SCALAR_H
#define CAROM_SIMD_SIMD_SCALAR_H

#include <math.h>
#include <stdint.h>

/* Lanes are unrolled by the preprocessor: gcc unrolls a loop over lanes only after it has inlined
 * the whole kernel, and then passes every lane through memory. */
#define SCALAR_LANE(number, ...)                                                                   \
    do {                                                                                           \
        enum { k = number };                                                                       \
        __VA_ARGS__;                                                                               \
    } while (0)
#define SCALAR_EACH_2(...)                                                                         \
    SCALAR_LANE(0, __VA_ARGS__);                                                                   \
    SCALAR_LANE(1, __VA_ARGS__)
#define SCALAR_EACH_4(...)                                                                         \
    SCALAR_EACH_2(__VA_ARGS__);                                                                    \
    SCALAR_LANE(2, __VA_ARGS__);                                                                   \
    SCALAR_LANE(3, __VA_ARGS__)

#define SCALAR_LANES(type, number, lanes, root, magnitude)                                         \
    typedef struct type {                                                                          \
        number lane[lanes];                                                                        \
    } type;                                                                                        \
    typedef struct type##_flags {                                                                  \
        uint32_t bits;                                                                             \
    } type##_flags;                                                                                \
    static CAROM_INLINE type type##_load(const number *from) {                                     \
        type x;                                                                                    \
        SCALAR_EACH_##lanes(x.lane[k] = from[k]);                                                  \
        return x;                                                                                  \
    }                                                                                              \
    static CAROM_INLINE void type##_store(number *to, type x) {                                    \
        SCALAR_EACH_##lanes(to[k] = x.lane[k]);                                                    \
    }                                                                                              \
    SCALAR_MAP(type, lanes, all, (number x), x)                                                    \
    SCALAR_MAP(type, lanes, add, (type a, type b), a.lane[k] + b.lane[k])                          \
    SCALAR_MAP(type, lanes, sub, (type a, type b), a.lane[k] - b.lane[k])                          \
    SCALAR_MAP(type, lanes, mul, (type a, type b), a.lane[k] * b.lane[k])                          \
    SCALAR_MAP(type, lanes, div, (type a, type b), a.lane[k] / b.lane[k])                          \
    SCALAR_MAP(type, lanes, min, (type a, type b), a.lane[k] < b.lane[k] ? a.lane[k] : b.lane[k])  \
    SCALAR_MAP(type, lanes, max, (type a, type b), a.lane[k] > b.lane[k] ? a.lane[k] : b.lane[k])  \
    SCALAR_MAP(type, lanes, sqrt, (type a), root(a.lane[k]))                                       \
    SCALAR_MAP(type, lanes, abs, (type a), magnitude(a.lane[k]))                                   \
    SCALAR_MAP(type, lanes, neg, (type a), -a.lane[k])                                             \
    SCALAR_MAP(type, lanes, select, (type##_flags f, type a, type b),                              \
               f.bits >> k & 1u ? a.lane[k] : b.lane[k])                                           \
    SCALAR_COMPARE(type, lanes, lt, <)                                                             \
    SCALAR_COMPARE(type, lanes, le, <=)                                                            \
    SCALAR_COMPARE(type, lanes, eq, ==)                                                            \
    static CAROM_INLINE type##_flags type##_and(type##_flags a, type##_flags b) {                  \
        return (type##_flags){a.bits & b.bits};                                                    \
    }                                                                                              \
    static CAROM_INLINE type##_flags type##_or(type##_flags a, type##_flags b) {                   \
        return (type##_flags){a.bits | b.bits};                                                    \
    }                                                                                              \
    static CAROM_INLINE type##_flags type##_not(type##_flags a) {                                  \
        return (type##_flags){a.bits ^ ((1u << lanes) - 1u)};                                      \
    }                                                                                              \
    static CAROM_INLINE uint32_t type##_bits(type##_flags a) {                                     \
        return a.bits;                                                                             \
    }

#define SCALAR_MAP(type, lanes, name, arguments, expression)                                       \
    static CAROM_INLINE type type##_##name arguments {                                             \
        type to;                                                                                   \
        SCALAR_EACH_##lanes(to.lane[k] = expression);                                              \
        return to;                                                                                 \
    }

#define SCALAR_COMPARE(type, lanes, name, sign)                                                    \
    static CAROM_INLINE type##_flags type##_##name(type a, type b) {                               \
        type##_flags f = {0};                                                                      \
        SCALAR_EACH_##lanes(f.bits |= (uint32_t)(a.lane[k] sign b.lane[k]) << k);                  \
        return f;                                                                                  \
    }

SCALAR_LANES(f4, float, 4, sqrtf, fabsf)
SCALAR_LANES(dd, double, 2, sqrt, fabs)

static CAROM_INLINE f4 f4_of(float a, float b, float c, float d) {
    return (f4){{a, b, c, d}};
}
static CAROM_INLINE dd dd_of(double a, double b) {
    return (dd){{a, b}};
}
static CAROM_INLINE f4 f4_load_u8(const uint8_t *from) {
    return (f4){{from[0], from[1], from[2], from[3]}};
}
/** Replaces the bits `last`, a mask, of each lane by the lane's index plus `first`. */
static CAROM_INLINE f4 f4_number_lanes(f4 x, int last, int first) {
    for (int k = 0; k < 4; k++) {
        uint32_t bits;
        memcpy(&bits, &x.lane[k], sizeof bits);
        bits = (bits & ~(uint32_t)last) | (uint32_t)(first + k);
        memcpy(&x.lane[k], &bits, sizeof bits);
    }
    return x;
}
/** Bit k is the sign bit of lane k. */
static CAROM_INLINE uint32_t f4_signs(f4 x) {
    uint32_t signs = 0;
    SCALAR_EACH_4(signs |= (uint32_t)(signbit(x.lane[k]) != 0) << k);
    return signs;
}
/** Three numbers and a zero. */
static CAROM_INLINE f4 f4_load3(const float *from) {
    return (f4){{from[0], from[1], from[2], 0.0f}};
}
/** Converts, rounding to nearest; for numbers below 2^31. */
static CAROM_INLINE f4 f4_load_u32(const uint32_t *from) {
    return (f4){{(float)from[0], (float)from[1], (float)from[2], (float)from[3]}};
}
/** Truncates to integers; for lanes in [0, 2^31). */
static CAROM_INLINE void f4_store_u32(uint32_t *to, f4 x) {
    SCALAR_EACH_4(to[k] = (uint32_t)x.lane[k]);
}
/** Transposes: lane k of row i becomes lane i of row k. */
static CAROM_INLINE void f4_transpose(f4 row[4]) {
    const f4 a = row[0], b = row[1], c = row[2], d = row[3];
    SCALAR_EACH_4(row[k] = (f4){{a.lane[k], b.lane[k], c.lane[k], d.lane[k]}});
}
static CAROM_INLINE dd dd_widen_low(f4 x) {
    return (dd){{x.lane[0], x.lane[1]}};
}
static CAROM_INLINE dd dd_widen_high(f4 x) {
    return (dd){{x.lane[2], x.lane[3]}};
}
static CAROM_INLINE f4 dd_narrow(dd low, dd high) {
    return (f4){{(float)low.lane[0], (float)low.lane[1], (float)high.lane[0], (float)high.lane[1]}};
}
static CAROM_INLINE dd dd_firsts(dd a, dd b) {
    return (dd){{a.lane[0], b.lane[0]}};
}
static CAROM_INLINE dd dd_seconds(dd a, dd b) {
    return (dd){{a.lane[1], b.lane[1]}};
}

#endif
