/* Run-time choice of the instruction set. The compilers store the answer of cpuid before any thread
 * starts, so reading it is one load and nothing needs to be cached here. */
#include "simd/simd_set.h"

bool carom_simd_runs(simd_set set) {
    switch (set) {
    case SIMD_SET_NATIVE: return true;
    case SIMD_SET_AVX2: return SIMD_RUNS_AVX2;
    case SIMD_SET_AVX512: return SIMD_RUNS_AVX512;
    default: return false;
    }
}

simd_set carom_simd_best(void) {
    if (SIMD_RUNS_AVX512) return SIMD_SET_AVX512;
    return SIMD_RUNS_AVX2 ? SIMD_SET_AVX2 : SIMD_SET_NATIVE;
}
