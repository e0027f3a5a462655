#define SIMD_SET avx2
#include "mesh/near_kernel.h"
