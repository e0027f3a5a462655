/* The instruction sets for which kernels are compiled, and the choice between them at run time,
 * once per call. */
#ifndef CAROM_SIMD_SIMD_SET_H
#define CAROM_SIMD_SIMD_SET_H

#include "core/internal.h"

typedef enum simd_set {
    SIMD_SET_SCALAR = 0, /* plain C: compiled for the tests, not part of the library */
    SIMD_SET_NATIVE,     /* what the compiler's target has: SSE2, NEON, WebAssembly's, or none */
    SIMD_SET_AVX2,       /* this and the next exist if CMake defined CAROM_AVX2 */
    SIMD_SET_AVX512,
    SIMD_SETS
} simd_set;

/* False also where the operating system does not save the registers that the processor has. */
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
/** The same for a kernel that is compiled for AVX-512, too. */
#define SIMD_LONG_OF(set, name)                                                                    \
    ((set) == SIMD_SET_AVX512 ? SIMD_X86_NAME(name, avx512) : SIMD_OF(set, name))

/** Is the set compiled in, and can the machine run it? */
bool carom_simd_runs(simd_set set);
/** The best set that the machine can run. */
simd_set carom_simd_best(void);

#endif
