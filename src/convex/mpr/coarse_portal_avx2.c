/* The coarse portal with AVX2. */
#define SIMD_SET avx2
#include "convex/mpr/coarse_portal_kernel.h"
