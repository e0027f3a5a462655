/* The nearest points of boxes with AVX2. */
#define SIMD_SET avx2
#include "convex/box/box_nearest_kernel.h"
