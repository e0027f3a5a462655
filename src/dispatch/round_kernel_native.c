/* Capsules with what the compiler's target has. */
#define SIMD_SET native
#include "dispatch/round_kernel.h"
#include "dispatch/round_sweep_kernel.h"
