/* Cuts by the surface-area heuristic with no lanes at all. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "mesh/wide_cut_kernel.h"
