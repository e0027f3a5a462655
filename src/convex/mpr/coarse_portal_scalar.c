/* The coarse portal with no lanes at all. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "convex/mpr/coarse_portal_kernel.h"
