/* Two wide trees at once with AVX2. */
#define SIMD_SET avx2
#include "mesh/pair/pair_kernel.h"
