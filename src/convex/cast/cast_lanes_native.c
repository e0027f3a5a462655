/* The coarse cast of hulls with what the compiler's target has. */
#define SIMD_SET native
#include "convex/cast/cast_lanes_kernel.h"
