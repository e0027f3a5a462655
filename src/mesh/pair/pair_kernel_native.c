/* Two wide trees at once with what the compiler's target has. */
#define SIMD_SET native
#include "mesh/pair/pair_kernel.h"
