/* What faces of hulls share, with AVX2. */
#define SIMD_SET avx2
#include "convex/manifold/hull_patch_kernel.h"
