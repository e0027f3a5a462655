/* The sets of instructions that tests run a kernel with: the library's, and lanes in plain C, which
 * it does not hold. */
#ifndef CAROM_TEST_SETS_H
#define CAROM_TEST_SETS_H

#include "simd/simd_set.h"

#define TEST_OF(set, name) ((set) == SIMD_SET_SCALAR ? name##_scalar : SIMD_OF(set, name))
#define TEST_LONG_OF(set, name) ((set) == SIMD_SET_SCALAR ? name##_scalar : SIMD_LONG_OF(set, name))

static inline bool test_runs(simd_set set) {
    return set == SIMD_SET_SCALAR || carom_simd_runs(set);
}

#endif
