/* The coarse cast of hulls with AVX2. */
#define SIMD_SET avx2
#include "convex/cast/cast_lanes_kernel.h"
