/* The coarse portal with AVX2. */
#define SIMD_SET avx2
#include "convex/coarse_portal_kernel.h"
