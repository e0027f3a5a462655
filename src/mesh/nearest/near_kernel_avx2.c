/* The walk to the nearest with AVX2. */
#define SIMD_SET avx2
#include "mesh/nearest/near_kernel.h"
