#define SIMD_SET avx2
#include "mesh/wide_ray_kernel.h"
