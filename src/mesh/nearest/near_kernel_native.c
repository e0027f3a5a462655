/* The walk to the nearest with what the compiler's target has. */
#define SIMD_SET native
#include "mesh/nearest/near_kernel.h"
