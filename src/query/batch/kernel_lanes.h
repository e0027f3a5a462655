/* What the kernels of batches share: vectors of lanes in the caller's precision and in double, and
 * the loop over a block. Each lane has the arithmetic of the scalar code. */
#ifndef CAROM_QUERY_BATCH_KERNEL_LANES_H
#define CAROM_QUERY_BATCH_KERNEL_LANES_H

#include "simd/simd_real.h"
#include "query/batch/batch.h"

typedef struct real_lanes3 {
    reals x, y, z;
} real_lanes3;

typedef struct lanes3 {
    doubles x, y, z;
} lanes3;

/* The fields of a ray. */
enum { RAY_ORIGIN = 0, RAY_DIRECTION = 3, RAY_T_MIN = 6, RAY_T_MAX = 7 };

/** Bits of the lanes whose answer is yes, and of those whose answer is certain. */
typedef struct lane_answer {
    uint32_t yes, decided;
} lane_answer;

static CAROM_INLINE reals lane_real(const batch_side *side, int field, size_t i) {
    return reals_load(side->field[field] + i * side->step);
}
static CAROM_INLINE real_lanes3 lane_reals3(const batch_side *side, int field, size_t i) {
    return (real_lanes3){lane_real(side, field, i), lane_real(side, field + 1, i),
                         lane_real(side, field + 2, i)};
}
static CAROM_INLINE doubles lane_double(const batch_side *side, int field, size_t i) {
    return doubles_load_real(side->field[field] + i * side->step);
}
static CAROM_INLINE lanes3 lane_doubles3(const batch_side *side, int field, size_t i) {
    return (lanes3){lane_double(side, field, i), lane_double(side, field + 1, i),
                    lane_double(side, field + 2, i)};
}

/* ---- in the order of operations of math/vec.h */

static CAROM_INLINE lanes3 lanes_sub(lanes3 a, lanes3 b) {
    return (lanes3){doubles_sub(a.x, b.x), doubles_sub(a.y, b.y), doubles_sub(a.z, b.z)};
}
static CAROM_INLINE lanes3 lanes_add(lanes3 a, lanes3 b) {
    return (lanes3){doubles_add(a.x, b.x), doubles_add(a.y, b.y), doubles_add(a.z, b.z)};
}
static CAROM_INLINE lanes3 lanes_scale(lanes3 a, doubles s) {
    return (lanes3){doubles_mul(a.x, s), doubles_mul(a.y, s), doubles_mul(a.z, s)};
}
static CAROM_INLINE doubles lanes_dot(lanes3 a, lanes3 b) {
    return doubles_add(doubles_add(doubles_mul(a.x, b.x), doubles_mul(a.y, b.y)),
                       doubles_mul(a.z, b.z));
}
static CAROM_INLINE lanes3 lanes_cross(lanes3 a, lanes3 b) {
    return (lanes3){doubles_sub(doubles_mul(a.y, b.z), doubles_mul(a.z, b.y)),
                    doubles_sub(doubles_mul(a.z, b.x), doubles_mul(a.x, b.z)),
                    doubles_sub(doubles_mul(a.x, b.y), doubles_mul(a.y, b.x))};
}
static CAROM_INLINE doubles lanes_max_abs(lanes3 a) {
    return doubles_max(doubles_abs(a.x), doubles_max(doubles_abs(a.y), doubles_abs(a.z)));
}
static CAROM_INLINE lanes3 lanes_select(doubles_flags f, lanes3 a, lanes3 b) {
    return (lanes3){doubles_select(f, a.x, b.x), doubles_select(f, a.y, b.y),
                    doubles_select(f, a.z, b.z)};
}

static CAROM_INLINE real_lanes3 reals_sub3(real_lanes3 a, real_lanes3 b) {
    return (real_lanes3){reals_sub(a.x, b.x), reals_sub(a.y, b.y), reals_sub(a.z, b.z)};
}
static CAROM_INLINE reals reals_dot3(real_lanes3 a, real_lanes3 b) {
    return reals_add(reals_add(reals_mul(a.x, b.x), reals_mul(a.y, b.y)), reals_mul(a.z, b.z));
}
/** For bounds whose margin covers a rounding more or less: multiply-adds may be fused. */
static CAROM_INLINE reals about_dot3(real_lanes3 a, real_lanes3 b) {
    return reals_mad_about(a.z, b.z, reals_mad_about(a.y, b.y, reals_mul(a.x, b.x)));
}
static CAROM_INLINE real_lanes3 reals_cross3(real_lanes3 a, real_lanes3 b) {
    return (real_lanes3){reals_sub(reals_mul(a.y, b.z), reals_mul(a.z, b.y)),
                         reals_sub(reals_mul(a.z, b.x), reals_mul(a.x, b.z)),
                         reals_sub(reals_mul(a.x, b.y), reals_mul(a.y, b.x))};
}
static CAROM_INLINE reals reals_size3(real_lanes3 a) {
    return reals_max(reals_abs(a.x), reals_max(reals_abs(a.y), reals_abs(a.z)));
}

/* ---- the loop */

/* A pair of shapes has up to 30 arrays, more streams than the hardware prefetches by itself. */
static CAROM_INLINE void fetch_next(const batch_side *side, size_t i) {
    for (size_t f = 0; f < side->fields; f++)
        CAROM_PREFETCH(side->field[f] + (i + BATCH_ITEMS) * side->step);
}

static CAROM_INLINE void fetch_lanes(const batch_block *block, size_t i) {
    if (!block->fetches) return;
    fetch_next(&block->a, i);
    fetch_next(&block->b, i);
}

typedef lane_answer lane_test(batch_block *block, size_t i);

static CAROM_INLINE void run_lanes(batch_block *block, lane_test *test, size_t lanes) {
    uint64_t yes = 0, decided = 0;
    const size_t first = block->first;
    for (size_t i = 0; i < block->count; i += lanes) {
        fetch_lanes(block, first + i);
        lane_answer answer = test(block, first + i);
        yes |= (uint64_t)answer.yes << i;
        decided |= (uint64_t)answer.decided << i;
    }
    block->yes = yes;
    block->decided = decided;
}

/* Both flags are certain answers; they exclude each other. */
static CAROM_INLINE lane_answer real_answer(reals_flags meet, reals_flags apart) {
    return (lane_answer){reals_bits(meet), reals_bits(reals_or(meet, apart))};
}

#endif
