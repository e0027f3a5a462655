/* The walk to the nearest with AVX2. */
#define SIMD_SET avx2
#include "mesh/near_kernel.h"
