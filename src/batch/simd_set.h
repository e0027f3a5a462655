/* Which set of instructions a kernel is run with: chosen on the machine, once per call. */
#ifndef CAROM_BATCH_SIMD_SET_H
#define CAROM_BATCH_SIMD_SET_H

#include "core/internal.h"

typedef enum simd_set {
    SIMD_SET_SCALAR = 0,
    SIMD_SET_NATIVE, /* what the compiler's target has: SSE2, NEON, WebAssembly's, or none */
    SIMD_SET_AVX2,   /* CAROM_AVX2, of CMake: x_avx2.c is compiled in, on x86 */
    SIMD_SETS
} simd_set;

#ifdef CAROM_AVX2
#define SIMD_RUNS_AVX2 (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0)
#define SIMD_AVX2_NAME(name) name##_avx2
#else
#define SIMD_RUNS_AVX2 false
#define SIMD_AVX2_NAME(name) name##_native
#endif

/** The function of a kernel for a set: SIMD_OF(SIMD_SET_SCALAR, carom_x) is carom_x_scalar. */
#define SIMD_OF(set, name)                                                                         \
    ((set) == SIMD_SET_SCALAR ? name##_scalar                                                      \
     : (set) == SIMD_SET_AVX2 ? SIMD_AVX2_NAME(name)                                               \
                              : name##_native)

/** True where the library holds the set and the machine runs it. */
bool carom_simd_runs(simd_set set);
/** The best one that runs. */
simd_set carom_simd_best(void);

#endif
