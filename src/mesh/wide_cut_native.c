/* Cuts by the surface-area heuristic with what the compiler's target has. */
#define SIMD_SET native
#include "mesh/wide_cut_kernel.h"
