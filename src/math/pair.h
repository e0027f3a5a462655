/* Vectors of two doubles, and selection without a branch: a comparison gives a mask of bits, and
 * the mask selects. For kernels whose branches cannot be predicted. */
#ifndef CAROM_MATH_PAIR_H
#define CAROM_MATH_PAIR_H

#include "simd/pair.h"
#include "math/vec.h"

#define SWAP_PAIR(v) __builtin_shufflevector(v, v, 1, 0)
#define SWAP_MASK(v) __builtin_shufflevector(v, v, 2, 3, 0, 1)
#define BOTH(x) ((pair2){(x), (x)})
#define PAIR_ABS(v) pair_greater(v, -(v))
/* The bits of v where the mask is set, else 0. */
#define PICK(mask, v) ((mask) & (pair_mask)(v))

/** As clamp01. */
static inline double clamp01_unbranched(double t) {
    return pair_lesser(pair_greater(BOTH(t), BOTH(0.0)), BOTH(1.0))[0];
}

#endif
