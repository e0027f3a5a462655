/* The kernels of batches for one set of instructions, see batch/simd.h. */
#define SIMD_SET avx2
#include "query/batch/kernels.h"
