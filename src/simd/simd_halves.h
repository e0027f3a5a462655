/* Vectors of simd/simd.h for sets with 128-bit registers and for plain C: eight floats and four
 * doubles in two registers each. The same bits as by AVX2. */
#ifndef CAROM_SIMD_SIMD_HALVES_H
#define CAROM_SIMD_SIMD_HALVES_H

#define HALVES_UNARY(type, half, name)                                                             \
    static CAROM_INLINE type type##_##name(type a) {                                               \
        return (type){half##_##name(a.low), half##_##name(a.high)};                                \
    }
#define HALVES_BINARY(type, half, name, result)                                                    \
    static CAROM_INLINE result type##_##name(type a, type b) {                                     \
        return (result){half##_##name(a.low, b.low), half##_##name(a.high, b.high)};               \
    }
#define HALVES_FLAGS(type, half, name)                                                             \
    static CAROM_INLINE type##_flags type##_##name(type##_flags a, type##_flags b) {               \
        return (type##_flags){half##_##name(a.low, b.low), half##_##name(a.high, b.high)};         \
    }

#define HALVES(type, half, number, half_lanes)                                                     \
    typedef struct type {                                                                          \
        half low, high;                                                                            \
    } type;                                                                                        \
    typedef struct type##_flags {                                                                  \
        half##_flags low, high;                                                                    \
    } type##_flags;                                                                                \
    static CAROM_INLINE type type##_all(number x) {                                                \
        return (type){half##_all(x), half##_all(x)};                                               \
    }                                                                                              \
    static CAROM_INLINE type type##_load(const number *from) {                                     \
        return (type){half##_load(from), half##_load(from + half_lanes)};                          \
    }                                                                                              \
    static CAROM_INLINE void type##_store(number *to, type x) {                                    \
        half##_store(to, x.low);                                                                   \
        half##_store(to + half_lanes, x.high);                                                     \
    }                                                                                              \
    HALVES_BINARY(type, half, add, type)                                                           \
    HALVES_BINARY(type, half, sub, type)                                                           \
    HALVES_BINARY(type, half, mul, type)                                                           \
    HALVES_BINARY(type, half, div, type)                                                           \
    HALVES_BINARY(type, half, min, type)                                                           \
    HALVES_BINARY(type, half, max, type)                                                           \
    HALVES_UNARY(type, half, sqrt)                                                                 \
    HALVES_UNARY(type, half, abs)                                                                  \
    HALVES_UNARY(type, half, neg)                                                                  \
    HALVES_BINARY(type, half, lt, type##_flags)                                                    \
    HALVES_BINARY(type, half, le, type##_flags)                                                    \
    HALVES_BINARY(type, half, eq, type##_flags)                                                    \
    HALVES_FLAGS(type, half, and)                                                                  \
    HALVES_FLAGS(type, half, or)                                                                   \
    static CAROM_INLINE type##_flags type##_not(type##_flags a) {                                  \
        return (type##_flags){half##_not(a.low), half##_not(a.high)};                              \
    }                                                                                              \
    static CAROM_INLINE uint32_t type##_bits(type##_flags a) {                                     \
        return half##_bits(a.low) | half##_bits(a.high) << half_lanes;                             \
    }                                                                                              \
    static CAROM_INLINE type type##_select(type##_flags f, type a, type b) {                       \
        return (type){half##_select(f.low, a.low, b.low), half##_select(f.high, a.high, b.high)};  \
    }

HALVES(f8, f4, float, 4)
HALVES(d4, dd, double, 2)

static CAROM_INLINE d4 d4_of(double a, double b, double c, double d) {
    return (d4){dd_of(a, b), dd_of(c, d)};
}
static CAROM_INLINE f4 f8_low(f8 x) {
    return x.low;
}
static CAROM_INLINE f4 f8_high(f8 x) {
    return x.high;
}
static CAROM_INLINE f8 f8_join(f4 low, f4 high) {
    return (f8){low, high};
}
/** a where f, else 0. */
static CAROM_INLINE f8 f8_keep(f8_flags f, f8 a) {
    return f8_select(f, a, f8_all(0.0f));
}
/** Per lane the number that is not 0, where at least one is 0. */
static CAROM_INLINE f8 f8_merge(f8 a, f8 b) {
    return f8_add(a, b);
}
/** f8_max and f8_min of times >= 0. With a negative argument f8_later gives one that is not, if
 * any, and f8_sooner a negative one. */
static CAROM_INLINE f8 f8_later(f8 a, f8 b) {
    return f8_max(a, b);
}
static CAROM_INLINE f8 f8_sooner(f8 a, f8 b) {
    return f8_min(a, b);
}
/** max(|a|, |b|) */
static CAROM_INLINE f8 f8_max_size(f8 a, f8 b) {
    return f8_max(f8_abs(a), f8_abs(b));
}
/** The bits of the least lane; for numbers that are not negative. */
static CAROM_INLINE uint32_t f8_least_bits(f8 x) {
    float lane[4];
    uint32_t bits;
    f4_store(lane, f4_min(x.low, x.high));
    float a = lane[1] < lane[0] ? lane[1] : lane[0], b = lane[3] < lane[2] ? lane[3] : lane[2];
    memcpy(&bits, b < a ? &b : &a, sizeof bits);
    return bits;
}
/** Replaces the bits `last`, a mask, of each lane by the lane's index plus `first`, a multiple
 * of 8. */
static CAROM_INLINE f8 f8_number_lanes(f8 x, int last, int first) {
    return (f8){f4_number_lanes(x.low, last, first), f4_number_lanes(x.high, last, first + 4)};
}
static CAROM_INLINE d4 d4_widen(f4 x) {
    return (d4){dd_widen_low(x), dd_widen_high(x)};
}
/** Rounds to nearest. */
static CAROM_INLINE f4 d4_narrow(d4 x) {
    return dd_narrow(x.low, x.high);
}
/** Permutes to lanes 1, 2, 0, 3. */
static CAROM_INLINE d4 d4_next(d4 x) {
    return (d4){dd_firsts(dd_seconds(x.low, x.low), x.high),
                dd_firsts(x.low, dd_seconds(x.high, x.high))};
}
/** Permutes to lanes 1, 2, 3, 0. */
static CAROM_INLINE d4 d4_rotate_lanes(d4 x) {
    return (d4){dd_firsts(dd_seconds(x.low, x.low), x.high),
                dd_firsts(dd_seconds(x.high, x.high), x.low)};
}
/** Permutes to lanes 3, 2, 1, 0. */
static CAROM_INLINE d4 d4_reverse(d4 x) {
    return (d4){dd_firsts(dd_seconds(x.high, x.high), x.high),
                dd_firsts(dd_seconds(x.low, x.low), x.low)};
}
/** Permutes to lanes 1, 0, 3, 2. */
static CAROM_INLINE d4 d4_swap_pairs(d4 x) {
    return (d4){dd_firsts(dd_seconds(x.low, x.low), x.low),
                dd_firsts(dd_seconds(x.high, x.high), x.high)};
}
/** Broadcasts lane 0. */
static CAROM_INLINE d4 d4_all_first(d4 x) {
    const dd first = dd_firsts(x.low, x.low);
    return (d4){first, first};
}
/** Broadcasts lane 1. */
static CAROM_INLINE d4 d4_all_second(d4 x) {
    const dd second = dd_seconds(x.low, x.low);
    return (d4){second, second};
}
/** Replaces lane 1. */
static CAROM_INLINE d4 d4_with_second(d4 x, double second) {
    return (d4){dd_firsts(x.low, dd_all(second)), x.high};
}
/** -x where `sign` < 0, else x; either where `sign` is -0 or NaN. */
static CAROM_INLINE d4 d4_flip(d4 x, d4 sign) {
    return d4_select(d4_lt(sign, d4_all(0.0)), d4_neg(x), x);
}
/** Strided load of at[0], at[n] and at[2 * n]; the fourth lane is undefined. */
static CAROM_INLINE f4 f4_load_strided(const float *at, size_t n) {
    return f4_of(at[0], at[n], at[2 * n], 0.0f);
}
static CAROM_INLINE d4 d4_load_strided(const double *at, size_t n) {
    return d4_of(at[0], at[n], at[2 * n], 0.0);
}
/** Every lane is the greatest lane; not for NaN. */
static CAROM_INLINE d4 d4_greatest(d4 x) {
    const dd two = dd_max(x.low, x.high), one = dd_max(dd_firsts(two, two), dd_seconds(two, two));
    return (d4){one, one};
}
/** Broadcasts the power of two whose biased exponent is byte `k` of four, k < 3. */
static CAROM_INLINE f8 f8_all_power(const uint8_t from[4], int k) {
    uint32_t bits = (uint32_t)from[k] << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return f8_all(power);
}
/** Converts eight integers to float, exactly. */
static CAROM_INLINE f8 f8_load_u8(const uint8_t from[8]) {
    return f8_join(f4_load_u8(from), f4_load_u8(from + 4));
}
/** Transposes: lane k of row i becomes lane i of row k. */
static CAROM_INLINE void d4_transpose(d4 row[4]) {
    const d4 a = row[0], b = row[1], c = row[2], d = row[3];
    row[0] = (d4){dd_firsts(a.low, b.low), dd_firsts(c.low, d.low)};
    row[1] = (d4){dd_seconds(a.low, b.low), dd_seconds(c.low, d.low)};
    row[2] = (d4){dd_firsts(a.high, b.high), dd_firsts(c.high, d.high)};
    row[3] = (d4){dd_seconds(a.high, b.high), dd_seconds(c.high, d.high)};
}
/** Transposes the lower and the upper halves of four rows. */
static CAROM_INLINE void f8_transpose_halves(f8 row[4]) {
    f4 low[4], high[4];
    for (int i = 0; i < 4; i++) {
        low[i] = row[i].low;
        high[i] = row[i].high;
    }
    f4_transpose(low);
    f4_transpose(high);
    for (int i = 0; i < 4; i++)
        row[i] = (f8){low[i], high[i]};
}
/** Transposes: lane k of row i becomes lane i of row k. */
static CAROM_INLINE void f8_transpose(f8 row[8]) {
    f4 low[8], high[8];
    for (int i = 0; i < 8; i++) {
        low[i] = row[i].low;
        high[i] = row[i].high;
    }
    f4_transpose(low);
    f4_transpose(low + 4);
    f4_transpose(high);
    f4_transpose(high + 4);
    for (int i = 0; i < 4; i++) {
        row[i] = (f8){low[i], low[i + 4]};
        row[i + 4] = (f8){high[i], high[i + 4]};
    }
}

#endif
