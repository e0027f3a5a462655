/* The search for hulls of few corners with AVX2. */
#define SIMD_SET avx2
#include "convex/gjk/few_search_kernel.h"
