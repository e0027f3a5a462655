/* The kernels of batches for one set of instructions, see batch/simd.h. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "query/batch/kernels.h"
