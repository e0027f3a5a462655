/* The coarse portal with what the compiler's target has. */
#define SIMD_SET native
#include "convex/coarse_portal_kernel.h"
