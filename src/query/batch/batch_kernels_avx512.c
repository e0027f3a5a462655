/* The kernels of batches for one set of instructions, see batch/simd.h. */
#define SIMD_SET avx512
#include "query/batch/kernels.h"
