/* Vectors of the caller's precision that fill one register, so that one kernel source is compiled
 * for both precisions and all instruction sets: `reals` is f8, or with AVX-512 f16, in the double
 * build d4 or d8, and reals_x are its operations. Computations in double use `doubles`: REALS lanes
 * are REAL_HALVES of them. `floats` are floats that fill a register in either precision. */
#ifndef CAROM_SIMD_SIMD_REAL_H
#define CAROM_SIMD_SIMD_REAL_H

#include "simd/simd.h"
#include "carom/math.h"

#ifdef SIMD_SIXTEEN
#define DOUBLES 8
#define DOUBLES_TYPE d8
#define LONG_TYPE f16
#define SHORT_TYPE f8
#else
#define DOUBLES 4
#define DOUBLES_TYPE d4
#define LONG_TYPE f8
#define SHORT_TYPE f4
#endif

#define DOUBLES_OP(name) SIMD_JOIN(DOUBLES_TYPE, name)
#define LONG_OP(name) SIMD_JOIN(LONG_TYPE, name)
#define SHORT_OP(name) SIMD_JOIN(SHORT_TYPE, name)
#define LONG_OP_TYPES SIMD_JOIN(LONG_TYPE, flags)
#define DOUBLES_OP_TYPES SIMD_JOIN(DOUBLES_TYPE, flags)

typedef DOUBLES_TYPE doubles;
typedef DOUBLES_OP_TYPES doubles_flags;

#ifdef CAROM_DOUBLE

#define REAL_HALVES 1
#define REAL_TYPE DOUBLES_TYPE

static CAROM_INLINE doubles reals_half(doubles x, int half) {
    (void)half;
    return x;
}
/** Rounds to nearest. */
static CAROM_INLINE doubles reals_of_halves(const doubles half[REAL_HALVES]) {
    return half[0];
}
static CAROM_INLINE doubles doubles_load_real(const carom_real *from) {
    return DOUBLES_OP(load)(from);
}
static CAROM_INLINE doubles doubles_gather_real(const carom_real *base,
                                                const uint8_t index[DOUBLES]) {
    return DOUBLES_OP(gather)(base, index);
}
/** Rounds to nearest. */
static CAROM_INLINE void doubles_store_real(carom_real *to, doubles x) {
    DOUBLES_OP(store)(to, x);
}
/** Rounds to carom_real, to nearest. */
static CAROM_INLINE doubles doubles_as_real(doubles x) {
    return x;
}

typedef d4 real4;

/** The coordinates of a point and a zero. */
static CAROM_INLINE d4 real4_load3(const carom_vec3 *from) {
    const double lane[4] = {from->x, from->y, from->z, 0.0};
    return d4_load(lane);
}
static CAROM_INLINE carom_vec3 real4_point(d4 x) {
    double lane[4];
    d4_store(lane, x);
    return (carom_vec3){lane[0], lane[1], lane[2]};
}
static CAROM_INLINE d4 real4_min(d4 a, d4 b) {
    return d4_min(a, b);
}
static CAROM_INLINE d4 real4_max(d4 a, d4 b) {
    return d4_max(a, b);
}
static CAROM_INLINE d4 real4_widen(d4 x) {
    return x;
}

/** Eight numbers, rounded to float. */
static CAROM_INLINE f8 f8_load_real(const carom_real *from) {
    return f8_join(d4_narrow(d4_load(from)), d4_narrow(d4_load(from + 4)));
}
/** Transposes 8 x 8 numbers: number k of row i becomes number i of row k; rows of `to` have the
 * stride `next`. */
static CAROM_INLINE void transpose_eight(carom_real *to, size_t next, const carom_real *rows) {
    for (size_t i = 0; i < 8; i += 4)
        for (size_t k = 0; k < 8; k += 4) {
            d4 row[4];
            for (size_t j = 0; j < 4; j++)
                row[j] = d4_load(rows + 8 * (i + j) + k);
            d4_transpose(row);
            for (size_t j = 0; j < 4; j++)
                d4_store(to + (k + j) * next + i, row[j]);
        }
}

/** Transposes eight points to three rows of coordinates with the stride `next`, the last stored
 * last. Reads one number past each point and ignores it. */
static CAROM_INLINE void transpose_points(carom_real *to, size_t next,
                                          const carom_vec3 *const point[8]) {
    d4 low[4], high[4];
    for (int i = 0; i < 4; i++) {
        low[i] = d4_load(&point[i]->x);
        high[i] = d4_load(&point[i + 4]->x);
    }
    d4_transpose(low);
    d4_transpose(high);
    for (size_t k = 0; k < 3; k++) {
        d4_store(to + k * next, low[k]);
        d4_store(to + k * next + 4, high[k]);
    }
}

#else

#define REAL_HALVES 2
#define REAL_TYPE LONG_TYPE

