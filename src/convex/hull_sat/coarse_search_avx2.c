/* The coarse search for facets with AVX2. */
#define SIMD_SET avx2
#include "convex/hull_sat/coarse_search_kernel.h"
