/* Cuts by the surface-area heuristic with AVX2. */
#define SIMD_SET avx2
#include "mesh/bvh8_build/wide_cut_kernel.h"