static CAROM_INLINE doubles reals_half(LONG_TYPE x, int half) {
    return DOUBLES_OP(widen)(half ? LONG_OP(high)(x) : LONG_OP(low)(x));
}
/** Rounds to nearest. */
static CAROM_INLINE LONG_TYPE reals_of_halves(const doubles half[REAL_HALVES]) {
    return LONG_OP(join)(DOUBLES_OP(narrow)(half[0]), DOUBLES_OP(narrow)(half[1]));
}
static CAROM_INLINE doubles doubles_load_real(const carom_real *from) {
    return DOUBLES_OP(widen)(SHORT_OP(load)(from));
}
static CAROM_INLINE doubles doubles_gather_real(const carom_real *base,
                                                const uint8_t index[DOUBLES]) {
    return DOUBLES_OP(widen)(SHORT_OP(gather)(base, index));
}
/** Rounds to nearest. */
static CAROM_INLINE void doubles_store_real(carom_real *to, doubles x) {
    SHORT_OP(store)(to, DOUBLES_OP(narrow)(x));
}
/** Rounds to carom_real, to nearest. */
static CAROM_INLINE doubles doubles_as_real(doubles x) {
    return DOUBLES_OP(widen)(DOUBLES_OP(narrow)(x));
}

typedef f4 real4;

/** The coordinates of a point and a zero. */
static CAROM_INLINE f4 real4_load3(const carom_vec3 *from) {
    return f4_load3(&from->x);
}
static CAROM_INLINE carom_vec3 real4_point(f4 x) {
    float lane[4];
    f4_store(lane, x);
    return (carom_vec3){lane[0], lane[1], lane[2]};
}
static CAROM_INLINE f4 real4_min(f4 a, f4 b) {
    return f4_min(a, b);
}
static CAROM_INLINE f4 real4_max(f4 a, f4 b) {
    return f4_max(a, b);
}
static CAROM_INLINE d4 real4_widen(f4 x) {
    return d4_widen(x);
}

/** Eight numbers, rounded to float. */
static CAROM_INLINE f8 f8_load_real(const carom_real *from) {
    return f8_load(from);
}
/** Transposes 8 x 8 numbers: number k of row i becomes number i of row k; rows of `to` have the
 * stride `next`. */
static CAROM_INLINE void transpose_eight(carom_real *to, size_t next, const carom_real *rows) {
    /* unrolled: of a loop some compilers make a copy in memory and wait for it */
    f8 row[8] = {f8_load(rows),      f8_load(rows + 8),  f8_load(rows + 16), f8_load(rows + 24),
                 f8_load(rows + 32), f8_load(rows + 40), f8_load(rows + 48), f8_load(rows + 56)};
    f8_transpose(row);
    f8_store(to, row[0]);
    f8_store(to + next, row[1]);
    f8_store(to + 2 * next, row[2]);
    f8_store(to + 3 * next, row[3]);
    f8_store(to + 4 * next, row[4]);
    f8_store(to + 5 * next, row[5]);
    f8_store(to + 6 * next, row[6]);
    f8_store(to + 7 * next, row[7]);
}
/** Transposes eight points to three rows of coordinates with the stride `next`, the last stored
 * last. Reads one number past each point and ignores it. */
static CAROM_INLINE void transpose_points(carom_real *to, size_t next,
                                          const carom_vec3 *const point[8]) {
    f8 row[4];
    for (int i = 0; i < 4; i++)
        row[i] = f8_join(f4_load(&point[i]->x), f4_load(&point[i + 4]->x));
    f8_transpose_halves(row);
    for (size_t k = 0; k < 3; k++)
        f8_store(to + k * next, row[k]);
}

#endif

#define REALS (DOUBLES * REAL_HALVES)
/* Bits of all lanes. */
#define ALL_REALS ((1u << REALS) - 1u)
#define ALL_DOUBLES ((1u << DOUBLES) - 1u)
#define REAL_OP(name) SIMD_JOIN(REAL_TYPE, name)
#define REAL_OP_TYPES SIMD_JOIN(REAL_TYPE, flags)

typedef REAL_TYPE reals;
typedef REAL_OP_TYPES reals_flags;

#define reals_all REAL_OP(all)
#define reals_load REAL_OP(load)
#define reals_store REAL_OP(store)
#define reals_add REAL_OP(add)
#define reals_sub REAL_OP(sub)
#define reals_mul REAL_OP(mul)
#define reals_mad_about REAL_OP(mad_about)
#define reals_div REAL_OP(div)
#define reals_min REAL_OP(min)
#define reals_max REAL_OP(max)
#define reals_abs REAL_OP(abs)
#define reals_neg REAL_OP(neg)
#define reals_lt REAL_OP(lt)
#define reals_le REAL_OP(le)
#define reals_eq REAL_OP(eq)
#define reals_and REAL_OP(and)
#define reals_or REAL_OP(or)
#define reals_not REAL_OP(not )
#define reals_bits REAL_OP(bits)
#define reals_select REAL_OP(select)

