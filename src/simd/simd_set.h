/* Which set of instructions a kernel is run with: chosen on the machine, once per call. */
#ifndef CAROM_SIMD_SIMD_SET_H
#define CAROM_SIMD_SIMD_SET_H

#include "core/internal.h"

typedef enum simd_set {
    SIMD_SET_SCALAR = 0, /* lanes in plain C: the tests hold it, and the library does not */
    SIMD_SET_NATIVE,     /* what the compiler's target has: SSE2, NEON, WebAssembly's, or none */
    SIMD_SET_AVX2,       /* CAROM_AVX2, of CMake: this and the next are compiled in */
    SIMD_SET_AVX512,
    SIMD_SETS
} simd_set;

/* False too where the machine has the registers and the system does not keep them. */
#ifdef CAROM_AVX2
#define SIMD_RUNS_AVX2 (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0)
#define SIMD_RUNS_AVX512                                                                           \
    (SIMD_RUNS_AVX2 && __builtin_cpu_supports("avx512f") != 0 &&                                   \
     __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0)
#define SIMD_X86_NAME(name, set) name##_##set
#else
#define SIMD_RUNS_AVX2 false
#define SIMD_RUNS_AVX512 false
#define SIMD_X86_NAME(name, set) name##_native
#endif

/** The function of a kernel for a set: SIMD_OF(SIMD_SET_AVX2, carom_x) is carom_x_avx2. Kernels of
 * eight lanes gain less than a twentieth by AVX-512, so they are not compiled for it. */
#define SIMD_OF(set, name) ((set) >= SIMD_SET_AVX2 ? SIMD_X86_NAME(name, avx2) : name##_native)
/** The same of a kernel that is compiled for AVX-512, too. */
#define SIMD_LONG_OF(set, name)                                                                    \
    ((set) == SIMD_SET_AVX512 ? SIMD_X86_NAME(name, avx512) : SIMD_OF(set, name))

/** True where the library holds the set and the machine runs it. */
bool carom_simd_runs(simd_set set);
/** The best one that runs. */
simd_set carom_simd_best(void);

#endif
