/* Cuts by the surface-area heuristic with what the compiler's target has. */
#define SIMD_SET native
#include "mesh/bvh8_build/wide_cut_kernel.h"