#define doubles_load DOUBLES_OP(load)
#define doubles_store DOUBLES_OP(store)
#define doubles_all DOUBLES_OP(all)
#define doubles_add DOUBLES_OP(add)
#define doubles_sub DOUBLES_OP(sub)
#define doubles_mul DOUBLES_OP(mul)
#define doubles_div DOUBLES_OP(div)
#define doubles_min DOUBLES_OP(min)
#define doubles_max DOUBLES_OP(max)
#define doubles_sqrt DOUBLES_OP(sqrt)
#define doubles_abs DOUBLES_OP(abs)
#define doubles_neg DOUBLES_OP(neg)
#define doubles_lt DOUBLES_OP(lt)
#define doubles_le DOUBLES_OP(le)
#define doubles_eq DOUBLES_OP(eq)
#define doubles_and DOUBLES_OP(and)
#define doubles_or DOUBLES_OP(or)
#define doubles_not DOUBLES_OP(not )
#define doubles_bits DOUBLES_OP(bits)
#define doubles_select DOUBLES_OP(select)

/* ---- floats, as many as fill a register */

#define FLOATS (2 * DOUBLES)
#define ALL_FLOATS ((1u << FLOATS) - 1u)
/* Groups of eight lanes. */
#define FLOAT_EIGHTS (FLOATS / 8)

typedef LONG_TYPE floats;
typedef LONG_OP_TYPES floats_flags;

#define floats_all LONG_OP(all)
#define floats_load LONG_OP(load)
#define floats_store LONG_OP(store)
#define floats_add LONG_OP(add)
#define floats_sub LONG_OP(sub)
#define floats_mul LONG_OP(mul)
#define floats_mad_about LONG_OP(mad_about)
#define floats_div LONG_OP(div)
#define floats_sqrt LONG_OP(sqrt)
#define floats_min LONG_OP(min)
#define floats_max LONG_OP(max)
#define floats_abs LONG_OP(abs)
#define floats_neg LONG_OP(neg)
#define floats_lt LONG_OP(lt)
#define floats_le LONG_OP(le)
#define floats_and LONG_OP(and)
#define floats_or LONG_OP(or)
#define floats_bits LONG_OP(bits)
#define floats_select LONG_OP(select)

/** Rounds to nearest. */
static CAROM_INLINE void doubles_store_floats(float *to, doubles x) {
    SHORT_OP(store)(to, DOUBLES_OP(narrow)(x));
}

#ifdef SIMD_SIXTEEN
/** Loads numbers, rounded to float. */
static CAROM_INLINE floats floats_load_real(const carom_real *from) {
    return f16_join(f8_load_real(from), f8_load_real(from + 8));
}
/** Differences a - b, rounded to float. */
static CAROM_INLINE floats floats_sub_number(const carom_real *a, carom_real b) {
    return f16_join(f8_sub_number(a, b), f8_sub_number(a + 8, b));
}
/** Lane 8 * i + j is a[index[i]]. */
static CAROM_INLINE floats floats_of_each(const float *a, const uint8_t index[FLOAT_EIGHTS]) {
    return f16_join(f8_all(a[index[0]]), f8_all(a[index[1]]));
}
/** Lane 8 * i + j is a[index[i]] - b[j], rounded to float. */
static CAROM_INLINE floats floats_each_sub(const carom_real *a, const uint8_t index[FLOAT_EIGHTS],
                                           const carom_real *b) {
    return f16_join(f8_number_sub(a[index[0]], b), f8_number_sub(a[index[1]], b));
}
/** The minimum of lanes k and k + 8. */
static CAROM_INLINE f8 floats_least_eight(floats x) {
    return f8_min(f16_low(x), f16_high(x));
}
static CAROM_INLINE f8 floats_most_eight(floats x) {
    return f8_max(f16_low(x), f16_high(x));
}
#else
/** Loads numbers, rounded to float. */
static CAROM_INLINE floats floats_load_real(const carom_real *from) {
    return f8_load_real(from);
}
/** Differences a - b, rounded to float. */
static CAROM_INLINE floats floats_sub_number(const carom_real *a, carom_real b) {
    return f8_sub_number(a, b);
}
/** Lane 8 * i + j is a[index[i]]. */
static CAROM_INLINE floats floats_of_each(const float *a, const uint8_t index[FLOAT_EIGHTS]) {
    return f8_all(a[index[0]]);
}
/** Lane 8 * i + j is a[index[i]] - b[j], rounded to float. */
static CAROM_INLINE floats floats_each_sub(const carom_real *a, const uint8_t index[FLOAT_EIGHTS],
                                           const carom_real *b) {
    return f8_number_sub(a[index[0]], b);
}
/** The minimum of lanes k and k + 8. */
static CAROM_INLINE f8 floats_least_eight(floats x) {
    return x;
}
static CAROM_INLINE f8 floats_most_eight(floats x) {
    return x;
}
#endif

#endif
