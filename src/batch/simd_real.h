/* Lanes of the caller's precision: `reals` is f8, or d4 in the double build, and reals_x its
 * operations, so that one kernel serves both. Its halves are what it is in double, four by four. */
#ifndef CAROM_BATCH_SIMD_REAL_H
#define CAROM_BATCH_SIMD_REAL_H

#include "batch/simd.h"
#include "carom/math.h"

#ifdef CAROM_DOUBLE

#define REALS 4
#define REAL_HALVES 1
#define REAL_TYPE d4

static CAROM_INLINE d4 reals_half(d4 x, int half) {
    (void)half;
    return x;
}
/** Rounds to nearest. */
static CAROM_INLINE d4 reals_of_halves(const d4 half[REAL_HALVES]) {
    return half[0];
}

typedef d4 real4;

/** A point's coordinates, and a zero. */
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

#else

#define REALS 8
#define REAL_HALVES 2
#define REAL_TYPE f8

static CAROM_INLINE d4 reals_half(f8 x, int half) {
    return d4_widen(half ? f8_high(x) : f8_low(x));
}
/** Rounds to nearest. */
static CAROM_INLINE f8 reals_of_halves(const d4 half[REAL_HALVES]) {
    return f8_join(d4_narrow(half[0]), d4_narrow(half[1]));
}

typedef f4 real4;

/** A point's coordinates, and a zero. */
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

#endif

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

#endif
