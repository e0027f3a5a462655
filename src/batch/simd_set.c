/* The compilers keep what cpuid says where their start-up code has put it, before any thread is
 * started: asking is one load, and nothing has to be remembered here. */
#include "batch/simd_set.h"

bool carom_simd_runs(simd_set set) {
    return set == SIMD_SET_SCALAR || set == SIMD_SET_NATIVE ||
           (set == SIMD_SET_AVX2 && SIMD_RUNS_AVX2);
}

simd_set carom_simd_best(void) {
    return SIMD_RUNS_AVX2 ? SIMD_SET_AVX2 : SIMD_SET_NATIVE;
}
