/* The walk to the nearest with no lanes at all. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "mesh/nearest/near_kernel.h"
