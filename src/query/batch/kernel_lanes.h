/* What the kernels of batches share: vectors of lanes in the caller's precision and in double, and
 * the loop over a block. */
#ifndef CAROM_QUERY_BATCH_KERNEL_LANES_H
#define CAROM_QUERY_BATCH_KERNEL_LANES_H

#include "batch/simd_real.h"
#include "query/batch/batch.h"

typedef struct real_lanes3 {
    reals x, y, z;
} real_lanes3;

typedef struct lanes3 {
    d4 x, y, z;
} lanes3;

/** Bits of the lanes whose answer is yes, and of those that are sure of theirs. */
typedef struct lane_answer {
    uint32_t yes, sure;
} lane_answer;

static CAROM_INLINE reals lane_real(const batch_side *side, int field, size_t i) {
    return reals_load(side->field[field] + i * side->step);
}
static CAROM_INLINE real_lanes3 lane_reals3(const batch_side *side, int field, size_t i) {
    return (real_lanes3){lane_real(side, field, i), lane_real(side, field + 1, i),
                         lane_real(side, field + 2, i)};
}
static CAROM_INLINE d4 lane_wide(const batch_side *side, int field, size_t i) {
    return d4_load_real(side->field[field] + i * side->step);
}
static CAROM_INLINE lanes3 lane_wide3(const batch_side *side, int field, size_t i) {
    return (lanes3){lane_wide(side, field, i), lane_wide(side, field + 1, i),
                    lane_wide(side, field + 2, i)};
}

/* ---- in the order of operations of math/vec.h */

static CAROM_INLINE lanes3 lanes_sub(lanes3 a, lanes3 b) {
    return (lanes3){d4_sub(a.x, b.x), d4_sub(a.y, b.y), d4_sub(a.z, b.z)};
}
static CAROM_INLINE lanes3 lanes_add(lanes3 a, lanes3 b) {
    return (lanes3){d4_add(a.x, b.x), d4_add(a.y, b.y), d4_add(a.z, b.z)};
}
static CAROM_INLINE lanes3 lanes_scale(lanes3 a, d4 s) {
    return (lanes3){d4_mul(a.x, s), d4_mul(a.y, s), d4_mul(a.z, s)};
}
static CAROM_INLINE d4 lanes_dot(lanes3 a, lanes3 b) {
    return d4_add(d4_add(d4_mul(a.x, b.x), d4_mul(a.y, b.y)), d4_mul(a.z, b.z));
}
static CAROM_INLINE lanes3 lanes_cross(lanes3 a, lanes3 b) {
    return (lanes3){d4_sub(d4_mul(a.y, b.z), d4_mul(a.z, b.y)),
                    d4_sub(d4_mul(a.z, b.x), d4_mul(a.x, b.z)),
                    d4_sub(d4_mul(a.x, b.y), d4_mul(a.y, b.x))};
}
static CAROM_INLINE d4 lanes_max_abs(lanes3 a) {
    return d4_max(d4_abs(a.x), d4_max(d4_abs(a.y), d4_abs(a.z)));
}
static CAROM_INLINE lanes3 lanes_select(d4_flags f, lanes3 a, lanes3 b) {
    return (lanes3){d4_select(f, a.x, b.x), d4_select(f, a.y, b.y), d4_select(f, a.z, b.z)};
}

static CAROM_INLINE real_lanes3 reals_sub3(real_lanes3 a, real_lanes3 b) {
    return (real_lanes3){reals_sub(a.x, b.x), reals_sub(a.y, b.y), reals_sub(a.z, b.z)};
}
static CAROM_INLINE reals reals_dot3(real_lanes3 a, real_lanes3 b) {
    return reals_add(reals_add(reals_mul(a.x, b.x), reals_mul(a.y, b.y)), reals_mul(a.z, b.z));
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

typedef lane_answer lane_test(batch_block *block, size_t i);

static CAROM_INLINE void run_lanes(batch_block *block, lane_test *test, size_t lanes) {
    uint64_t yes = 0, sure = 0;
    const size_t first = block->first;
    for (size_t i = 0; i < block->count; i += lanes) {
        lane_answer answer = test(block, first + i);
        yes |= (uint64_t)answer.yes << i;
        sure |= (uint64_t)answer.sure << i;
    }
    block->yes = yes;
    block->sure = sure;
}

/* Either is sure; the two exclude each other. */
static CAROM_INLINE lane_answer real_answer(reals_flags meet, reals_flags apart) {
    return (lane_answer){reals_bits(meet), reals_bits(reals_or(meet, apart))};
}

#endif
