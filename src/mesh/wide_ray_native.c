#define SIMD_SET native
#include "mesh/wide_ray_kernel.h"
