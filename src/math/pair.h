/* Two doubles side by side, and choices between numbers without a branch: a comparison gives a mask
 * of bits, and the mask picks. For kernels in which the choice cannot be foreseen. */
#ifndef CAROM_MATH_PAIR_H
#define CAROM_MATH_PAIR_H

#include "math/vec.h"

typedef double pair2 __attribute__((vector_size(16)));
/* In four words, because in two many processors lack what compilers then want to do with it. */
typedef int32_t pair_mask __attribute__((vector_size(16)));

#define SWAP_PAIR(v) __builtin_shufflevector(v, v, 1, 0)
#define SWAP_MASK(v) __builtin_shufflevector(v, v, 2, 3, 0, 1)
#define BOTH(x) ((pair2){(x), (x)})
/* The bits of v where the mask is set, else 0. */
#define PICK(mask, v) ((mask) & (pair_mask)(v))

/** As clamp01. */
static inline double clamp01_unbranched(double t) {
    const pair2 both = BOTH(t), zero = BOTH(0.0), one = BOTH(1.0);
    pair_mask above = (pair_mask)(both > zero), below = (pair_mask)(both < one);
    return ((pair2)(PICK(above & below, both) | PICK(above & ~below, one)))[0];
}

#endif
