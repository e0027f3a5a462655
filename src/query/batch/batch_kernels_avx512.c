/* The kernels of batches for one set of instructions, see batch/simd.h. */
#define SIMD_SET avx512
#define SIMD_AVX512
#include "query/batch/kernels.h"
