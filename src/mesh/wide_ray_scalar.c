#define SIMD_SET scalar
#define SIMD_SCALAR
#include "mesh/wide_ray_kernel.h"
