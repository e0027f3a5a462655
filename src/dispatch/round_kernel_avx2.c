/* Capsules with AVX2. */
#define SIMD_SET avx2
#include "dispatch/round_kernel.h"
#include "dispatch/round_sweep_kernel.h"
