/* Capsules with AVX2. */
#define SIMD_SET avx2
#include "dispatch/round_kernel.h"
