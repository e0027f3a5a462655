/* Cuts by the surface-area heuristic with no lanes at all. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "mesh/bvh8_build/wide_cut_kernel.h"
