/* Boxes with AVX2. */
#define SIMD_SET avx2
#include "dispatch/box_kernel.h"
