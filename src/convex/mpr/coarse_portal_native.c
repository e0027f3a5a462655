/* The coarse portal with what the compiler's target has. */
#define SIMD_SET native
#include "convex/mpr/coarse_portal_kernel.h"
