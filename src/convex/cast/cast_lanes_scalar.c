/* The coarse cast of hulls with no lanes at all. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "convex/cast/cast_lanes_kernel.h"
